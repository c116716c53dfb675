// Orders and single lines selected together, as actions name them.
import { api, told } from "../../api/client";
import type { Selected } from "../../grid/selection";
import type { Selection } from "../candidate";
import { askedWithTab, selectionOf, type View } from "../view";
import type { Query } from "./entries";

/** So many candidates are named one by one at most. */
export const MOST_NAMED = 10_000;
/** So many orders are asked for at once: their ids stand in an address. */
const AT_ONCE = 200;
const PAGE = 500;

/** How many orders and how many single lines are named. */
export function partsOf(selected: Selected): { orders: number; lines: number } {
  const named = selected.all ? selected.except : selected.ids;
  const orders = [...named].filter((id) => id < 0).length;
  return { orders, lines: named.size - orders };
}

async function linesOf(query: Query): Promise<number[]> {
  const { items, next } = await told(api.GET("/api/sales/order/candidates", { params: { query } }));
  const ids = items.map(({ id }) => id);
  return next ? [...ids, ...(await linesOf({ ...query, after: next }))] : ids;
}

/**
 * What is selected, as actions name it. Of orders beside lines, and of orders that are left out, the lines are named;
 * undefined where these are more than can be.
 */
export async function chosenOf(selected: Selected, view: View): Promise<Selection | undefined> {
  const { orders, lines } = partsOf(selected);
  if (orders === 0 || (lines === 0 && !selected.all)) return selectionOf(selected, view);
  const named = [...(selected.all ? selected.except : selected.ids)];
  const ids = new Set(named.filter((id) => id > 0));
  const headers = named.flatMap((id) => (id < 0 ? [-id] : []));
  for (let place = 0; place < headers.length; place += AT_ONCE) {
    const headerOf = headers.slice(place, place + AT_ONCE).join();
    for (const id of await linesOf({ ...askedWithTab(view), headerOf, sort: "createdAt", limit: PAGE })) ids.add(id);
    if (ids.size > MOST_NAMED) return undefined;
  }
  return selectionOf(selected.all ? { all: true, except: ids } : { all: false, ids }, view);
}
