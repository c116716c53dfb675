// Lines on hold by reason.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap, type Schemas } from "../api/client";
import type { Chosen } from "../disposition/candidate";

export type HoldGroup = Schemas["HoldGroup"];

export const HOLDS = ["holds"] as const;

export function holdsQuery(dataSource?: string) {
  return queryOptions({
    queryKey: [...HOLDS, "groups", dataSource],
    queryFn: ({ signal }) => {
      const query = dataSource ? { dataSource } : {};
      return unwrap(api.GET("/api/sales/order/candidates/holds", { signal, params: { query } }));
    },
    placeholderData: keepPreviousData,
  });
}

/** Filter of the group for lists and selections. */
export function filterOf({ filter }: Pick<HoldGroup, "filter">): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** Statuses of the lines that are not yet in a sales order. */
const OPEN = "new,error";

/** Selects incoming orders with all their open lines; an empty list selects all of the group. */
export function selectionOf(group: Pick<HoldGroup, "filter">, orders: readonly number[]): Chosen {
  if (orders.length > 0) return { selection: { filter: { status: OPEN, headerOf: [...orders] } } };
  return { selection: { filter: filterOf(group) }, scope: "order" };
}

/** Returns the URL of the list of these incoming orders; an empty list means all of the group. */
export function listOf(group: Pick<HoldGroup, "filter">, orders: readonly number[] = []): string {
  const filter = orders.length > 0 ? { headerOf: orders.join() } : filterOf(group);
  return `/candidates?${new URLSearchParams({ list: "orders", ...filter }).toString()}`;
}

/** Returns the URL of the lines of an incoming order. */
export function linesOf(candidateId: number): string {
  return `/candidates?list=rows&headerOf=${candidateId}`;
}
