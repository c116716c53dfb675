// Row arithmetic of expandable entries.

/** Index of an expanded entry and its number of lines. */
export interface ExpandedRow {
  at: number;
  lines: number;
}

/** Entry, or with `line` one of its lines, zero-based. */
export interface RowPosition {
  entry: number;
  line: number | undefined;
}

export interface ExpandedRows {
  /** Number of rows of lines. */
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
  /** Binary search for the last row that satisfies a monotonic condition. */
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
