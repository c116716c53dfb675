import { defineWords } from "../i18n";

export const undoRunWords = defineWords("undoRun", {
  title: ["Undo run {{id}}", "Lauf {{id}} rückgängig machen"],
  do: ["Undo", "Rückgängig machen"],
  willComeBack_one: [
    "{{count, number}} candidate will be as it was before.",
    "{{count, number}} Kandidat wird wieder, wie er vorher war.",
  ],
  willComeBack_other: [
    "{{count, number}} candidates will be as they were before.",
    "{{count, number}} Kandidaten werden wieder, wie sie vorher waren.",
  ],
  willVoid_one: [
    "{{count, number}} order will be voided; {{aside}}",
    "{{count, number}} Auftrag wird storniert; {{aside}}",
  ],
  willVoid_other: [
    "{{count, number}} orders will be voided; {{aside}}",
    "{{count, number}} Aufträge werden storniert; {{aside}}",
  ],
  willAside_one: ["{{count, number}} candidate will be put aside.", "{{count, number}} Kandidat wird zurückgestellt."],
  willAside_other: [
    "{{count, number}} candidates will be put aside.",
    "{{count, number}} Kandidaten werden zurückgestellt.",
  ],
  nothing: ["Nothing of it can be undone any more.", "Davon lässt sich nichts mehr rückgängig machen."],
  stay_one: ["{{count, number}} stays as it is:", "{{count, number}} bleibt, wie er ist:"],
  stay_other: ["{{count, number}} stay as they are:", "{{count, number}} bleiben, wie sie sind:"],
  reason: ["Reason", "Grund"],
  reasonHint: ["Stays with the orders.", "Bleibt bei den Aufträgen stehen."],
  key: ["Undo this run", "Diesen Lauf rückgängig machen"],
  undoneBy: ["Undone by", "Rückgängig gemacht von"],
  undoes: ["Undoes", "Macht rückgängig"],
  run: ["Run {{id}}", "Lauf {{id}}"],
});
