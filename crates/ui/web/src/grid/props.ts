// What a grid takes, and how others move its cursor.
import type { KeyboardEvent, RefObject } from "react";
import type { ColumnState } from "./columns";
import type { CellFault, Identified, Meant, Place } from "./types";

export interface GridHandle {
  go: (to: Place) => void;
  focus: () => void;
  /** The focus to the cell where the cursor is; the grid itself holds it while there are no cells. */
  take: () => void;
  /** To where someone was before. */
  resume: (to: Place) => void;
  /** To the first row, because the rows are others now. */
  reset: () => void;
  at: () => Place;
}

export interface GridProps<Row extends Identified> {
  labelledBy: string;
  columns: ColumnState<Row>;
  count: number;
  /** Whether there are no more than the count says. */
  exact: boolean;
  rowHeight: number;
  rowAt: (row: number) => Row | undefined;
  /** Which rows are looked at. */
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
  /** Several cells were given values at once; so many values were not taken. */
  onFilled: (taken: number, left: number) => void;
  onOpen: (row: Row, column: string) => void;
  /** The cursor came to another row. */
  onMove?: (row: number) => void;
  /** Of rows that are unfolded to others: how deep one stands, and whether it is unfolded, if it can be. */
  levelOf?: (index: number) => { level: number; expanded: boolean | undefined } | undefined;
  /** Keys that come before the grid's own. */
  beforeKey?: (event: KeyboardEvent, at: Place) => boolean;
  /** Keys that are not the grid's own. */
  onKey?: (event: KeyboardEvent, at: Place) => void;
  handle: RefObject<GridHandle | null>;
}
