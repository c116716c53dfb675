// Search for the next matching row, also beyond the loaded ones.
import { BLOCK } from "./blocks";

/** Rows searched before `isBeyond` is checked. */
const MAX_SEARCHED = 2_000;

interface Rows<Row> {
  /** Loaded row. */
  rowAt: (row: number) => Row | undefined;
  rows: (first: number, last: number) => Promise<Row[]>;
  /** Returns whether a match exists beyond a row; without it, none. */
  isBeyond?: (row: number, step: 1 | -1) => Promise<boolean>;
}

/** Returns the next match after `from`; undefined if there is none or the search was superseded. */
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
