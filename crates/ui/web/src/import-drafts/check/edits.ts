// Edited cells: texts that are shown before they are stored, and edits that undo others.
import type { CellEdit, DraftColumn, DraftRow } from "../types";

/** A text that the user entered. */
export interface EnteredText {
  text: string;
  /** Version of the draft that contains the text; undefined while it is being saved. */
  version: number | undefined;
}

/** Entered texts by row and column number. */
export type EnteredTexts = ReadonlyMap<number, ReadonlyMap<number, EnteredText>>;

export function withEntered(texts: EnteredTexts, edits: readonly CellEdit[], version?: number): EnteredTexts {
  const after = new Map(texts);
  for (const { row, column, text } of edits) {
    const cells = new Map(after.get(row));
    if (text === null) cells.delete(column);
    else cells.set(column, { text, version });
    after.set(row, cells);
  }
  return after;
}

/** Removes texts that were not saved. */
export function withoutUnsaved(texts: EnteredTexts): EnteredTexts {
  const saved = [...texts].map(
    ([row, cells]) => [row, new Map([...cells].filter(([, { version }]) => version !== undefined))] as const,
  );
  return new Map(saved.filter(([, cells]) => cells.size > 0));
}

/** Returns a row with the texts that the loaded rows do not contain yet. */
export function withTexts<Row extends DraftRow>(
  row: Row,
  texts: EnteredTexts,
  columns: readonly Pick<DraftColumn, "column">[],
  loadedVersion: number,
): Row {
  const entered = texts.get(row.row);
  if (!entered) return row;
  const newer = [...entered].filter(([, { version }]) => version === undefined || version > loadedVersion);
  if (newer.length === 0) return row;
  const cells = [...row.cells];
  for (const [column, { text }] of newer) {
    const place = columns.findIndex((one) => one.column === column);
    if (place >= 0) cells[place] = text;
  }
  // the new text may resolve the problem of the former one
  const problems = row.problems.filter(({ column }) => !newer.some(([one]) => one === column));
  return { ...row, cells, edited: [...new Set([...row.edited, ...newer.map(([column]) => column)])], problems };
}

/** Returns the edits that restore the cells of rows as they are shown. */
export function reversed(
  edits: readonly CellEdit[],
  rowOf: (row: number) => Pick<DraftRow, "cells" | "edited"> | undefined,
  columns: readonly Pick<DraftColumn, "column">[],
): CellEdit[] {
  return edits.flatMap(({ row, column }) => {
    const before = rowOf(row);
    if (!before) return [];
    const place = columns.findIndex((one) => one.column === column);
    // a text of the file is restored with its type
    const text = before.edited.includes(column) ? (before.cells[place] ?? "") : null;
    return [{ row, column, text }];
  });
}

/** Returns edits that change something; the last edit of a cell counts. */
export function effective(edits: readonly CellEdit[], textOf: (edit: CellEdit) => string | undefined): CellEdit[] {
  const last = new Map(edits.map((edit) => [`${edit.row} ${edit.column}`, edit]));
  return [...last.values()].filter((edit) => edit.text !== textOf(edit));
}
