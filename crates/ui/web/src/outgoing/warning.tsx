import { Alert, Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useLanguage, useMessages } from "../i18n";
import { useRefresh } from "../parts/refresh";
import { useMay } from "../session/session";
import { showInstant } from "../values/day";
import { healthSince } from "./health";
import classes from "./outgoing.module.css";
import { webhookMessages } from "./webhook-messages";
import { healthOf, nameOf, type Webhook } from "./webhook";
import { OUTGOING, webhooksQuery } from "./webhooks";

/** Minimum refresh interval, in milliseconds. */
const REFRESH = 5_000;

/** Warns administrators of failing webhooks. */
export function WebhookWarning() {
  return useMay("admin") ? <Warning /> : null;
}

function Warning() {
  const t = useMessages(webhookMessages);
  const webhooks = useQuery(webhooksQuery);
  useRefresh(OUTGOING, REFRESH);
  const troubled = webhooks.data?.items.filter((webhook) => healthOf(webhook) !== "active") ?? [];
  if (troubled.length === 0) return null;
  return (
    <Alert color="red" role="note" title={t(troubled.length === 1 ? "warning" : "warnings")}>
      <ul className={classes.warnings}>
        {troubled.map((webhook) => (
          <WarningLine key={webhook.id} webhook={webhook} />
        ))}
      </ul>
    </Alert>
  );
}

function WarningLine({ webhook }: { webhook: Webhook }) {
  const t = useMessages(webhookMessages);
  const language = useLanguage();
  const health = healthOf(webhook);
  if (health === "active") return null;
  return (
    <li>
      <Anchor size="sm" component={Link} href={`/outgoing/webhooks/${webhook.id}`}>
        {nameOf(webhook)}
      </Anchor>{" "}
      {t(`warning_${health}`, { at: showInstant(healthSince(webhook), language) })}
      {webhook.waiting > 0 && `, ${t("warningWaiting", { count: webhook.waiting })}`}
    </li>
  );
}
