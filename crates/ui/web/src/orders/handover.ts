// Transfer of orders to a receiver.
import type { Schemas } from "../api/client";

export type Handover = Schemas["Handover"];

export interface Handed {
  org: { code?: string | null };
  createdAt: string;
  handedOver?: Handover | null;
}

interface Expectation {
  org: { code?: string | null };
  handOverSince?: string | null;
}

/** Returns the receiver that confirmed the order. */
export function receiverOf({ handedOver }: Pick<Handed, "handedOver">): string | undefined {
  return handedOver && handedOver.refused == null ? handedOver.receiver : undefined;
}

/** Returns the receiver because of which voiding needs a reason, if orders of that time are transferred. */
export function whoAsksWhy(order: Handed, settings: readonly Expectation[]): string | undefined {
  const since = settings.find(({ org }) => org.code === order.org.code)?.handOverSince;
  if (!since || Date.parse(order.createdAt) < Date.parse(since)) return undefined;
  return receiverOf(order);
}
