// Pasted cells of a spreadsheet as a file.
import { readBlock } from "../../grid/block";

/** Returns whether a cell needs quotes in a tab-separated file. */
const NEEDS_QUOTES = /["\t\r\n]/;

function quoted(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Returns pasted cells as tab-separated text; undefined if the text is not a table. */
export function tabSeparated(text: string): string | undefined {
  const rows = readBlock(text).filter((cells) => cells.some((cell) => cell !== ""));
  if (rows.length < 2 || !rows.some((cells) => cells.length > 1)) return undefined;
  return `${rows.map((cells) => cells.map(quoted).join("\t")).join("\r\n")}\r\n`;
}

/** Creates the file of pasted cells. */
export function pastedFile(text: string, name: string): File | undefined {
  const table = tabSeparated(text);
  if (table === undefined) return undefined;
  return new File([table], name, { type: "text/tab-separated-values" });
}
