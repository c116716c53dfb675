// Key handling of the focused cell.
import type { KeyboardEvent } from "react";
import type { useCellEditing } from "./cell-editing";
import type { CellFocus } from "./cell-focus";
import type { ColumnState } from "./columns";
import { fillDown } from "./paste-and-fill";
import type { GridProps } from "./props";
import { actOnHead, actOnRow, moved, type KeyContext, type RowAct } from "./keys";
import { HEAD, SELECT, type Identified, type Place } from "./types";

const RESIZE_STEP = 16;

interface KeyHandlerContext<Row extends Identified> {
  at: Place;
  context: Omit<KeyContext, "at">;
  cell: ReturnType<typeof useCellEditing<Row>>;
  focus: CellFocus;
  go: (to: Place, extend?: boolean) => void;
}

export function createKeyHandler<Row extends Identified>(
  props: GridProps<Row>,
  { at, context, cell, focus, go }: KeyHandlerContext<Row>,
): (event: KeyboardEvent) => void {
  const { columns } = props;
  const inHead = (event: KeyboardEvent): boolean => {
    const pressed = actOnHead(event);
    const column = columns.shown.find(({ id }) => id === at.column);
    if (pressed?.act === "press") {
      if (at.column === SELECT) props.onSelectAll();
      else if (column) props.onSort(column.id);
    } else if (pressed && column) {
      changeColumn(columns, column.id, pressed.act, pressed.sideways);
      if (pressed.act === "move") focus.wish(true);
    }
    return pressed !== undefined && (pressed.act === "press" || column !== undefined);
  };

  const inBody = (event: KeyboardEvent): boolean => {
    const row = props.rowAt(at.row);
    const [selectable, editable, letters] = [columns.selectable, cell.isEditable(at), cell.takesLetters(at)];
    // Escape leaves a text cell
    if (event.key === "Escape" && letters) {
      go({ row: at.row, column: selectable ? SELECT : (columns.shown[0]?.id ?? at.column) });
      return true;
    }
    const act = actOnRow(event, { selectable, editable, letters });
    const acts: Record<RowAct, () => void> = {
      toggle: () => props.onToggle(at.row),
      open: () => row && props.onOpen(row, at.column),
      edit: () => cell.begin(at),
      clear: () => row && props.onEdit(row, at.column, ""),
      type: () => cell.begin(at, event.key),
    };
    if (act) acts[act]();
    return act !== undefined;
  };

  return (event) => {
    if (cell.editing !== undefined) return;
    // some layouts need Alt for brackets
    if (event.altKey) return props.onKey?.(event, at);
    if (props.beforeKey?.(event, at)) {
      event.preventDefault();
    } else if (at.row === HEAD ? inHead(event) : inBody(event)) {
      event.preventDefault();
    } else if ((event.ctrlKey || event.metaKey) && event.key === "a") {
      event.preventDefault();
      if (columns.selectable) props.onSelectAll();
    } else if ((event.ctrlKey || event.metaKey) && event.key === "d" && at.row !== HEAD) {
      event.preventDefault();
      const next = fillDown(props, at, cell);
      if (next !== undefined) go({ ...at, row: Math.min(context.count - 1, next) });
    } else {
      const to = moved(event, { ...context, at });
      if (!to) return props.onKey?.(event, at);
      event.preventDefault();
      // ranges end at the first row, not the header
      const up = event.shiftKey && to.row === HEAD ? { ...to, row: 0 } : to;
      go(up, event.shiftKey);
    }
    event.stopPropagation();
    return undefined;
  };
}

/** Resizes a column or swaps it with its neighbour. */
function changeColumn<Row>(columns: ColumnState<Row>, id: string, act: "size" | "move", sideways: 1 | -1): void {
  if (act === "size") {
    const size = columns.table.getColumn(id)?.getSize() ?? columns.shown.find((column) => column.id === id)?.size ?? 0;
    columns.setSize(id, size + sideways * RESIZE_STEP);
    return;
  }
  const order = columns.shown.map((column) => column.id);
  const here = order.indexOf(id);
  if (sideways < 0) columns.move(id, order[here - 1]);
  else columns.move(order[here + 1] ?? id, id);
}
