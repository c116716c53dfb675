// What keys do in a grid, apart from what they do while a cell is edited.
import type { KeyboardEvent } from "react";
import { HEAD, SELECT, type Place } from "./types";

export interface Ground {
  at: Place;
  count: number;
  /** All columns in their order, that of the checkboxes first. */
  columns: string[];
  /** Rows that fit. */
  fitting: number;
}

type Keys = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey">;

/** Where a key leads, if it is one that moves. */
export function moved({ key, ctrlKey, metaKey }: Keys, { at, count, columns, fitting }: Ground): Place | undefined {
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
