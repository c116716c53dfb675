// Queries of webhooks and deliveries.
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../api/client";
import type { paths } from "../api/schema.gen";

type DeliveryQuery = NonNullable<paths["/api/webhooks/{id}/deliveries"]["get"]["parameters"]["query"]>;
export type DeliveryStatus = NonNullable<DeliveryQuery["status"]>;

/** Query key of all outgoing data, invalidated after commits. */
export const OUTGOING = ["outgoing"] as const;
export const WEBHOOKS = [...OUTGOING, "webhooks"] as const;

/** Page size. */
const PAGE = 50;
/** Polling interval in milliseconds; no event reports responses of receivers. */
const LOOK_AGAIN = 5_000;
/** Polling interval while a delivery is pending, in milliseconds. */
const LOOK_SOON = 1_500;

export const DELIVERY_STATUSES = ["waiting", "delivered", "failed"] as const satisfies DeliveryStatus[];

export const webhooksQuery = queryOptions({
  queryKey: [...WEBHOOKS, "list"],
  queryFn: ({ signal }) => unwrap(api.GET("/api/webhooks", { signal })),
  refetchInterval: LOOK_AGAIN,
});

export function webhookQuery(id: number) {
  return queryOptions({
    queryKey: [...WEBHOOKS, id, "one"],
    queryFn: ({ signal }) => unwrap(api.GET("/api/webhooks/{id}", { params: { path: { id } }, signal })),
    refetchInterval: LOOK_AGAIN,
  });
}

export function deliveriesQuery(id: number, status: DeliveryStatus | undefined) {
  return infiniteQueryOptions({
    queryKey: [...WEBHOOKS, id, "deliveries", status],
    queryFn: ({ pageParam: before, signal }) => {
      const params = { path: { id }, query: { limit: PAGE, before, status } };
      return unwrap(api.GET("/api/webhooks/{id}/deliveries", { params, signal }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    refetchInterval: LOOK_AGAIN,
  });
}

export function deliveryQuery(id: number, deliveryId: number) {
  return queryOptions({
    queryKey: [...WEBHOOKS, id, "delivery", deliveryId],
    queryFn: ({ signal }) => {
      const params = { path: { id, deliveryId } };
      return unwrap(api.GET("/api/webhooks/{id}/deliveries/{deliveryId}", { params, signal }));
    },
    refetchInterval: ({ state }) => (state.data?.status === "waiting" ? LOOK_SOON : false),
  });
}
