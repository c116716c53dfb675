// Where the list was left, so that who comes back to it goes on there.
import type { Selected } from "../grid/selection";

/** A cell of the list of rows; in that of orders the row is an order, or a line of it. */
export interface ScrollPosition {
  row: number;
  line?: number | undefined;
  column: string;
  /** The orders that are unfolded. */
  expanded?: Selected;
}

export type List = "orders" | "rows";

interface SavedPosition {
  /** What the list was narrowed to, as it stood in the address. */
  search: string;
  list: List;
  position: ScrollPosition;
}

let saved: SavedPosition | undefined;

export function saveScrollPosition(search: string, list: List, position: ScrollPosition): void {
  saved = { search, list, position };
}

/** The cell where a list that is narrowed like this was left. */
export function scrollPosition(search: string, list: List): ScrollPosition | undefined {
  return saved?.search === search && saved.list === list ? saved.position : undefined;
}

/** The list as it was left. */
export function lastListPath(): string {
  return saved?.search ? `/candidates?${saved.search}` : "/candidates";
}
