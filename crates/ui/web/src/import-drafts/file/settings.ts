// Settings of the file: their choices, current values, and samples.
import type { Language } from "../../i18n";
import { sheetMember, type ValueKind } from "../members";
import type { DateOrder, DecimalSign, DraftColumn, FileSettings, ImportDraft, Sample } from "../types";
import { readDate, readNumber } from "./readings";

export const ENCODINGS = {
  "utf-8": "encoding_utf8",
  "windows-1252": "encoding_windows1252",
  "utf-16le": "encoding_utf16le",
  "utf-16be": "encoding_utf16be",
} as const;
export const DELIMITERS = {
  ";": "delimiter_semicolon",
  ",": "delimiter_comma",
  "\t": "delimiter_tab",
  "|": "delimiter_pipe",
} as const;
export const DECIMAL_SIGNS = { ",": "decimal_comma", ".": "decimal_point" } as const;
export const DATE_ORDERS = { dmy: "order_dmy", mdy: "order_mdy" } as const;
export const HIDDEN_ROWS = { import: "hidden_import", skip: "hidden_skip" } as const;

export type SettingName = keyof FileSettings;

/** A text of the file and its meaning. */
export interface Reading extends Sample {
  /** Absent if the text is shown as it is. */
  read?: string | undefined;
}

/** Maximum number of samples of a setting. */
const SAMPLES = 3;

/** Returns settings with a changed one. Rows of another structure are detected again. */
export function withSetting(settings: FileSettings, name: SettingName, value: string | number): FileSettings {
  const { sheet, headerRow, firstRow, ...others } = settings;
  if (name === "sheet") return { ...others, sheet: String(value) };
  const structure = { ...(sheet !== undefined && { sheet }) };
  if (name === "encoding" || name === "delimiter") return { ...others, ...structure, [name]: value };
  if (name === "headerRow") return { ...others, ...structure, headerRow: Number(value) };
  return { ...settings, [name]: name === "firstRow" ? Number(value) : value } as FileSettings;
}

function columnsOf(draft: ImportDraft, kind: ValueKind): DraftColumn[] {
  const names = Object.entries(draft.mapping.members)
    .filter(([path]) => sheetMember(path)?.kind === kind)
    .flatMap(([, { column, columns = [] }]) => (column ? [column, ...columns] : columns));
  return draft.columns.filter(({ name }) => names.includes(name));
}

/** Texts whose meaning depends on a setting come first. */
function readings(
  columns: readonly DraftColumn[],
  matters: (text: string) => boolean,
  read: (text: string) => string | undefined,
): Reading[] {
  const samples = columns.flatMap((column) => column.samples);
  const sorted = samples.toSorted((one, other) => Number(matters(other.text)) - Number(matters(one.text)));
  const known = sorted.flatMap((sample) => {
    const text = read(sample.text);
    return text === undefined ? [] : [{ ...sample, read: text }];
  });
  return known.slice(0, SAMPLES);
}

/** Returns samples of numbers; none if the file has no numbers. */
export function numberReadings(draft: ImportDraft, language: Language): Reading[] {
  const sign: DecimalSign = draft.mapping.file.decimalSign ?? ".";
  const columns = columnsOf(draft, "number");
  return readings(
    columns,
    (text) => /[.,]/.test(text),
    (text) => readNumber(text, sign, language),
  );
}

export function dateReadings(draft: ImportDraft, language: Language): Reading[] {
  const order: DateOrder = draft.mapping.file.dateOrder ?? "dmy";
  return readings(
    columnsOf(draft, "date"),
    (text) => !/^\d{4}-/.test(text),
    (text) => readDate(text, order, language),
  );
}

/** Letters that only some encodings can represent. */
const SPECIAL = /[\u0080-\uffff]/;

/** Returns texts with umlauts and the like, which show a wrong encoding. */
export function encodingSamples({ columns }: ImportDraft): Sample[] {
  const headers = columns.filter(({ header }) => SPECIAL.test(header));
  const named = headers.map(({ letters, header }) => ({ cell: letters, text: header }));
  const samples = columns.flatMap((column) => column.samples).filter(({ text }) => SPECIAL.test(text));
  return [...named, ...samples].slice(0, SAMPLES);
}

/** Returns the names of the first columns. */
export function columnSamples({ columns }: ImportDraft): Sample[] {
  return columns.slice(0, SAMPLES).map(({ letters, header }) => ({ cell: letters, text: header || letters }));
}
