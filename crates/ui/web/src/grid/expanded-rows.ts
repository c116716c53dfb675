// Rows of which some are unfolded: how entries and their lines stand one under the other.

/** An unfolded entry, by its place among the entries, and how many lines it has. */
export interface ExpandedRow {
  at: number;
  lines: number;
}

/** An entry, or with `line` one of its lines, from 0. */
export interface RowPosition {
  entry: number;
  line: number | undefined;
}

export interface ExpandedRows {
  /** How many rows the lines take. */
  extra: number;
  placeOf: (row: number) => RowPosition;
  rowOf: (entry: number) => number;
}

export function expandedRows(unfolded: readonly ExpandedRow[]): ExpandedRows {
  const folds: (ExpandedRow & { row: number })[] = [];
  let extra = 0;
  for (const { at, lines } of unfolded.toSorted((one, other) => one.at - other.at)) {
    folds.push({ at, lines, row: at + extra });
    extra += lines;
  }
  /** The last of which something holds that holds of all before it. */
  const last = (holds: (fold: ExpandedRow & { row: number }) => boolean) => {
    let [low, high] = [0, folds.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const fold = folds[middle];
      if (fold && holds(fold)) low = middle + 1;
      else high = middle;
    }
    return folds[low - 1];
  };
  return {
    extra,
    placeOf: (row) => {
      const above = last((fold) => fold.row <= row);
      if (!above || row === above.row) return { entry: above?.at ?? row, line: undefined };
      const line = row - above.row - 1;
      return line < above.lines
        ? { entry: above.at, line }
        : { entry: row - above.row + above.at - above.lines, line: undefined };
    },
    rowOf: (entry) => {
      const above = last((fold) => fold.at < entry);
      return above ? above.row + above.lines + entry - above.at : entry;
    },
  };
}
