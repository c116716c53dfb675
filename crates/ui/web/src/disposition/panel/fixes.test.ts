import { expect, test } from "vitest";
import type { Candidate } from "../candidate";
import { memberOfFix, filledChange, withEntries, type Fix } from "./fixes";

const fix = (more: Partial<Fix>): Fix => ({
  kind: "price.set",
  words: "",
  sureness: "possible",
  needs: "candidates:write",
  allowed: true,
  ...more,
});
const problem = (pointer: string, fixes: Fix[]) => ({ pointer, fixes }) as unknown as Candidate["problems"][number];

test.each([
  ["what it is about, without remedies", problem("/currencyCode", []), "currencyCode"],
  ["what its remedy asks for", problem("/productCode", [fix({ patch: {}, fill: ["/override/price"] })]), "price"],
  ["what its remedy sets", problem("/price", [fix({ patch: { override: { currencyCode: "EUR" } } })]), "currencyCode"],
  [
    "not what others may do",
    problem("/price", [fix({ allowed: false, patch: { override: { currencyCode: "EUR" } } })]),
    "price",
  ],
  ["nothing, where it is about no value", problem("", []), undefined],
])("problem is fixed by %s", (_, one, member) => {
  expect(memberOfFix(one, [])).toBe(member);
});

test("entered value is inserted without changing the fix", () => {
  const body = [{ org: "001", conversions: [{ uom: "KGM" }] }];
  expect(withEntries(body, { "/0/conversions/0/multiplier": "2.5" })).toEqual([
    { org: "001", conversions: [{ uom: "KGM", multiplier: "2.5" }] },
  ]);
  expect(body[0]?.conversions[0]).toEqual({ uom: "KGM" });
});

test("entered value is combined with the values of the fix", () => {
  const change = filledChange(fix({ patch: { override: { currencyCode: "EUR" } } }), "price", "12.5");
  expect(change).toEqual({ override: { currencyCode: "EUR", price: "12.5" } });
});
