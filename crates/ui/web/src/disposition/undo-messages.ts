import { defineMessages } from "../i18n";

export const undoMessages = defineMessages("undo", {
  key: ["Undo the last change", "Letzte Änderung rückgängig machen"],
  nothing: ["Nothing to undo.", "Nichts rückgängig zu machen."],
  changed: ["Saved: {{what}} of {{which}}", "Gespeichert: {{what}} von {{which}}"],
  putAside: ["{{which}} excluded", "{{which}} ausgeschlossen"],
  takenBack: ["{{which}} restored", "{{which}} wiederhergestellt"],
  takeBack: ["Undo: {{what}}", "Rückgängig machen: {{what}}"],
  stays: ["Could not undo: {{what}}", "Nicht rückgängig gemacht: {{what}}"],
  reason: ["Reason", "Grund"],
  reasonHint: ["Recorded in the history of the record.", "Wird im Verlauf des Datensatzes protokolliert."],
  willGo: ["To be removed", "Wird entfernt"],
  willBeAgain: ["To be reset to the previous value", "Wird auf den vorherigen Wert zurückgesetzt"],
  lookedAtAgain: [
    "Lines that this change had fixed will be re-validated.",
    "Positionen, deren Fehler diese Änderung behoben hatte, werden neu geprüft.",
  ],
  deactivate: ["Deactivate", "Deaktivieren"],
  deactivated: ["Deactivated: {{what}}", "Deaktiviert: {{what}}"],
  deactivateNote: [
    "A deactivated record can no longer be used. Lines that use it get an error until another record is selected.",
    "Ein deaktivierter Datensatz kann nicht mehr verwendet werden. Positionen mit diesem Datensatz erhalten einen Fehler, bis ihnen ein anderer zugeordnet ist.",
  ],
  undone: ["Undone: {{what}}", "Rückgängig gemacht: {{what}}"],
});
