import { defineWords } from "../i18n";

export const undoWords = defineWords("undo", {
  key: ["Undo the last change", "Letzte Änderung rückgängig machen"],
  nothing: ["Nothing to undo.", "Nichts rückgängig zu machen."],
  changed: ["Saved: {{what}} of {{which}}", "Gespeichert: {{what}} von {{which}}"],
  putAside: ["{{which}} is put aside", "{{which}} ist zurückgestellt"],
  takenBack: ["{{which}} is taken back", "{{which}} ist zurückgeholt"],
  undone: ["Undone – {{what}}", "Rückgängig gemacht – {{what}}"],
});
