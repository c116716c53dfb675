import { expect, test } from "vitest";
import type { UnknownValue } from "../types";
import { crossReferenceKind, valueGroups, withReplacements } from "./values";

const unknown = (member: string, value: string, rows: number): UnknownValue => ({
  member,
  value,
  rows,
  code: "",
  suggestions: [],
});

test("values are grouped by member with the most rows first", () => {
  const groups = valueGroups([
    unknown("uomCode", "KI", 3),
    unknown("product.code", "A-1", 1),
    unknown("product.code", "A-2", 4),
  ]);
  expect(groups.map(({ member, rows, values }) => [member, rows, values.map(({ value }) => value)])).toEqual([
    ["product.code", 5, ["A-2", "A-1"]],
    ["uomCode", 3, ["KI"]],
  ]);
});

test("replacement is added to the source of its member", () => {
  const members = { "product.code": { column: "Artikel", values: { X: "Y" } }, qty: { column: "Menge" } };
  const after = withReplacements(members, [{ member: "product.code", value: "A-1", to: "A001" }]);
  expect(after).toEqual({
    "product.code": { column: "Artikel", values: { X: "Y", "A-1": "A001" } },
    qty: { column: "Menge" },
  });
});

test("member without a source keeps none", () => {
  expect(withReplacements({}, [{ member: "uomCode", value: "KI", to: "CT" }])).toEqual({});
});

test("only customers, products and units are remembered", () => {
  expect(crossReferenceKind("product.code")).toBe("product");
  expect(crossReferenceKind("currencyCode")).toBeUndefined();
});
