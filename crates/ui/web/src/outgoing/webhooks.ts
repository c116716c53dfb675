// Queries of webhooks and deliveries.
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../api/client";
import type { paths } from "../api/schema.gen";
import { definedOf, type CursorSource } from "../grid/record-rows";
import type { Delivery } from "./webhook";

type DeliveryQuery = NonNullable<paths["/api/webhooks/{id}/deliveries"]["get"]["parameters"]["query"]>;
export type DeliveryStatus = NonNullable<DeliveryQuery["status"]>;

/** Query key of all outgoing data, invalidated after commits. */
export const OUTGOING = ["outgoing"] as const;
export const WEBHOOKS = [...OUTGOING, "webhooks"] as const;

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

export function deliveriesSource(id: number, status: DeliveryStatus | undefined): CursorSource<Delivery> {
  return {
    queryKey: [...WEBHOOKS, id, "deliveries", status],
    load: ({ reversed: _, ...ask }, signal) => {
      const params = { path: { id }, query: { ...definedOf(ask), ...(status && { status }) } };
      return unwrap(api.GET("/api/webhooks/{id}/deliveries", { params, ...(signal && { signal }) }));
    },
    refetchInterval: LOOK_AGAIN,
  };
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
