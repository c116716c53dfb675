import { expect, test } from "vitest";
import type { DraftRow } from "../types";
import { effective, reversed, withEntered, withoutUnsaved, withTexts } from "./edits";

const COLUMNS = [{ column: 0 }, { column: 2 }];
const ROW: DraftRow = {
  row: 4,
  cells: ["A001", "31.02.2026"],
  edited: [0],
  check: "rejected",
  problems: [{ code: "cell.date", message: "", pointer: "/dateRequired", column: 2, kind: "error", suggestions: [] }],
};
const EDIT = { row: 4, column: 2, text: "28.02.2026" };

test("entered text is shown before the rows are loaded again", () => {
  const shown = withTexts(ROW, withEntered(new Map(), [EDIT]), COLUMNS, 7);
  expect(shown).toMatchObject({ cells: ["A001", "28.02.2026"], edited: [0, 2], problems: [] });
});

test("loaded rows that contain the text replace it", () => {
  const texts = withEntered(new Map(), [EDIT], 8);
  expect(withTexts(ROW, texts, COLUMNS, 7).cells[1]).toBe("28.02.2026");
  expect(withTexts(ROW, texts, COLUMNS, 8)).toBe(ROW);
});

test("texts that were not saved are removed", () => {
  const texts = withEntered(withEntered(new Map(), [EDIT], 8), [{ ...EDIT, row: 5 }]);
  expect([...withoutUnsaved(texts).keys()]).toEqual([4]);
});

test("undo restores the text of the file by null and an edited text as it was", () => {
  const edits = [EDIT, { row: 4, column: 0, text: "A002" }];
  expect(reversed(edits, () => ROW, COLUMNS)).toEqual([
    { row: 4, column: 2, text: null },
    { row: 4, column: 0, text: "A001" },
  ]);
});

test("undo of an undo enters the text again", () => {
  const after = withTexts(ROW, withEntered(new Map(), [EDIT]), COLUMNS, 7);
  expect(reversed([{ ...EDIT, text: null }], () => after, COLUMNS)).toEqual([EDIT]);
});

test("restored cell is no longer an entered text", () => {
  const texts = withEntered(withEntered(new Map(), [EDIT], 8), [{ ...EDIT, text: null }], 9);
  expect(withTexts(ROW, texts, COLUMNS, 7)).toBe(ROW);
});

test("edits without effect are left out", () => {
  const edits = [EDIT, { ...EDIT, text: "31.02.2026" }, { row: 4, column: 0, text: "A002" }];
  const textOf = ({ column }: { column: number }) => ROW.cells[COLUMNS.findIndex((one) => one.column === column)];
  expect(effective(edits, textOf)).toEqual([{ row: 4, column: 0, text: "A002" }]);
});
