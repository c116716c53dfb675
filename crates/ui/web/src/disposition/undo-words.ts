import { defineWords } from "../i18n";

export const undoWords = defineWords("undo", {
  key: ["Undo the last change", "Letzte Änderung rückgängig machen"],
  nothing: ["Nothing to undo.", "Nichts rückgängig zu machen."],
  changed: ["Saved: {{what}} of {{which}}", "Gespeichert: {{what}} von {{which}}"],
  putAside: ["{{which}} is put aside", "{{which}} ist zurückgestellt"],
  takenBack: ["{{which}} is taken back", "{{which}} ist zurückgeholt"],
  takeBack: ["Undo: {{what}}", "Rückgängig machen: {{what}}"],
  stays: ["Not undone: {{what}}", "Nicht rückgängig gemacht: {{what}}"],
  reason: ["Reason", "Grund"],
  reasonHint: ["Stays in the history of the record.", "Bleibt im Verlauf des Datensatzes stehen."],
  willGo: ["This is removed", "Dies wird entfernt"],
  willBeAgain: ["This will be as it was before", "Dies wird wieder, wie es vorher war"],
  lookedAtAgain: [
    "After that the candidates are looked at again that became free of their error by it.",
    "Danach werden die Kandidaten neu geprüft, deren Fehler dadurch behoben war.",
  ],
  undone: ["Undone – {{what}}", "Rückgängig gemacht – {{what}}"],
});
