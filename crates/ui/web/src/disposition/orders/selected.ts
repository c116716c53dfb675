// Orders and single lines selected together, as actions name them.
import { api, unwrap } from "../../api/client";
import type { Total } from "../../grid/blocks";
import type { Selected } from "../../grid/selection";
import type { Chosen } from "../candidate";
import { NOT_ORDERED, selectionOf, type View } from "../view";
import type { OrderRow, Query } from "./entries";

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

/** Lines of orders that are not processed, by the order's id, as far as the orders were seen. */
export type LineCounts = ReadonlyMap<number, number>;

export function openLines({ counts }: Pick<OrderRow, "counts">): number {
  return counts.new + counts.error + counts.inactive;
}

/** How many lines are selected in a list of orders; of those of all orders only a lower bound may be known. */
export function selectedLines(selected: Selected, known: LineCounts, matching: Total | undefined): Total {
  const named = [...(selected.all ? selected.except : selected.ids)];
  const lines = named.map((id) => (id < 0 ? known.get(id) : 1));
  const sum = lines.reduce<number>((all, one) => all + (one ?? 1), 0);
  const exact = !lines.includes(undefined);
  if (!selected.all) return { value: sum, exact };
  return { value: Math.max(0, (matching?.value ?? 0) - sum), exact: exact && matching?.exact === true };
}

async function linesOf(query: Query): Promise<number[]> {
  const { items, next } = await unwrap(api.GET("/api/sales/order/candidates", { params: { query } }));
  const ids = items.map(({ id }) => id);
  return next ? [...ids, ...(await linesOf({ ...query, after: next }))] : ids;
}

/**
 * What is selected, as actions name it: an order is all its lines. Of orders beside lines, and of orders that are left
 * out, the lines are named; undefined where these are more than can be.
 */
export async function chosenOf(selected: Selected, view: View): Promise<Chosen | undefined> {
  const { orders, lines } = partsOf(selected);
  // with single lines left out of all, the others of their orders stay as they are shown
  const widened: Pick<Chosen, "scope"> = view.orders && selected.all && lines === 0 ? { scope: "order" } : {};
  if (orders === 0 || (lines === 0 && !selected.all)) return { selection: selectionOf(selected, view), ...widened };
  const named = [...(selected.all ? selected.except : selected.ids)];
  const ids = new Set(named.filter((id) => id > 0));
  const headers = named.flatMap((id) => (id < 0 ? [-id] : []));
  for (let place = 0; place < headers.length; place += AT_ONCE) {
    const headerOf = headers.slice(place, place + AT_ONCE).join();
    for (const id of await linesOf({ status: NOT_ORDERED, headerOf, sort: "createdAt", limit: PAGE })) ids.add(id);
    if (ids.size > MOST_NAMED) return undefined;
  }
  const byLine = selected.all ? { all: true as const, except: ids } : { all: false as const, ids };
  return { selection: selectionOf(byLine, view), ...widened };
}
