// Notification rules and their messages.
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
  "candidates-rejected",
  "candidates-on-hold",
  "references-unresolved",
  "source-silent",
  "run-failed",
  "webhook-paused",
  "order-not-handed-over",
] as const satisfies RuleKind[];

/** Returns the unit of the threshold; undefined for kinds without one. */
export function patienceOf(kind: RuleKind): "minutes" | "hours" | undefined {
  switch (kind) {
    case "candidates-in-error":
    case "candidates-rejected":
    case "candidates-on-hold":
    case "references-unresolved":
      return "minutes";
    case "source-silent":
    case "order-not-handed-over":
      return "hours";
    default:
      return undefined;
  }
}

/** Returns whether a kind needs a data source. */
export function sourceOf(kind: RuleKind): "needed" | "possible" | undefined {
  if (kind === "source-silent") return "needed";
  return kind === "run-failed" || kind === "webhook-paused" ? undefined : "possible";
}

/** Returns the kind; undefined for kinds of a newer server. */
export function kindOf(kind: string): RuleKind | undefined {
  return RULE_KINDS.find((one) => one === kind);
}

/** Returns the short name of a weekday. */
export function weekdayText(day: Weekday, language: Language): string {
  // 2024-01-01 was a Monday
  const date = new Date(Date.UTC(2024, 0, 1 + WEEKDAYS.indexOf(day)));
  return new Intl.DateTimeFormat(language, { weekday: "short", timeZone: "UTC" }).format(date);
}

/** Returns weekdays with ranges such as Mon–Fri. */
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
