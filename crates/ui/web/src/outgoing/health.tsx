import { Alert } from "@mantine/core";
import { useLanguage, useMessages } from "../i18n";
import { Toned, type Status } from "../parts/status";
import { showInstant } from "../values/day";
import { webhookMessages } from "./webhook-messages";
import { healthOf, type Health, type Webhook } from "./webhook";

const TONES: Record<Health, Status> = {
  active: "processed",
  failing: "error",
  stopped: "error",
  paused: "inactive",
  ended: "inactive",
};

export function HealthText({ webhook }: { webhook: Webhook }) {
  const t = useMessages(webhookMessages);
  const health = healthOf(webhook);
  return <Toned tone={TONES[health]}>{t(`health_${health}`)}</Toned>;
}

/** Returns the start of the current state. */
export function healthSince(webhook: Webhook): string {
  return healthOf(webhook) === "failing" ? (webhook.failingSince ?? webhook.statusAt) : webhook.statusAt;
}

/** Cause of a failing webhook and the consequence for queued deliveries. */
export function HealthNote({ webhook }: { webhook: Webhook }) {
  const t = useMessages(webhookMessages);
  const language = useLanguage();
  const health = healthOf(webhook);
  if (health === "active") return null;
  return (
    <Alert color={TONES[health] === "error" ? "red" : "gray"} role="note" py="xs">
      {t(`text_${health}`, { at: showInstant(healthSince(webhook), language), by: webhook.statusBy })}
    </Alert>
  );
}
