// Localised file types.
import { defineMessages, useMessages } from "../i18n";

const fileMessages = defineMessages("fileType", {
  pdf: ["PDF document", "PDF-Dokument"],
  image: ["Image ({{kind}})", "Bild ({{kind}})"],
  imageAny: ["Image", "Bild"],
  excel: ["Excel workbook", "Excel-Arbeitsmappe"],
  word: ["Word document", "Word-Dokument"],
  powerpoint: ["PowerPoint presentation", "PowerPoint-Präsentation"],
  spreadsheet: ["Spreadsheet", "Tabelle"],
  writing: ["Text document", "Textdokument"],
  csv: ["Table (CSV)", "Tabelle (CSV)"],
  text: ["Text", "Text"],
  xml: ["XML file", "XML-Datei"],
  json: ["JSON file", "JSON-Datei"],
  web: ["Web page", "Webseite"],
  mail: ["Mail message", "E-Mail"],
  calendar: ["Calendar entry", "Kalendereintrag"],
  archive: ["Archive", "Archiv"],
  audio: ["Audio", "Tonaufnahme"],
  video: ["Video", "Video"],
  other: ["{{kind}} file", "{{kind}}-Datei"],
  unknown: ["File", "Datei"],
});

type Kind = keyof typeof fileMessages.translations;

const KINDS: readonly [RegExp, Kind][] = [
  [/^application\/pdf$/, "pdf"],
  [/spreadsheetml|ms-excel/, "excel"],
  [/wordprocessingml|msword/, "word"],
  [/presentationml|ms-powerpoint/, "powerpoint"],
  [/opendocument\.spreadsheet/, "spreadsheet"],
  [/opendocument\.text|\/rtf$/, "writing"],
  [/\/(csv|tab-separated-values)$/, "csv"],
  [/html/, "web"],
  [/[/+]json$/, "json"],
  [/^message\/rfc822$|ms-outlook/, "mail"],
  [/^text\/calendar$/, "calendar"],
  [/\/(zip|gzip|zstd|x-7z-compressed|x-tar|x-bzip2?|x-xz|vnd\.rar|x-rar-compressed)$/, "archive"],
  [/^audio\//, "audio"],
  [/^video\//, "video"],
  [/^text\/plain$/, "text"],
];

const IMAGES: Record<string, string> = {
  "svg+xml": "SVG",
  tiff: "TIFF",
  jpeg: "JPEG",
  "x-icon": "ICO",
  "vnd.microsoft.icon": "ICO",
  "x-ms-bmp": "BMP",
};

/** Returns the extension, if meaningful. */
function ending(filename: string): string | undefined {
  return /[^.]\.([a-z\d]{2,5})$/i.exec(filename)?.[1]?.toUpperCase();
}

/** Returns the kind by detected type, otherwise by name. */
export function kindOf({ mimeType, filename }: { mimeType: string; filename: string }): [Kind, string?] {
  const type = mimeType.toLowerCase().split(";")[0]?.trim() ?? "";
  if (type.startsWith("image/")) {
    const name = type.slice("image/".length);
    const kind = IMAGES[name] ?? (/^[a-z\d]{2,5}$/.test(name) ? name.toUpperCase() : undefined);
    return kind ? ["image", kind] : ["imageAny"];
  }
  const known = KINDS.find(([pattern]) => pattern.test(type))?.[1];
  if (known) return [known];
  if (/[/+]xml$/.test(type)) return ["xml"];
  const kind = ending(filename);
  return kind ? ["other", kind] : ["unknown"];
}

/** Returns the localised type of a file. */
export function useFileType(): (file: { mimeType: string; filename: string }) => string {
  const t = useMessages(fileMessages);
  return (file) => {
    const [kind, which] = kindOf(file);
    return t(kind, { kind: which });
  };
}
