// What a list and a dialog show of a delivery.
import { Anchor } from "@mantine/core";
import { Link } from "wouter";
import { useLanguage, useMessages } from "../i18n";
import { durationText } from "../parts/durations";
import { Toned, type Status } from "../parts/status";
import { InstantText } from "../parts/values";
import { readSubject } from "./subject";
import type { Attempt, Delivery } from "./webhook";
import { deliveryMessages } from "./webhook-messages";
import { DELIVERY_STATUSES, type DeliveryStatus } from "./webhooks";

const TONES: Record<DeliveryStatus, Status> = { waiting: "new", delivered: "processed", failed: "error" };

export function DeliveryState({ status }: { status: string }) {
  const t = useMessages(deliveryMessages);
  const known = DELIVERY_STATUSES.find((one) => one === status);
  return known ? <Toned tone={TONES[known]}>{t(`status_${known}`)}</Toned> : status;
}

/** What an event is about, with the page that shows it. */
export function SubjectText({ subject }: { subject: string | null | undefined }) {
  const t = useMessages(deliveryMessages);
  const read = subject ? readSubject(subject) : undefined;
  if (!read) return subject;
  const words = t(`subject_${read.kind}`, { id: read.id });
  if (!read.href) return words;
  return (
    <Anchor size="sm" underline="hover" component={Link} href={read.href}>
      {words}
    </Anchor>
  );
}

/** What the receiver answered, or why it did not. */
export function useAttemptText(): (attempt: Attempt) => string {
  const t = useMessages(deliveryMessages);
  const language = useLanguage();
  return ({ status, error, durationMs }) => {
    const took = durationText(durationMs / 1_000, language);
    const answer = status == null ? t("unanswered", { took }) : t("answered", { status, took });
    return [answer, error].filter(Boolean).join(" · ");
  };
}

/** When it is tried next, or that it waits for another of the same record. */
export function NextAttempt({ delivery: { status, nextAttemptAt } }: { delivery: Delivery }) {
  const t = useMessages(deliveryMessages);
  if (status !== "waiting") return null;
  return nextAttemptAt ? <InstantText instant={nextAttemptAt} seconds /> : <span className="quiet">{t("behind")}</span>;
}
