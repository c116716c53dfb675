// Props and handle of the grid.
import type { KeyboardEvent, RefObject } from "react";
import type { ColumnState } from "./columns";
import type { CellFault, Identified, Meant, Place } from "./types";

export interface GridHandle {
  go: (to: Place) => void;
  focus: () => void;
  /** Focuses the active cell, or the grid if there are no cells. */
  take: () => void;
  /** Restores a position. */
  resume: (to: Place) => void;
  /** Moves to the first row, for other rows. */
  reset: () => void;
  at: () => Place;
}

export interface GridProps<Row extends Identified> {
  labelledBy: string;
  columns: ColumnState<Row>;
  count: number;
  /** The count is exact. */
  exact: boolean;
  rowHeight: number;
  /** Room below the last row, in pixels; by default for a message. */
  tail?: number;
  rowAt: (row: number) => Row | undefined;
  /** Reports the visible rows. */
  want: (first: number, last: number) => void;
  sort: string;
  onSort: (column: string) => void;
  isSelected: (id: number, row: number) => boolean;
  someSelected: boolean;
  allSelected: boolean;
  onToggle: (row: number) => void;
  onRange: (from: number, to: number, begins: boolean) => void;
  onSelectAll: () => void;
  faultOf: (row: Row, column: string) => CellFault | undefined;
  toneOf: (row: Row) => string | undefined;
  onEdit: (row: Row, column: string, text: string, meant?: Meant) => void;
  /** Called after pasting or filling with the number of skipped values. */
  onFilled: (taken: number, left: number) => void;
  onOpen: (row: Row, column: string) => void;
  /** Called when the cursor changes the row. */
  onMove?: (row: number) => void;
  /** Level and expansion state of a row. */
  levelOf?: (index: number) => { level: number; expanded: boolean | undefined } | undefined;
  /** Handles keys before the grid. */
  beforeKey?: (event: KeyboardEvent, at: Place) => boolean;
  /** Handles keys that the grid ignores. */
  onKey?: (event: KeyboardEvent, at: Place) => void;
  handle: RefObject<GridHandle | null>;
}
