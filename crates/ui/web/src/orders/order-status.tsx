import { useWords } from "../i18n";
import type { OrderHead } from "./orders";
import classes from "./orders.module.css";
import { ordersWords } from "./words";

/** The status of an order: colour and word. */
export function OrderStatus({ order }: { order: Pick<OrderHead, "status" | "awaitsPayment"> }) {
  const t = useWords(ordersWords);
  const voided = order.status === "voided";
  const words = voided ? "status_voided" : order.awaitsPayment ? "awaitsPayment" : "status_completed";
  return (
    <span className={classes.status} data-status={words}>
      {t(words)}
    </span>
  );
}
