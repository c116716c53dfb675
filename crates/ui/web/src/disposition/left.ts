// Where the list was left, so that who comes back to it goes on there.
import type { Place } from "../grid/types";

interface Left {
  /** What the list was narrowed to, as it stood in the address. */
  search: string;
  at: Place;
}

let left: Left | undefined;

export function leaveList(search: string, at: Place): void {
  left = { search, at };
}

/** The cell where a list that is narrowed like this was left. */
export function leftAt(search: string): Place | undefined {
  return left?.search === search ? left.at : undefined;
}

/** The list as it was left. */
export function listLeft(): string {
  return left?.search ? `/candidates?${left.search}` : "/candidates";
}
