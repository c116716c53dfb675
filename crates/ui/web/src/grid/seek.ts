// From one row to the next of a kind, beyond the screen too.
import { BLOCK } from "./blocks";

/** So many rows are looked through. */
const SOUGHT = 2_000;

interface Rows<Row> {
  /** What is on the screen. */
  rowAt: (row: number) => Row | undefined;
  rows: (first: number, last: number) => Promise<Row[]>;
}

/** The next row after `from` in which something is found, wherever in the list it is; none once it is no longer sought. */
export async function seek<Row, Found>(
  { rowAt, rows }: Rows<Row>,
  { from, step, count }: { from: number; step: 1 | -1; count: number },
  find: (row: Row) => Found | undefined,
  isSought: () => boolean,
): Promise<{ row: number; found: Found } | undefined> {
  const end = from + step * SOUGHT;
  for (let row = from + step; row !== end && row >= 0 && row < count; row += step) {
    const block = Math.floor(row / BLOCK) * BLOCK;
    const here = rowAt(row) ?? (await rows(block, Math.min(count - 1, block + BLOCK - 1)))[row - block];
    if (!isSought()) return undefined;
    const found = here && find(here);
    if (found !== undefined) return { row, found };
  }
  return undefined;
}
