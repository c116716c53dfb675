// Shared by list and dialog of deliveries.
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

/** Subject of an event with a link to its page. */
export function SubjectText({ subject }: { subject: string | null | undefined }) {
  const words = useSubjectText()(subject);
  const read = subject ? readSubject(subject) : undefined;
  if (!read?.href) return words;
  return (
    <Anchor size="sm" underline="hover" component={Link} href={read.href}>
      {words}
    </Anchor>
  );
}

/** Returns the subject of an event as text. */
export function useSubjectText(): (subject: string | null | undefined) => string {
  const t = useMessages(deliveryMessages);
  return (subject) => {
    const read = subject ? readSubject(subject) : undefined;
    return read ? t(`subject_${read.kind}`, { id: read.id }) : (subject ?? "");
  };
}

/** Returns the response or failure of an attempt. */
export function useAttemptText(): (attempt: Attempt) => string {
  const t = useMessages(deliveryMessages);
  const language = useLanguage();
  return ({ status, error, durationMs }) => {
    const took = durationText(durationMs / 1_000, language);
    const answer = status == null ? t("unanswered", { took }) : t("answered", { status, took });
    return [answer, error].filter(Boolean).join(" · ");
  };
}

/** Time of the next attempt, or the reason for waiting. */
export function NextAttempt({ delivery: { status, nextAttemptAt } }: { delivery: Delivery }) {
  const t = useMessages(deliveryMessages);
  if (status !== "waiting") return null;
  return nextAttemptAt ? <InstantText instant={nextAttemptAt} seconds /> : <span className="quiet">{t("behind")}</span>;
}
