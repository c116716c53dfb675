// A mail rule as it is filled in, and what of it is sent.
import type { Language } from "../values/decimal";
import { kindOf, patienceOf, sourceOf, WEEKDAYS, type Rule, type RuleBody, type RuleKind, type Weekday } from "./rule";

export interface RuleDraft {
  kind: RuleKind;
  /** Minutes or hours, as it was typed. */
  patience: string;
  /** "" for all. */
  orgCode: string;
  /** Its id; "" for any. */
  dataSource: string;
  weekdays: Weekday[];
  /** "" for the whole day, both of them. */
  from: string;
  to: string;
  timeZone: string;
  language: Language;
  /** As they were typed: one to a line. */
  recipients: string;
  /** Its id; "" for none. */
  webhook: string;
}

/** What the service says of a fault stands at one of these. */
export const RULE_FIELDS = [
  "kind",
  "minutes",
  "hours",
  "orgCode",
  "dataSource",
  "weekdays",
  "from",
  "to",
  "timeZone",
  "language",
  "recipients",
  "webhookId",
] as const;

const USUAL: Record<RuleKind, string> = {
  "candidates-in-error": "30",
  "source-silent": "4",
  "run-failed": "",
  "webhook-paused": "",
  "order-not-handed-over": "4",
};

export function newRule(language: Language, timeZone: string): RuleDraft {
  return {
    kind: "candidates-in-error",
    patience: USUAL["candidates-in-error"],
    orgCode: "",
    dataSource: "",
    weekdays: ["mon", "tue", "wed", "thu", "fri"],
    from: "07:00",
    to: "18:00",
    timeZone,
    language,
    recipients: "",
    webhook: "",
  };
}

/** The same rule about something else: how long one kind is patient says nothing of another. */
export function withKind(draft: RuleDraft, kind: RuleKind): RuleDraft {
  return kind === draft.kind ? draft : { ...draft, kind, patience: USUAL[kind] };
}

export function draftOf(rule: Rule): RuleDraft {
  return {
    kind: kindOf(rule.kind) ?? "run-failed",
    patience: String(rule.minutes ?? rule.hours ?? ""),
    orgCode: rule.orgCode ?? "",
    dataSource: rule.dataSourceId == null ? "" : String(rule.dataSourceId),
    weekdays: WEEKDAYS.filter((day) => rule.weekdays.includes(day)),
    from: rule.from ?? "",
    to: rule.to ?? "",
    timeZone: rule.timeZone,
    language: rule.language === "de" ? "de" : "en",
    recipients: rule.recipients.join("\n"),
    webhook: rule.webhookId == null ? "" : String(rule.webhookId),
  };
}

/** What is sent of a rule, new or changed: all of it, for half a rule is not what was looked at. */
export function ruleBody(draft: RuleDraft): RuleBody {
  const { kind, orgCode, weekdays, from, to, timeZone, language, webhook } = draft;
  const unit = patienceOf(kind);
  // whether that is a number that will do is the service's to say
  const patience = draft.patience.trim() === "" ? null : Number(draft.patience);
  return {
    kind,
    orgCode: orgCode || null,
    minutes: unit === "minutes" ? patience : null,
    hours: unit === "hours" ? patience : null,
    dataSource: sourceOf(kind) && draft.dataSource ? draft.dataSource : null,
    weekdays: weekdays.length === WEEKDAYS.length ? null : weekdays,
    from: from || null,
    to: to || null,
    timeZone,
    language,
    recipients: addresses(draft.recipients),
    webhookId: webhook ? Number(webhook) : null,
  };
}

/** Addresses as people type or paste them: by lines, commas, semicolons or blanks. */
export function addresses(typed: string): string[] {
  return [...new Set(typed.split(/[\s,;]+/).filter(Boolean))];
}
