// Selection of orders and single lines as a request.
import { api, unwrap } from "../../api/client";
import type { Total } from "../../grid/blocks";
import type { Selected } from "../../grid/selection";
import type { Chosen } from "../candidate";
import { NOT_ORDERED, selectionOf, type View } from "../view";
import type { OrderRow, Query } from "./entries";

/** Maximum number of candidates selected by id. */
export const MAX_SELECTED = 10_000;
/** Maximum number of orders per query, because the ids are in the URL. */
const AT_ONCE = 200;
const PAGE = 500;

/** Counts selected orders and single lines. */
export function partsOf(selected: Selected): { orders: number; lines: number } {
  const named = selected.all ? selected.except : selected.ids;
  const orders = [...named].filter((id) => id < 0).length;
  return { orders, lines: named.size - orders };
}

/** Unprocessed lines by order id, as far as loaded. */
export type LineCounts = ReadonlyMap<number, number>;

export function openLines({ counts }: Pick<OrderRow, "counts">): number {
  return counts.new + counts.error + counts.inactive;
}

/** Counts selected lines; for all orders possibly a lower bound. */
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
 * Converts the selection to a request. An order includes all its lines. Mixed selections are sent by line id;
 * undefined if there are too many.
 */
export async function chosenOf(selected: Selected, view: View): Promise<Chosen | undefined> {
  const { orders, lines } = partsOf(selected);
  // if single lines are deselected, their orders keep the filter
  const widened: Pick<Chosen, "scope"> = view.orders && selected.all && lines === 0 ? { scope: "order" } : {};
  if (orders === 0 || (lines === 0 && !selected.all)) return { selection: selectionOf(selected, view), ...widened };
  const named = [...(selected.all ? selected.except : selected.ids)];
  const ids = new Set(named.filter((id) => id > 0));
  const headers = named.flatMap((id) => (id < 0 ? [-id] : []));
  for (let place = 0; place < headers.length; place += AT_ONCE) {
    const headerOf = headers.slice(place, place + AT_ONCE).join();
    for (const id of await linesOf({ status: NOT_ORDERED, headerOf, sort: "createdAt", limit: PAGE })) ids.add(id);
    if (ids.size > MAX_SELECTED) return undefined;
  }
  const byLine = selected.all ? { all: true as const, except: ids } : { all: false as const, ids };
  return { selection: selectionOf(byLine, view), ...widened };
}
