// Queries and filters of orders.
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, unwrap, type Schemas } from "../api/client";
import type { paths } from "../api/schema.gen";
import { definedOf, type CursorSource } from "../grid/record-rows";
import type { Query } from "../parts/query-string";

export type Order = Schemas["Order"];
/** Order or preview. */
export type PlannedOrder = Schemas["PlannedOrder"];
export type OrderHead = Schemas["OrderHead"];
export type OrderLine = Schemas["OrderLine"];

/** Filter parameters, named as in the API. */
export const ORDER_FILTERS = [
  "q",
  "status",
  "org",
  "bpartner",
  "dataSource",
  "externalHeaderId",
  "poReference",
  "handedOver",
  "dateOrderedFrom",
  "dateOrderedTo",
  "runId",
] as const;
export type OrderFilter = Query<(typeof ORDER_FILTERS)[number]>;
export type OrderSort = NonNullable<OrderQuery["sort"]>;
const REVERSED: Record<OrderSort, OrderSort> = { createdAt: "-createdAt", "-createdAt": "createdAt" };
type OrderQuery = NonNullable<paths["/api/sales/order"]["get"]["parameters"]["query"]>;

/** Converts the filter; the server validates it. */
function queryOf(query: OrderFilter): OrderQuery {
  return query as OrderQuery;
}

/** Order with its number as row id. */
export type OrderRow = OrderHead & { id: number };

export function ordersSource(filter: OrderFilter, sort: OrderSort): CursorSource<OrderRow> {
  return {
    queryKey: ["orders", "list", filter, sort],
    load: async ({ reversed, ...ask }, signal) => {
      const query = { ...queryOf(filter), sort: reversed ? REVERSED[sort] : sort, ...definedOf(ask) };
      const page = await unwrap(api.GET("/api/sales/order", { params: { query }, ...(signal && { signal }) }));
      return { ...page, items: page.items.map((order) => ({ ...order, id: Number(order.salesOrderId) })) };
    },
    reversible: true,
  };
}

export function orderHistoryQuery({ salesOrderId: id, version }: Order) {
  return infiniteQueryOptions({
    queryKey: ["orders", "history", id, version],
    queryFn: ({ pageParam: after, signal }) => {
      const params = { path: { id: id ?? "" }, query: { sort: "-at" as const, ...(after && { after }) } };
      return unwrap(api.GET("/api/sales/order/{id}/history", { params, signal }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
}

/** Current count, refetched after commits. */
export function ordersCountQuery(filter: OrderFilter) {
  return queryOptions({
    queryKey: ["orders", "count", filter],
    queryFn: async ({ signal }) => {
      const query = { ...queryOf(filter), limit: 1 };
      return (await unwrap(api.GET("/api/sales/order", { params: { query }, signal }))).total;
    },
  });
}

export function orderQuery(id: string) {
  return queryOptions({
    queryKey: ["orders", "one", id],
    queryFn: ({ signal }) => unwrap(api.GET("/api/sales/order/{id}", { params: { path: { id } }, signal })),
  });
}
