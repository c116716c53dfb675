import { defineMessages } from "../i18n";

export const inboxMessages = defineMessages("inbox", {
  title: ["Inbox", "Zu klären"],
  list: ["Causes of errors", "Fehlerursachen"],
  causes_one: ["{{count, number}} cause", "{{count, number}} Ursache"],
  causes_other: ["{{count, number}} causes", "{{count, number}} Ursachen"],
  causesShown: [
    "the {{shown, number}} largest of {{count, number}} causes",
    "die {{shown, number}} größten von {{count, number}} Ursachen",
  ],
  more_one: ["Show {{count, number}} more cause", "{{count, number}} weitere Ursache anzeigen"],
  more_other: ["Show {{count, number}} more causes", "{{count, number}} weitere Ursachen anzeigen"],
  fields: ["Fields to change: {{fields}}", "Zu ändernde Felder: {{fields}}"],
  candidates_one: ["{{count, number}} line", "{{count, number}} Position"],
  candidates_other: ["{{count, number}} lines", "{{count, number}} Positionen"],
  orders_one: ["{{count, number}} incoming order", "{{count, number}} Bestellung"],
  orders_other: ["{{count, number}} incoming orders", "{{count, number}} Bestellungen"],
  unpriced: ["{{count, number}} without price", "{{count, number}} ohne Preis"],
  oldest: ["oldest: {{age}}", "älteste: {{age}}"],
  noFix: [
    "No suggested fix applies to all of these lines. Correct them one by one.",
    "Kein Lösungsvorschlag gilt für alle diese Positionen. Klären Sie sie einzeln.",
  ],
  open: ["Show lines", "Positionen anzeigen"],
  clear: ["All resolved", "Alles geklärt"],
  clearText: [
    "Nothing needs attention. Lines with errors appear here.",
    "Es gibt nichts zu klären. Hier erscheinen Positionen mit Fehlern.",
  ],
  clearNew: ["Show lines ready to order", "Positionen anzeigen, die bereit sind"],
  applyTitle: ["Fix all {{count, number}}", "Alle {{count, number}} klären"],
  apply: ["Apply to all {{count, number}}", "Auf alle {{count, number}} anwenden"],
  write: ["Save and re-validate", "Speichern und neu prüfen"],
  writes_one: ["{{count, number}} line will be re-validated.", "Danach wird {{count, number}} Position neu geprüft."],
  writes_other: [
    "{{count, number}} lines will be re-validated.",
    "Danach werden {{count, number}} Positionen neu geprüft.",
  ],
  alternatives: ["Other suggested fixes", "Weitere Lösungsvorschläge"],
  written: ["Saved. The lines are being re-validated.", "Gespeichert. Die Positionen werden neu geprüft."],
  // keys
  keyMove: ["Next or previous cause", "Nächste oder vorherige Ursache"],
  keyApply: ["Preview and apply the suggested fix", "Lösungsvorschlag in der Vorschau prüfen und anwenden"],
  keyOther: ["Preview and apply another suggested fix", "Anderen Lösungsvorschlag in der Vorschau prüfen und anwenden"],
  keyOpen: ["Show the lines in the list", "Positionen in der Liste anzeigen"],
});
