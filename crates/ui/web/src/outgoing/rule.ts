// A mail rule and what it sent, as they are read.
import type { Schemas } from "../api/client";
import type { paths } from "../api/schema.gen";
import type { Language } from "../values/decimal";

export type Rule = Schemas["NotificationRule"];
export type RuleBody = Schemas["NotificationRuleBody"];
export type Trial = Schemas["TriedRule"];
export type Message = Schemas["Notification"];
export type RuleKind = NonNullable<RuleBody["kind"]>;
export type Weekday = NonNullable<RuleBody["weekdays"]>[number];
type MessageQuery = NonNullable<paths["/api/notification-rules/messages"]["get"]["parameters"]["query"]>;
export type MessageStatus = NonNullable<MessageQuery["status"]>;

export const MESSAGE_STATUSES = ["waiting", "sent", "failed"] as const satisfies MessageStatus[];
export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const satisfies Weekday[];
export const RULE_KINDS = [
  "candidates-in-error",
  "source-silent",
  "run-failed",
  "webhook-paused",
  "order-not-handed-over",
] as const satisfies RuleKind[];

/** In what the patience of a kind is counted; undefined where it has none. */
export function patienceOf(kind: RuleKind): "minutes" | "hours" | undefined {
  if (kind === "candidates-in-error") return "minutes";
  return kind === "source-silent" || kind === "order-not-handed-over" ? "hours" : undefined;
}

/** Whether a kind looks at a data source: it must, it may, or it cannot. */
export function sourceOf(kind: RuleKind): "needed" | "possible" | undefined {
  if (kind === "source-silent") return "needed";
  return kind === "candidates-in-error" || kind === "order-not-handed-over" ? "possible" : undefined;
}

/** The kind as the window knows it; one that came with a newer service is shown as its own word. */
export function kindOf(kind: string): RuleKind | undefined {
  return RULE_KINDS.find((one) => one === kind);
}

/** A day of the week as it is written short. */
export function weekdayText(day: Weekday, language: Language): string {
  // 2024-01-01 was a Monday
  const date = new Date(Date.UTC(2024, 0, 1 + WEEKDAYS.indexOf(day)));
  return new Intl.DateTimeFormat(language, { weekday: "short", timeZone: "UTC" }).format(date);
}

/** Days of the week: those that follow each other as a span, like Mon–Fri. */
export function weekdaysText(days: readonly string[], language: Language): string {
  const spans: Weekday[][] = [];
  let before = -2;
  WEEKDAYS.forEach((day, index) => {
    if (!days.includes(day)) return;
    const span = spans.at(-1);
    if (span && index === before + 1) span.push(day);
    else spans.push([day]);
    before = index;
  });
  const short = (day: Weekday | undefined) => (day ? weekdayText(day, language) : "");
  return spans
    .map((span) =>
      span.length > 2 ? `${short(span[0])}–${short(span.at(-1))}` : span.map((day) => short(day)).join(", "),
    )
    .join(", ");
}
