import { expect, test } from "vitest";
import type { Candidate } from "./candidate";
import { EDITED_FIELDS, editedIn, isAbout } from "./fields";
import { LINE_COLUMNS, lineFieldIn } from "./orders/cells";
import { currencyOf, digitsOf, readTyped, sentText, shown, typedText } from "./values";

const candidate = {
  status: "error",
  override: { qty: "2.50", productCode: { id: 1, code: "P1", name: "Tea" } },
  effective: { qty: "2.50", productCode: { id: 1, code: "P1", name: "Tea" }, dateRequired: "2026-12-08" },
} as unknown as Candidate;

test("value is parsed in the clerk's format", () => {
  expect(typedText(candidate, editedIn("qtyOverride"), "de")).toBe("2,50");
  expect(typedText(candidate, editedIn("qtyOverride"), "en")).toBe("2.50");
  expect(typedText(candidate, editedIn("dateOverride"), "de")).toBe("");
  expect(typedText(candidate, editedIn("productNo"), "de")).toBe("P1");
  expect(typedText({ ...candidate, status: "processed" }, editedIn("qtyOverride"), "de")).toBeUndefined();
});

test.each([
  ["12,5", "qtyOverride", { value: "12.5" }],
  ["1.234,50", "priceOverride", { value: "1234.5" }],
  ["0.500", "qtyOverride", { value: "0.5" }],
  ["0.250", "priceOverride", { value: "0.25" }],
  ["zwölf", "qtyOverride", { fault: "badNumber" }],
  ["8.12.2026", "dateOverride", { value: "2026-12-08" }],
  ["31.2.2026", "dateOverride", { fault: "badDate" }],
  ["  ", "qtyOverride", { value: null }],
  [" A/7 ", "poReference", { value: "A/7" }],
] as const)("%s typed for %s", (text, column, read) => expect(readTyped(text, editedIn(column), "de")).toEqual(read));

test("price has the decimal places of its currency, quantity is unchanged", () => {
  const price = (currency: string) => shown("25.5", "decimal", "de", digitsOf("price", currency));
  expect(price("EUR")).toBe("25,50");
  expect(price("JPY")).toBe("25,5");
  expect(shown("2.5", "decimal", "de", digitsOf("qty", "EUR"))).toBe("2,5");
  const sent = { ...candidate, imported: { price: 24 }, currencyCode: "EUR" } as unknown as Candidate;
  expect(sentText(sent, editedIn("priceOverride"), "de")).toBe("24,00");
  expect(currencyOf(sent)).toBe("EUR");
});

test("problem maps to the column that fixes it", () => {
  const columnOf = (pointer: string) => EDITED_FIELDS.find((field) => isAbout(field, pointer))?.column.id;
  expect(columnOf("/qty")).toBe("qtyOverride");
  expect(columnOf("/product/code")).toBe("productNo");
  expect(columnOf("/datePromised")).toBe("dateOverride");
  expect(columnOf("/bpartner/bpartner/code")).toBe("customer");
  expect(columnOf("/bpartner/location/postal")).toBeUndefined();
  const columnOfLine = (pointer: string) =>
    LINE_COLUMNS.find((column) => isAbout(lineFieldIn(column) ?? editedIn("qtyOverride"), pointer));
  expect(columnOfLine("/qty")).toBe("lines");
  expect(columnOfLine("/product/code")).toBe("customer");
  expect(columnOfLine("/bpartner/bpartner/code")).toBeUndefined();
});
