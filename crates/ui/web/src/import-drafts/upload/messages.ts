import { defineMessages } from "../../i18n";

export const uploadMessages = defineMessages("importUpload", {
  drop: ["Drop files here", "Dateien hier ablegen"],
  dropHint: [
    "CSV, XLSX or ODS with order lines, up to 64 MiB. Or paste copied cells with Ctrl+V.",
    "CSV, XLSX oder ODS mit Bestellpositionen, bis 64 MiB. Oder kopierte Zellen mit Strg+V einfügen.",
  ],
  choose: ["Choose files…", "Dateien auswählen…"],
  dropToImport_one: ["Drop to import 1 file", "Ablegen, um 1 Datei zu importieren"],
  dropToImport_other: [
    "Drop to import {{count, number}} files",
    "Ablegen, um {{count, number}} Dateien zu importieren",
  ],
  organisation: ["Organisation", "Organisation"],
  uploading: ["Reading {{name}}…", "{{name}} wird gelesen…"],
  uploads: ["Uploads", "Hochgeladene Dateien"],
  failed: ["{{name}} was not imported", "{{name}} wurde nicht importiert"],
  retry: ["Try again", "Erneut versuchen"],
  remove: ["Remove", "Entfernen"],
  pastedName: ["Pasted cells {{at}}.tsv", "Eingefügte Zellen {{at}}.tsv"],
  pastedNothing: [
    "The clipboard contains no table. Copy at least two cells.",
    "Die Zwischenablage enthält keine Tabelle. Kopieren Sie mindestens zwei Zellen.",
  ],
  read: ["{{name}} was read.", "{{name}} wurde gelesen."],
  tooLarge: [
    "The file is larger than 64 MiB. Split it into several files.",
    "Die Datei ist größer als 64 MiB. Teilen Sie sie in mehrere Dateien auf.",
  ],
});
