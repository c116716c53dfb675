import { defineWords } from "../../i18n";

export const attentionWords = defineWords("attention", {
  // actions
  wait: ["Wait for the customer…", "Auf den Kunden warten…"],
  takeUp: ["Take up again", "Wieder aufnehmen"],
  assignMe: ["Assign to me", "Mir zuweisen"],
  assign: ["Assign…", "Zuweisen…"],
  // dialogs
  waitTitle_one: [
    "Wait for the customer: {{count, number}} candidate",
    "Auf den Kunden warten: {{count, number}} Kandidat",
  ],
  waitTitle_other: [
    "Wait for the customer: {{count, number}} candidates",
    "Auf den Kunden warten: {{count, number}} Kandidaten",
  ],
  waitNote: [
    "Until that day begins, no run takes them or others of their headers. Then they come back by themselves.",
    "Bis dieser Tag beginnt, nimmt kein Lauf sie oder andere ihrer Köpfe. Dann kommen sie von selbst zurück.",
  ],
  until: ["Waiting until", "Wartet bis"],
  untilHint: ["Also +7 for a week from now.", "Auch +7 für heute in einer Woche."],
  inDays_one: ["Tomorrow", "Morgen"],
  inDays_other: ["In {{count, number}} days", "In {{count, number}} Tagen"],
  why: ["Because", "Weil"],
  noDay: ["Enter a day after today.", "Geben Sie einen Tag nach heute ein."],
  waitDo: ["Wait", "Warten"],
  assignTitle_one: ["Assign {{count, number}} candidate", "{{count, number}} Kandidaten zuweisen"],
  assignTitle_other: ["Assign {{count, number}} candidates", "{{count, number}} Kandidaten zuweisen"],
  assignTo: ["Assigned to", "Zuständig"],
  nobody: ["Nobody", "Niemand"],
  me: ["Me", "Ich"],
  noName: ["Choose who looks after it.", "Wählen Sie aus, wer zuständig ist."],
  assignDo: ["Assign", "Zuweisen"],
  nothingFound: ["Nobody found", "Niemand gefunden"],
  // shown
  waitingUntil: ["Waiting until", "Wartet bis"],
  waiting: ["Waiting for the customer", "Wartet auf den Kunden"],
  assignedTo: ["Assigned to", "Zuständig"],
  assignedToName: ["Assigned to {{name}}", "Zuständig: {{name}}"],
  // keys
  keyComment: ["Write a comment", "Bemerkung schreiben"],
  // history
  event_waiting: ["Waits for the customer", "Wartet auf den Kunden"],
  event_takenUp: ["Taken up again", "Wieder aufgenommen"],
  event_assigned: ["Assigned", "Zugewiesen"],
  event_commented: ["Comment", "Bemerkung"],
  waitEnded: ["waits no longer", "wartet nicht mehr"],
});
