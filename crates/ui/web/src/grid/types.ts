import type { ReactNode } from "react";
import type { Option } from "../parts/option-list";

export interface Identified {
  id: number;
}

export interface GridColumn<Row> {
  id: string;
  header: string;
  /** Default width in pixels. */
  size: number;
  numeric?: boolean;
  /** Sort name of the API. */
  sort?: string;
  pinned?: boolean;
  /** Hidden by default. */
  hidden?: boolean;
  show: (row: Row) => ReactNode;
  /** Returns the initial editor text; undefined if read-only. */
  edit?: (row: Row) => string | undefined;
  /** Letters start editing instead of being shortcuts. */
  letters?: boolean;
  /** Hook with suggestions for reference values. */
  useLookUp?: ((typed: string | undefined) => LookUp) | undefined;
}

/** Suggestions for a text. */
export interface LookUp {
  options: Option[];
  /** The options belong to an older text. */
  loading: boolean;
  /** Loads the options for a text without waiting for a render. */
  seek: (text: string) => Promise<Option[]>;
}

/** The selected option, possibly pending; undefined for plain text. */
export type Meant = Option | Promise<Option | undefined> | undefined;

export interface CellFault {
  message: string;
  /** Rejected text. */
  text?: string;
}

/** Cell by row (zero-based, -1 is the header) and column. */
export interface Place {
  row: number;
  column: string;
}

export const SELECT = "select";
export const HEAD = -1;
export const NOWHERE: Place = { row: HEAD, column: SELECT };
