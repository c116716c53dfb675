// What a receiver said of an order, and what follows from it.
import type { Schemas } from "../api/client";

export type Handover = Schemas["Handover"];

/** An order as far as that goes. */
export interface Handed {
  org: { code?: string | null };
  createdAt: string;
  handedOver?: Handover | null;
}

interface Expectation {
  org: { code?: string | null };
  handOverSince?: string | null;
}

/** Who has the order; nobody, where it was refused. */
export function receiverOf({ handedOver }: Pick<Handed, "handedOver">): string | undefined {
  return handedOver && handedOver.refused == null ? handedOver.receiver : undefined;
}

/** Whose knowledge makes a reason for voiding necessary: the receiver's, if orders of that time are handed over. */
export function whoAsksWhy(order: Handed, settings: readonly Expectation[]): string | undefined {
  const since = settings.find(({ org }) => org.code === order.org.code)?.handOverSince;
  if (!since || Date.parse(order.createdAt) < Date.parse(since)) return undefined;
  return receiverOf(order);
}
