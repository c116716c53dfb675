// Draft of a notification rule and its request body.
import { check, forward, object, picklist, pipe, string } from "valibot";
import type { Language } from "../values/decimal";
import {
  kindOf,
  patienceOf,
  RULE_KINDS,
  sourceOf,
  WEEKDAYS,
  type Rule,
  type RuleBody,
  type RuleKind,
  type Weekday,
} from "./rule";

export interface RuleDraft {
  kind: RuleKind;
  /** Minutes or hours, as typed. */
  patience: string;
  /** "" for all. */
  orgCode: string;
  /** Id; "" for any. */
  dataSource: string;
  weekdays: Weekday[];
  /** "" for the whole day. */
  from: string;
  to: string;
  timeZone: string;
  language: Language;
  /** As typed, one per line. */
  recipients: string;
  /** Id; "" for none. */
  webhook: string;
}

/** Fields of the form by members of the request. */
export const RULE_FIELDS = {
  kind: "kind",
  minutes: "patience",
  hours: "patience",
  orgCode: "orgCode",
  dataSource: "dataSource",
  weekdays: "weekdays",
  from: "from",
  to: "to",
  timeZone: "timeZone",
  language: "language",
  recipients: "recipients",
  webhookId: "webhook",
} as const satisfies Record<string, keyof RuleDraft>;

/** Schema of the draft; the server checks the rest. */
export function ruleSchema(required: string) {
  const isGiven = (typed: string) => typed.trim() !== "";
  return pipe(
    object({ kind: picklist(RULE_KINDS), patience: string(), dataSource: string() }),
    forward(
      check(({ kind, patience }) => patienceOf(kind) === undefined || isGiven(patience), required),
      ["patience"],
    ),
    forward(
      check(({ kind, dataSource }) => sourceOf(kind) !== "needed" || isGiven(dataSource), required),
      ["dataSource"],
    ),
  );
}

const USUAL: Record<RuleKind, string> = {
  "candidates-in-error": "30",
  "candidates-rejected": "30",
  "candidates-on-hold": "60",
  "references-unresolved": "60",
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

/** Changes the kind and resets the threshold, which has another meaning. */
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

/** Returns the complete body, also for updates. */
export function ruleBody(draft: RuleDraft): RuleBody {
  const { kind, orgCode, weekdays, from, to, timeZone, language, webhook } = draft;
  const unit = patienceOf(kind);
  // the server validates the number
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

/** Splits addresses at line breaks, commas, semicolons and blanks. */
export function addresses(typed: string): string[] {
  return [...new Set(typed.split(/[\s,;]+/).filter(Boolean))];
}
