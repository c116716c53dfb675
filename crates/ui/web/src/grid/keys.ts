// Key bindings of the grid outside the editor.
import type { KeyboardEvent } from "react";
import { HEAD, SELECT, type Place } from "./types";

export interface KeyContext {
  at: Place;
  count: number;
  /** All columns, checkboxes first. */
  columns: string[];
  /** Rows per page. */
  fitting: number;
}

type Keys = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey">;

/** Returns the target of a movement key. */
export function moved({ key, ctrlKey, metaKey }: Keys, { at, count, columns, fitting }: KeyContext): Place | undefined {
  const column = Math.max(0, columns.indexOf(at.column));
  const far = ctrlKey || metaKey;
  const to = (row: number, place: number): Place => ({
    row: Math.max(HEAD, Math.min(count - 1, row)),
    column: columns[Math.max(0, Math.min(columns.length - 1, place))] ?? SELECT,
  });
  const page = Math.max(1, fitting - 1);
  switch (key) {
    case "ArrowDown":
      return to(far ? count - 1 : at.row + 1, column);
    case "ArrowUp":
      return to(far ? 0 : at.row - 1, column);
    case "ArrowRight":
      return to(at.row, column + 1);
    case "ArrowLeft":
      return to(at.row, column - 1);
    case "PageDown":
      return to(at.row + page, column);
    case "PageUp":
      return to(Math.max(0, at.row - page), column);
    case "Home":
      return far ? to(0, column) : to(at.row, 0);
    case "End":
      return far ? to(count - 1, column) : to(at.row, columns.length - 1);
    default:
      return undefined;
  }
}

/** Keys that start editing a number or date. */
const BEGINS_NUMBER = /^[\d,.+-]$/;
/** Keys that start editing text; space selects the row. */
const BEGINS_TEXT = /^\S$/u;

export type RowAct = "toggle" | "open" | "edit" | "clear" | "type";

/** Returns the action of a key on a cell. */
export function actOnRow(
  { key, ctrlKey, metaKey }: Keys,
  { selectable, editable, letters = false }: { selectable: boolean; editable: boolean; letters?: boolean },
): RowAct | undefined {
  if (key === " " && selectable) return "toggle";
  const chord = ctrlKey || metaKey;
  if (key === "Enter" && !editable && !chord) return "open";
  if ((key === "Enter" && !chord) || key === "F2") return "edit";
  if (key === "Delete" && editable) return "clear";
  const begins = letters ? BEGINS_TEXT : BEGINS_NUMBER;
  return begins.test(key) && !chord && editable ? "type" : undefined;
}

export type HeadAct = { act: "press" } | { act: "size" | "move"; sideways: 1 | -1 };

/** Returns the action of a key on a header. */
export function actOnHead({ key, ctrlKey, shiftKey }: Keys & { shiftKey: boolean }): HeadAct | undefined {
  if (key === "Enter" || key === " ") return { act: "press" };
  const sideways = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : undefined;
  if (!sideways || !(shiftKey || ctrlKey)) return undefined;
  return { act: shiftKey ? "size" : "move", sideways };
}

/** Returns the next editable cell in this or the next row, otherwise the same one. */
export function besideEditable(
  at: Place,
  step: 1 | -1,
  { count, columns }: Pick<KeyContext, "count" | "columns">,
  editable: (place: Place) => boolean,
): Place {
  let { row } = at;
  let place = columns.indexOf(at.column);
  for (let tries = 0; tries < columns.length * 2; tries++) {
    place += step;
    if (place < 0 || place >= columns.length) {
      row += step;
      place = step > 0 ? 0 : columns.length - 1;
      if (row < 0 || row >= count) return at;
    }
    const to = { row, column: columns[place] ?? SELECT };
    if (editable(to)) return to;
  }
  return at;
}

/** How the editor was left. */
export type Leaving = "down" | "next" | "previous" | "stay" | "cancel";

/** Returns the next cell and whether it opens for editing. */
export function afterEditing(
  leaving: Leaving,
  at: Place,
  ground: Pick<KeyContext, "count" | "columns">,
  editable: (place: Place) => boolean,
): { to: Place; edit: boolean } | undefined {
  if (leaving === "down") return { to: { ...at, row: Math.min(ground.count - 1, at.row + 1) }, edit: false };
  if (leaving !== "next" && leaving !== "previous") return undefined;
  const to = besideEditable(at, leaving === "next" ? 1 : -1, ground, editable);
  // do not reopen the saved cell
  return { to, edit: to.row !== at.row || to.column !== at.column };
}

/** Returns the nearest existing cell. */
export function nearest({ row, column }: Place, { count, columns }: Pick<KeyContext, "count" | "columns">): Place {
  return {
    row: Math.min(row, Math.max(0, count - 1)),
    column: columns.includes(column) ? column : (columns[0] ?? SELECT),
  };
}
