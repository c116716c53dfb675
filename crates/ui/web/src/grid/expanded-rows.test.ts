import { expect, test } from "vitest";
import { expandedRows } from "./expanded-rows";

test("lines follow their entries, and rows map back", () => {
  const folds = expandedRows([
    { at: 3, lines: 2 },
    { at: 0, lines: 1 },
    { at: 4, lines: 0 },
  ]);
  const shown = Array.from({ length: 9 }, (_, row) => {
    const { entry, line } = folds.placeOf(row);
    return line === undefined ? String(entry) : `${entry}.${line}`;
  });
  expect(shown).toEqual(["0", "0.0", "1", "2", "3", "3.0", "3.1", "4", "5"]);
  expect(folds.extra).toBe(3);
  expect([0, 1, 2, 3, 4, 5].map(folds.rowOf)).toEqual([0, 2, 3, 4, 7, 8]);
});

test("rows without expansion are entries", () => {
  const folds = expandedRows([]);
  expect([folds.extra, folds.placeOf(7), folds.rowOf(7)]).toEqual([0, { entry: 7, line: undefined }, 7]);
});
