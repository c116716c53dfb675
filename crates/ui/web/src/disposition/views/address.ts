// Saved views in the URL: `view` names one, other parameters override it. An empty parameter removes the view's value.
import { FILTERS } from "../filters";
import { NEWEST_FIRST, orderSort } from "../sort";

/** Parameters stored in views. */
const HELD: readonly string[] = [...FILTERS, "status", "sort", "list"];

/** Stored form: list and query. */
export interface Kept {
  list: string;
  query: string;
}

export type KeptList = "candidates" | "headers";

/** Returns the effective query of a view and its overrides. */
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

/** Returns the URL with changed parameters. */
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

/** Returns whether the state differs from the view. */
export function differs(view: Kept, address: URLSearchParams): boolean {
  const own = held(view);
  const usual: Readonly<Record<string, string>> = { status: "all", sort: NEWEST_FIRST, list: "rows" };
  const plain = (name: string, value: string | null) => (value === usual[name] ? "" : (value ?? ""));
  return HELD.some((name) => address.has(name) && plain(name, address.get(name)) !== plain(name, own.get(name)));
}

/** Converts the state to a view. */
export function keptOfSeen(seen: URLSearchParams): { list: KeptList; query: string } {
  const query = new URLSearchParams();
  const orders = seen.get("list") === "orders";
  for (const name of HELD) {
    const value = seen.get(name);
    if (!value || name === "list" || (name === "status" && value === "all")) continue;
    // omit sorts that the list of orders does not have
    const plain = name === "sort" && (orders ? orderSort(value) : value) === NEWEST_FIRST;
    if (!plain) query.set(name, value);
  }
  return { list: orders ? "headers" : "candidates", query: query.toString() };
}

/** Returns the URL of a view or tab without overrides. */
export function addressOf(to: { view: number } | { status: string | undefined }, address: URLSearchParams): string {
  const next = new URLSearchParams(address);
  for (const name of [...HELD, "view"]) next.delete(name);
  if ("view" in to) next.set("view", String(to.view));
  else if (to.status) next.set("status", to.status);
  return next.toString();
}

/** Returns whether the URL contains no state. */
export function isEmptyAddress(address: URLSearchParams): boolean {
  return !["view", "open", ...HELD].some((name) => address.has(name));
}

interface Named {
  id: number;
  name: string;
  own: boolean;
}

/** Finds a view by id or name; own views first. */
export function viewNamed<View extends Named>(views: readonly View[], named: string): View | undefined {
  const called = views.filter(({ name }) => name.toLowerCase() === named.toLowerCase());
  return views.find(({ id }) => String(id) === named) ?? called.find(({ own }) => own) ?? called[0];
}
