import { defineWords } from "../i18n";

/** Words used everywhere. */
export const partsWords = defineWords("parts", {
  language: ["Language", "Sprache"],
  save: ["Save", "Speichern"],
  cancel: ["Cancel", "Abbrechen"],
  close: ["Close", "Schließen"],
  undo: ["Undo", "Rückgängig"],
  saved: ["Saved", "Gespeichert"],
  notSaved: ["Not saved", "Nicht gespeichert"],
  reload: ["Reload", "Neu laden"],
  overwrite: ["Overwrite", "Überschreiben"],
  back: ["Back", "Zurück"],
  more: ["More", "Mehr"],
  required: ["Required", "Pflichtfeld"],
  loading: ["Loading…", "Lädt…"],
  tryAgain: ["Try again", "Erneut versuchen"],
  loadFailed: ["Could not load.", "Laden fehlgeschlagen."],
  unreachable: [
    "The server cannot be reached. Check the connection and try again.",
    "Der Server ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es erneut.",
  ],
  copied: ["Copied", "Kopiert"],
  copy: ["Copy", "Kopieren"],
  none: ["–", "–"],
  status_new: ["New", "Neu"],
  status_error: ["Error", "Fehler"],
  status_processed: ["Processed", "Verarbeitet"],
  status_inactive: ["Put aside", "Zurückgestellt"],
  andMore_one: ["and one more", "und einer mehr"],
  andMore_other: ["and {{count, number}} more", "und {{count, number}} weitere"],
  moreThan: ["more than {{count, number}}", "mehr als {{count, number}}"],
});
