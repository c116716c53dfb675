import type { ReactNode } from "react";

/** What a row must have. */
export interface Identified {
  id: number;
}

export interface GridColumn<Row> {
  id: string;
  header: string;
  /** Width in pixels until someone drags it. */
  size: number;
  numeric?: boolean;
  /** The name by which the service sorts it, if it does. */
  sort?: string;
  /** Stays at the left while the others scroll. */
  pinned?: boolean;
  /** Not shown until someone asks for it. */
  hidden?: boolean;
  show: (row: Row) => ReactNode;
  /** The text that an editor begins with; undefined where the row cannot be edited. */
  edit?: (row: Row) => string | undefined;
}

/** What is wrong with a cell. */
export interface CellFault {
  message: string;
  /** What was typed there and not taken. */
  text?: string;
}

/** A cell by its row, from 0, and column; row -1 is the head. */
export interface Place {
  row: number;
  column: string;
}

export const SELECT = "select";
export const HEAD = -1;
