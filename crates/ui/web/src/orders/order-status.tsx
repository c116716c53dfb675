import { useMessages } from "../i18n";
import { Toned, type Status } from "../parts/status";
import type { OrderHead } from "./orders";
import { ordersMessages } from "./messages";

const TONES = {
  status_voided: "inactive",
  awaitsPayment: "new",
  status_completed: "processed",
} as const satisfies Record<string, Status>;

export function OrderStatus({ order }: { order: Pick<OrderHead, "status" | "awaitsPayment"> }) {
  const t = useMessages(ordersMessages);
  const voided = order.status === "voided";
  const words = voided ? "status_voided" : order.awaitsPayment ? "awaitsPayment" : "status_completed";
  return <Toned tone={TONES[words]}>{t(words)}</Toned>;
}
