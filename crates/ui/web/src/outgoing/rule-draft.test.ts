import { safeParse } from "valibot";
import { expect, test } from "vitest";
import { weekdaysText, type Rule } from "./rule";
import { addresses, draftOf, newRule, ruleBody, ruleSchema, withKind, type RuleDraft } from "./rule-draft";

const RULE: Rule = {
  id: 5,
  version: 2,
  orgCode: "001",
  kind: "source-silent",
  hours: 4,
  dataSourceId: 101,
  dataSourceInternalName: "SOURCE.SHOP",
  weekdays: ["mon", "tue"],
  from: "07:00",
  to: "18:00",
  timeZone: "Europe/Berlin",
  language: "de",
  recipients: ["anna@shop.example", "otto@shop.example"],
  webhookId: 9,
  active: true,
  createdAt: "2026-11-23T12:00:00Z",
  createdBy: "admin",
};

test("unchanged rule is sent as it was read", () => {
  expect(ruleBody(draftOf(RULE))).toEqual({
    kind: "source-silent",
    orgCode: "001",
    minutes: null,
    hours: 4,
    dataSource: "101",
    weekdays: ["mon", "tue"],
    from: "07:00",
    to: "18:00",
    timeZone: "Europe/Berlin",
    language: "de",
    recipients: RULE.recipients,
    webhookId: 9,
  });
});

test("other kind omits members without meaning", () => {
  const draft = draftOf(RULE);
  expect(ruleBody(withKind(draft, "run-failed"))).toMatchObject({ minutes: null, hours: null, dataSource: null });
  const inError = ruleBody(withKind(draft, "candidates-in-error"));
  expect(inError).toMatchObject({ minutes: 30, hours: null, dataSource: "101" });
  for (const kind of ["candidates-on-hold", "references-unresolved"] as const) {
    expect(ruleBody(withKind(draft, kind))).toMatchObject({ kind, minutes: 60, hours: null, dataSource: "101" });
  }
  // selecting the same kind keeps the input
  expect(withKind({ ...draft, patience: "7" }, "source-silent").patience).toBe("7");
});

test("empty input is cleared, and all weekdays mean no restriction", () => {
  const draft = { ...newRule("en", "UTC"), weekdays: [...newRule("en", "UTC").weekdays, "sat", "sun"] as const };
  const body = ruleBody({ ...draft, weekdays: [...draft.weekdays], from: "", to: "", patience: " " });
  expect(body).toMatchObject({ weekdays: null, from: null, to: null, minutes: null, orgCode: null, webhookId: null });
});

test.each([
  ["anna@shop.example", ["anna@shop.example"]],
  [" anna@shop.example, otto@shop.example;\n\nanna@shop.example ", ["anna@shop.example", "otto@shop.example"]],
  ["", []],
])("addresses are split at any separator: %j", (typed, expected) => {
  expect(addresses(typed)).toEqual(expected);
});

test.each([
  [["mon", "tue", "wed", "thu", "fri"], "Mon–Fri", "Mo–Fr"],
  [["mon", "wed"], "Mon, Wed", "Mo, Mi"],
  [["sat", "sun"], "Sat, Sun", "Sa, So"],
  [["mon", "tue", "wed", "fri", "sat", "sun"], "Mon–Wed, Fri–Sun", "Mo–Mi, Fr–So"],
  [[], "", ""],
])("consecutive weekdays form a range: %j", (days, english, german) => {
  expect([weekdaysText(days, "en"), weekdaysText(days, "de")]).toEqual([english, german]);
});

test("threshold and data source are required for the kinds that have them", () => {
  const draft = newRule("en", "UTC");
  const faults = (values: Partial<RuleDraft>) =>
    safeParse(ruleSchema("Required"), { ...draft, ...values }).issues?.map(({ path }) => path?.[0]?.key) ?? [];
  expect(faults({})).toEqual([]);
  expect(faults({ patience: " " })).toEqual(["patience"]);
  expect(faults({ kind: "run-failed", patience: "" })).toEqual([]);
  expect(faults({ kind: "source-silent", patience: "" })).toEqual(["patience", "dataSource"]);
  expect(faults({ kind: "source-silent", dataSource: "7" })).toEqual([]);
});
