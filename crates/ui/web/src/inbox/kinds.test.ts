import { expect, test } from "vitest";
import { byKind, kindOf } from "./kinds";

test.each([
  ["price.none", "price"],
  ["currencyCode.mismatch", "price"],
  ["uomCode.no_conversion", "quantity"],
  ["bpartner.inactive", "customer"],
  ["server.fault", "misc"],
])("%s belongs to %s", (code, kind) => expect(kindOf(code)).toBe(kind));

test("causes are grouped by kind in the order of the largest", () => {
  const causes = [
    { code: "tax.none", candidates: 9 },
    { code: "price.none", candidates: 5 },
    { code: "taxcategory.none", candidates: 2 },
  ];
  expect(byKind(causes)).toEqual([
    { kind: "tax", causes: [causes[0], causes[2]], lines: 11 },
    { kind: "price", causes: [causes[1]], lines: 5 },
  ]);
});
