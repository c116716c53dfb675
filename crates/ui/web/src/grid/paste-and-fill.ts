// Pasting blocks and filling down.
import type { ClipboardEvent } from "react";
import { filledRows, placeBlock, readBlock } from "./block";
import type { useCellEditing } from "./cell-editing";
import type { GridProps } from "./props";
import { HEAD, type Identified, type Place } from "./types";

type Cells<Row extends Identified> = Pick<ReturnType<typeof useCellEditing<Row>>, "editing" | "isEditable" | "textAt">;

/** Creates the paste handler. */
export function createPasteHandler<Row extends Identified>(props: GridProps<Row>, at: Place, cell: Cells<Row>) {
  return (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text/plain");
    // the editor pastes into its text
    if (cell.editing !== undefined || at.row === HEAD || !text) return;
    event.preventDefault();
    const { cells, left } = placeBlock(readBlock(text), at, props.columns.ids, cell.isEditable);
    for (const { row, column, text: value } of cells) {
      const known = props.rowAt(row);
      if (known) props.onEdit(known, column, value);
    }
    props.onFilled(cells.length, left);
  };
}

/** Fills the cell or the selected rows; returns the next row if anything was filled. */
export function fillDown<Row extends Identified>(
  props: GridProps<Row>,
  at: Place,
  cell: Cells<Row>,
): number | undefined {
  const isSelected = (row: number) => {
    const known = row >= 0 ? props.rowAt(row) : undefined;
    return known !== undefined && props.isSelected(known.id, row);
  };
  const { from, to } = filledRows(at.row, isSelected);
  const text = cell.textAt({ row: from, column: at.column });
  const rows = to.filter((row) => cell.isEditable({ row, column: at.column }));
  if (!text) {
    props.onFilled(0, 0);
    return undefined;
  }
  for (const row of rows) {
    const known = props.rowAt(row);
    if (known) props.onEdit(known, at.column, text);
  }
  props.onFilled(rows.length, to.length - rows.length);
  return Math.max(at.row, ...rows) + (rows.length === 1 ? 1 : 0);
}
