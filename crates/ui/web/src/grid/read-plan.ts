// Decides which end of a list that is read by cursor is read next.

export interface ReadRows {
  /** Number of rows read from the first row. */
  front: number;
  /** Number of rows read from the last row. */
  rear: number;
  count: number;
  /** The list can be read from its last row. */
  reversible: boolean;
}

export interface NextRead {
  from: "front" | "rear";
  /** Number of rows up to the farthest missing one. */
  missing: number;
}

/** Rows that are read before they are visible. */
const AHEAD = 30;

/** Returns the next read for the visible rows; undefined if all of them are known. */
export function nextRead(first: number, last: number, rows: ReadRows): NextRead | undefined {
  const { front, rear, count, reversible } = rows;
  const rearStart = count - rear;
  if (front >= rearStart) return undefined;
  const from = Math.max(first, front);
  const to = Math.min(last, rearStart - 1);
  if (from > to) return last < front && last + AHEAD >= front ? { from: "front", missing: 1 } : undefined;
  const down = to - front + 1;
  const up = rearStart - from;
  return reversible && up < down ? { from: "rear", missing: up } : { from: "front", missing: down };
}
