// Clipboard blocks of spreadsheets and their target cells.
import type { Place } from "./types";

/** Parses tab-separated rows with quoted cells. */
export function readBlock(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/y;
  let found = cell.exec(text);
  while (found) {
    const [, quoted, plain = "", end] = found;
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (!end) break;
    if (end !== "\t") rows.push([]);
    found = cell.exec(text);
  }
  // trailing line break
  if (rows.length > 1 && rows.at(-1)?.every((one) => one === "")) rows.pop();
  return rows;
}

export interface Filled {
  row: number;
  column: string;
  text: string;
}

/** Maximum number of cells; larger changes use the bulk edit. */
const MOST = 500;

/** Maps a block to cells; counts values for read-only columns. */
export function placeBlock(
  block: string[][],
  at: Place,
  columns: string[],
  editable: (place: Place) => boolean,
): { cells: Filled[]; left: number } {
  const first = columns.indexOf(at.column);
  const all = block.flatMap((texts, down) =>
    texts.map((text, offset) => ({ row: at.row + down, column: columns[first + offset], text })),
  );
  const cells = all.filter((cell): cell is Filled => cell.column !== undefined && editable(cell as Place));
  const taken = first < 0 ? [] : cells.slice(0, MOST);
  return { cells: taken, left: all.length - taken.length };
}

/** Returns the rows to fill: the contiguous selection around the cursor, otherwise its row. */
export function filledRows(row: number, isSelected: (row: number) => boolean): { from: number; to: number[] } {
  let [from, last] = [row, row];
  if (isSelected(row)) {
    while (isSelected(from - 1) && row - from < MOST) from -= 1;
    while (isSelected(last + 1) && last - row < MOST) last += 1;
  }
  if (from === last) return { from: row - 1, to: row > 0 ? [row] : [] };
  return { from, to: Array.from({ length: last - from }, (_, index) => from + 1 + index) };
}
