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

/** Who has an order, in a cell: receiver and number, or that it was refused and why. */
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
  // what is cut may be the receiver's name
  const words = `${refused} (${receiver})`;
  return (
    <span title={words}>
      <Toned tone={status === "voided" ? "inactive" : "error"}>{t("refused")}</Toned>{" "}
      <span className="quiet">{words}</span>
    </span>
  );
}

/** Who has an order since when, or who refused it and why: then it is still to be dealt with here, unless it was voided. */
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
