import { Alert } from "@mantine/core";
import { clsx } from "clsx";
import { useLanguage, useMessages } from "../i18n";
import { Toned } from "../parts/status";
import { showInstant } from "../values/day";
import type { OrderHead } from "./orders";
import classes from "./order.module.css";
import { orderMessages } from "./order-messages";
import { ordersMessages } from "./messages";

type Shown = Pick<OrderHead, "handedOver" | "status">;

/** Transfer status in a cell: receiver and number, or the rejection. */
export function HandoverText({ order: { handedOver, status } }: { order: Shown }) {
  const t = useMessages(ordersMessages);
  if (!handedOver) return null;
  const { receiver, number, refused } = handedOver;
  if (refused == null)
    return (
      <span title={number ?? undefined}>
        {receiver} <span className="quiet">{number}</span>
      </span>
    );
  // reason first, because the receiver may be truncated
  const words = `${refused} (${receiver})`;
  return (
    <span title={words}>
      <Toned tone={status === "voided" ? "inactive" : "error"}>{t("refused")}</Toned>{" "}
      <span className="quiet">{words}</span>
    </span>
  );
}

/** Transfer status; a rejected order needs attention unless voided. */
export function HandoverNote({ order: { handedOver, status } }: { order: Shown }) {
  const t = useMessages(orderMessages);
  const language = useLanguage();
  if (!handedOver) return null;
  const { receiver, number, refused } = handedOver;
  const at = showInstant(handedOver.at, language);
  if (refused == null)
    return (
      <p className={clsx(classes.handover, "no-print")}>
        <Toned tone="processed">{t("handedOver", { receiver })}</Toned>{" "}
        {t(number ? "handedOverAs" : "handedOverAt", { at, number })}
      </p>
    );
  return (
    <Alert
      color={status === "voided" ? "gray" : "red"}
      role="note"
      p="xs"
      className={clsx(classes.handover, "no-print")}
      title={t("refusedBy", { receiver, at })}>
      {refused}
    </Alert>
  );
}
