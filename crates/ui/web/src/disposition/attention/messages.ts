import { defineMessages } from "../../i18n";

export const attentionMessages = defineMessages("attention", {
  // actions
  wait: ["Wait for customer…", "Auf Kunden warten…"],
  takeUp: ["End wait", "Warten beenden"],
  assignMe: ["Assign to me", "Mir zuweisen"],
  assign: ["Assign…", "Zuweisen…"],
  // dialogs
  waitTitle_one: ["Wait for customer: {{count, number}} line", "Auf Kunden warten: {{count, number}} Position"],
  waitTitle_other: ["Wait for customer: {{count, number}} lines", "Auf Kunden warten: {{count, number}} Positionen"],
  waitNote: [
    "No orders are created from these incoming orders before the selected date. The wait ends automatically on that date.",
    "Vor dem gewählten Tag werden aus diesen Bestellungen keine Aufträge erzeugt. Das Warten endet an diesem Tag automatisch.",
  ],
  until: ["Waiting until", "Wiedervorlage am"],
  untilHint: ["Tip: +7 means one week from today.", "Tipp: +7 steht für „heute in einer Woche“."],
  inDays_one: ["Tomorrow", "Morgen"],
  inDays_other: ["In {{count, number}} days", "In {{count, number}} Tagen"],
  why: ["Reason", "Grund"],
  noDay: ["Enter a date after today.", "Geben Sie ein Datum ab morgen ein."],
  waitDo: ["Wait", "Warten"],
  assignTitle_one: ["Assign {{count, number}} line", "{{count, number}} Position zuweisen"],
  assignTitle_other: ["Assign {{count, number}} lines", "{{count, number}} Positionen zuweisen"],
  assignTo: ["Assignee", "Zuständig"],
  nobody: ["Unassigned", "Nicht zugewiesen"],
  me: ["Me", "Ich"],
  noName: ["Select an assignee.", "Wählen Sie aus, wer zuständig ist."],
  assignDo: ["Assign", "Zuweisen"],
  nothingFound: ["No matching users", "Kein Benutzer gefunden"],
  // states
  waitingUntil: ["Waiting until", "Wiedervorlage am"],
  waiting: ["Waiting for customer", "Wartet auf Kunden"],
  assignedTo: ["Assignee", "Zuständig"],
  assignedToName: ["Assigned to {{name}}", "Zuständig: {{name}}"],
  // keys
  keyComment: ["Write a comment", "Bemerkung schreiben"],
  // history
  event_waiting: ["Waiting for customer", "Wartet auf Kunden"],
  event_takenUp: ["Wait ended", "Warten beendet"],
  event_assigned: ["Assigned", "Zugewiesen"],
  event_commented: ["Comment", "Bemerkung"],
  waitEnded: ["no longer waiting", "wartet nicht mehr"],
});
