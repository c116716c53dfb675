// Scroll position of the list, restored on return.
import type { Selected } from "../grid/selection";

/** Cell of the list; in the list of orders `row` is an order and `line` one of its lines. */
export interface ScrollPosition {
  row: number;
  line?: number | undefined;
  column: string;
  expanded?: Selected;
}

export type List = "orders" | "rows";

interface SavedPosition {
  /** Query string of the list. */
  search: string;
  list: List;
  position: ScrollPosition;
}

let saved: SavedPosition | undefined;

export function saveScrollPosition(search: string, list: List, position: ScrollPosition): void {
  saved = { search, list, position };
}

/** Returns the saved position of a list with the same query. */
export function scrollPosition(search: string, list: List): ScrollPosition | undefined {
  return saved?.search === search && saved.list === list ? saved.position : undefined;
}

/** Returns the URL of the list that was shown last. */
export function lastListPath(): string {
  return saved?.search ? `/candidates?${saved.search}` : "/candidates";
}
