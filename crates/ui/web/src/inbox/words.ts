import { defineWords } from "../i18n";

export const inboxWords = defineWords("inbox", {
  title: ["Inbox", "Zu klären"],
  list: ["What is to be settled", "Was zu klären ist"],
  causes_one: ["{{count, number}} cause", "{{count, number}} Ursache"],
  causes_other: ["{{count, number}} causes", "{{count, number}} Ursachen"],
  causesShown: [
    "the {{shown, number}} largest of {{count, number}} causes",
    "die {{shown, number}} größten von {{count, number}} Ursachen",
  ],
  more: [
    "More causes appear here when some of these are settled.",
    "Weitere Ursachen erscheinen hier, sobald einige davon geklärt sind.",
  ],
  fields: ["Fields that are set: {{fields}}", "Gesetzte Felder: {{fields}}"],
  candidates_one: ["{{count, number}} candidate", "{{count, number}} Kandidat"],
  candidates_other: ["{{count, number}} candidates", "{{count, number}} Kandidaten"],
  orders_one: ["{{count, number}} order", "{{count, number}} Auftrag"],
  orders_other: ["{{count, number}} orders", "{{count, number}} Aufträge"],
  unpriced: ["{{count, number}} without price", "{{count, number}} ohne Preis"],
  oldest: ["oldest {{age}}", "ältester {{age}}"],
  noFix: ["No remedy cures them all alike.", "Keine Abhilfe hilft allen gleich."],
  open: ["Show candidates", "Kandidaten zeigen"],
  clear: ["All clear", "Alles geklärt"],
  clearText: [
    "Nothing waits for you. What comes in and cannot become an order by itself appears here.",
    "Nichts wartet auf Sie. Was eingeht und nicht von selbst zum Auftrag wird, erscheint hier.",
  ],
  clearNew: ["Show what is ready", "Fertige Kandidaten zeigen"],
  applyTitle: ["Settle {{count, number}} alike", "{{count, number}} gleich klären"],
  apply: ["Apply to all {{count, number}} alike", "Auf alle {{count, number}} anwenden"],
  write: ["Write, and look at them again", "Schreiben und neu prüfen"],
  writes_one: [
    "After that {{count, number}} candidate is looked at again.",
    "Danach wird {{count, number}} Kandidat neu geprüft.",
  ],
  writes_other: [
    "After that {{count, number}} candidates are looked at again.",
    "Danach werden {{count, number}} Kandidaten neu geprüft.",
  ],
  alternatives: ["Other remedies", "Andere Abhilfen"],
  written: ["Written. The candidates are looked at again.", "Geschrieben. Die Kandidaten werden neu geprüft."],
  // keys
  keyMove: ["Next, previous cause", "Nächste, vorige Ursache"],
  keyApply: ["Apply the remedy, after a look at what comes of it", "Abhilfe anwenden, nach einer Vorschau"],
  keyOther: [
    "Another remedy of the cause, after a look at what comes of it",
    "Eine andere Abhilfe der Ursache, nach einer Vorschau",
  ],
  keyOpen: ["Show the candidates in the list", "Kandidaten in der Liste zeigen"],
});
