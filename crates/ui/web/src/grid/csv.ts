// CSV files in the format that spreadsheets of a language expect.
import type { Language } from "../values/decimal";
import { pointOf } from "../values/locale";

type Cell = string | number | null | undefined;

/** Starts of texts that a spreadsheet would read as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
/** Byte order mark, by which spreadsheets recognise UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Returns a CSV file of rows of cells. German spreadsheets use semicolons because numbers contain commas. */
export function csvOf(rows: readonly (readonly Cell[])[], language: Language): string {
  const separator = language === "de" ? ";" : ",";
  const cellOf = (cell: Cell): string => {
    if (typeof cell === "number") return String(cell).replace(".", pointOf(language));
    const text = cell ?? "";
    return FORMULA.test(text) ? `'${text}` : text;
  };
  const quoted = (text: string) =>
    text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const lines = rows.map((cells) => cells.map((cell) => quoted(cellOf(cell))).join(separator));
  return `${BYTE_ORDER_MARK}${lines.map((line) => `${line}\r\n`).join("")}`;
}
