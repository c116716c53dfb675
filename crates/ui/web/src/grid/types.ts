import type { ReactNode } from "react";
import type { Option } from "../parts/option-list";

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
  /** What is edited there is text: letters begin to edit it, and are no commands. */
  letters?: boolean;
  /** A hook that finds what fits what is typed, where values are chosen among records. */
  useLookUp?: ((typed: string | undefined) => LookUp) | undefined;
}

/** What is offered for what is typed into a cell. */
export interface LookUp {
  options: Option[];
  /** They are those of before what is typed now. */
  loading: boolean;
  /** The same for a text, for who has gone on before they came. */
  seek: (text: string) => Promise<Option[]>;
}

/** What was meant by what was typed into a cell, perhaps still on its way; nothing where it stands as it is. */
export type Meant = Option | Promise<Option | undefined> | undefined;

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
/** No row. */
export const NOWHERE: Place = { row: HEAD, column: SELECT };
