// From one row to the next of a kind, beyond the screen too.
import { BLOCK } from "./blocks";

/** So many rows are looked through before somebody who knows more is asked whether that is any use. */
const MAX_SEARCHED = 2_000;

interface Rows<Row> {
  /** What is on the screen. */
  rowAt: (row: number) => Row | undefined;
  rows: (first: number, last: number) => Promise<Row[]>;
  /** Whether there is anything to find beyond a row that was looked at; without it, nothing. */
  isBeyond?: (row: number, step: 1 | -1) => Promise<boolean>;
}

/** The next row after `from` in which something is found, wherever in the list it is; none once it is no longer sought. */
export async function findRow<Row, Found>(
  { rowAt, rows, isBeyond }: Rows<Row>,
  { from, step, count }: { from: number; step: 1 | -1; count: number },
  find: (row: Row) => Found | undefined,
  isSought: () => boolean,
): Promise<{ row: number; found: Found } | undefined> {
  for (let row = from + step; row >= 0 && row < count; row += step) {
    if (Math.abs(row - from) % MAX_SEARCHED === 0 && !(await isBeyond?.(row - step, step))) return undefined;
    const block = Math.floor(row / BLOCK) * BLOCK;
    const here = rowAt(row) ?? (await rows(block, Math.min(count - 1, block + BLOCK - 1)))[row - block];
    if (!isSought()) return undefined;
    const found = here && find(here);
    if (found !== undefined) return { row, found };
  }
  return undefined;
}
