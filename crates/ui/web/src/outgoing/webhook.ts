// Webhooks and deliveries.
import type { Schemas } from "../api/client";

export type Webhook = Schemas["Webhook"];
export type Delivery = Schemas["WebhookDelivery"];
export type Attempt = Schemas["WebhookAttempt"];

/** State of a webhook; `stopped` is paused after failures. */
export type Health = "active" | "failing" | "paused" | "stopped" | "ended";

export function healthOf({
  status,
  statusBy,
  failingSince,
}: Pick<Webhook, "status" | "statusBy" | "failingSince">): Health {
  if (status === "ended") return "ended";
  if (status === "paused") return statusBy == null ? "stopped" : "paused";
  return failingSince ? "failing" : "active";
}

/** Returns the description, otherwise the URL. */
export function nameOf({ description, url }: Pick<Webhook, "description" | "url">): string {
  return description || url;
}

/** Returns the last attempt. */
export function lastOf({ attempts }: Pick<Delivery, "attempts">): Attempt | undefined {
  return attempts.at(-1);
}

/** Returns whether the receiver accepted the delivery. */
export function isThrough({ status, error }: Pick<Attempt, "status" | "error">): boolean {
  return error == null && status != null && status >= 200 && status < 300;
}
