import { defineMessages } from "../i18n";

export const undoRunMessages = defineMessages("undoRun", {
  title: ["Undo run {{id}}", "Lauf {{id}} rückgängig machen"],
  do: ["Undo", "Rückgängig machen"],
  willComeBack_one: [
    "{{count, number}} line will be reset to its previous state.",
    "{{count, number}} Position wird auf den vorherigen Stand zurückgesetzt.",
  ],
  willComeBack_other: [
    "{{count, number}} lines will be reset to their previous state.",
    "{{count, number}} Positionen werden auf den vorherigen Stand zurückgesetzt.",
  ],
  willVoid_one: [
    "{{count, number}} order will be voided; {{aside}}",
    "{{count, number}} Auftrag wird storniert; {{aside}}",
  ],
  willVoid_other: [
    "{{count, number}} orders will be voided; {{aside}}",
    "{{count, number}} Aufträge werden storniert; {{aside}}",
  ],
  willAside_one: ["{{count, number}} line will be excluded.", "{{count, number}} Position wird ausgeschlossen."],
  willAside_other: ["{{count, number}} lines will be excluded.", "{{count, number}} Positionen werden ausgeschlossen."],
  nothing: ["This run can no longer be undone.", "Dieser Lauf kann nicht mehr rückgängig gemacht werden."],
  stay_one: ["{{count, number}} line will not be reset:", "{{count, number}} Position wird nicht zurückgesetzt:"],
  stay_other: [
    "{{count, number}} lines will not be reset:",
    "{{count, number}} Positionen werden nicht zurückgesetzt:",
  ],
  reason: ["Reason", "Grund"],
  reasonHint: ["Recorded in the history of the orders.", "Wird im Verlauf der Aufträge protokolliert."],
  key: ["Undo this run", "Diesen Lauf rückgängig machen"],
  undoneBy: ["Undone by", "Rückgängig gemacht von"],
  undoes: ["Undoes", "Macht rückgängig"],
  run: ["Run {{id}}", "Lauf {{id}}"],
});
