// A saved view in the address: `view` names it, and beside it stands what differs from it. A blank one leaves the view's out.
import { FILTERS } from "../filters";
import { NEWEST_FIRST, orderSort } from "../sort";

/** What a view holds of the address. */
const HELD: readonly string[] = [...FILTERS, "status", "sort", "list"];

/** How the service keeps it: the parameters of one of both lists. */
export interface Kept {
  list: string;
  query: string;
}

export type KeptList = "candidates" | "headers";

/** What somebody sees who looks through a view, as it would stand in an address without one. */
export function throughView(view: Kept | undefined, address: URLSearchParams): URLSearchParams {
  if (!view) return address;
  const seen = new URLSearchParams(address);
  for (const [name, value] of held(view)) if (!seen.has(name)) seen.set(name, value);
  return seen;
}

function held({ list, query }: Kept): URLSearchParams {
  const all = new URLSearchParams(query);
  all.set("list", list === "headers" ? "orders" : "rows");
  if (all.get("sort") === NEWEST_FIRST) all.delete("sort");
  return all;
}

/** The address with something else in it. */
export function withChange(
  view: Kept | undefined,
  address: URLSearchParams,
  to: Record<string, string | undefined>,
): URLSearchParams {
  const changed = new URLSearchParams(address);
  const own = view && held(view);
  for (const [name, value = ""] of Object.entries(to)) {
    if (value === (own?.get(name) ?? "")) changed.delete(name);
    else changed.set(name, value);
  }
  return changed;
}

/** Whether somebody sees something else than the view holds. */
export function differs(view: Kept, address: URLSearchParams): boolean {
  const own = held(view);
  const usual: Readonly<Record<string, string>> = { status: "all", sort: NEWEST_FIRST, list: "rows" };
  const plain = (name: string, value: string | null) => (value === usual[name] ? "" : (value ?? ""));
  return HELD.some((name) => address.has(name) && plain(name, address.get(name)) !== plain(name, own.get(name)));
}

/** What is seen, as a view holds it. */
export function keptOfSeen(seen: URLSearchParams): { list: KeptList; query: string } {
  const query = new URLSearchParams();
  const orders = seen.get("list") === "orders";
  for (const name of HELD) {
    const value = seen.get(name);
    if (!value || name === "list" || (name === "status" && value === "all")) continue;
    // an order that only candidates have is none of a list of orders
    const plain = name === "sort" && (orders ? orderSort(value) : value) === NEWEST_FIRST;
    if (!plain) query.set(name, value);
  }
  return { list: orders ? "headers" : "candidates", query: query.toString() };
}

/** The address of a view, or of a tab, and nothing else of what a view holds. */
export function addressOf(to: { view: number } | { status: string | undefined }, address: URLSearchParams): string {
  const next = new URLSearchParams(address);
  for (const name of [...HELD, "view"]) next.delete(name);
  if ("view" in to) next.set("view", String(to.view));
  else if (to.status) next.set("status", to.status);
  return next.toString();
}

/** Whether nothing is said of what is to be seen. */
export function saysNothing(address: URLSearchParams): boolean {
  return !["view", "open", ...HELD].some((name) => address.has(name));
}

interface Named {
  id: number;
  name: string;
  own: boolean;
}

/** The view that an address means: by its id or its name, one's own before those of others. */
export function viewNamed<View extends Named>(views: readonly View[], named: string): View | undefined {
  const called = views.filter(({ name }) => name.toLowerCase() === named.toLowerCase());
  return views.find(({ id }) => String(id) === named) ?? called.find(({ own }) => own) ?? called[0];
}
