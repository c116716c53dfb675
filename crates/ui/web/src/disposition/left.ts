// Where the list was left, so that who comes back to it goes on there.
import type { Selected } from "../grid/selection";

/** A cell of the list of rows; in that of orders the row is an order, or a line of it. */
export interface LeftAt {
  row: number;
  line?: number | undefined;
  column: string;
  /** The orders that are unfolded. */
  unfolded?: Selected;
}

export type List = "orders" | "rows";

interface Left {
  /** What the list was narrowed to, as it stood in the address. */
  search: string;
  list: List;
  at: LeftAt;
}

let left: Left | undefined;

export function leaveList(search: string, list: List, at: LeftAt): void {
  left = { search, list, at };
}

/** The cell where a list that is narrowed like this was left. */
export function leftAt(search: string, list: List): LeftAt | undefined {
  return left?.search === search && left.list === list ? left.at : undefined;
}

/** The list as it was left. */
export function listLeft(): string {
  return left?.search ? `/candidates?${left.search}` : "/candidates";
}
