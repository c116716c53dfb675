// A webhook and its deliveries, as they are read.
import type { Schemas } from "../api/client";

export type Webhook = Schemas["Webhook"];
export type Delivery = Schemas["WebhookDelivery"];
export type Attempt = Schemas["WebhookAttempt"];

/** How a webhook fares; `stopped` is paused because nothing came through. */
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

/** What people call it: what it is for, else where it leads. */
export function nameOf({ description, url }: Pick<Webhook, "description" | "url">): string {
  return description || url;
}

/** The last attempt of a delivery. */
export function lastOf({ attempts }: Pick<Delivery, "attempts">): Attempt | undefined {
  return attempts.at(-1);
}

/** Whether the receiver took it. */
export function isThrough({ status, error }: Pick<Attempt, "status" | "error">): boolean {
  return error == null && status != null && status >= 200 && status < 300;
}
