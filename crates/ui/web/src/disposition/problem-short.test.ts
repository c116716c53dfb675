import { expect, test, vi } from "vitest";
import { CODES, FOUND } from "../parts/codes-of-rules";

// the stored language determines the texts and the language of the page
vi.hoisted(() => {
  vi.stubGlobal("localStorage", { getItem: () => "en" });
  vi.stubGlobal("document", { documentElement: {} });
});

const { namesIn, shortOf, shortMessages } = await import("./problem-short");
const { translate } = await import("../i18n");

const keyOf = (code: string) => code.replace(".", "_") as keyof typeof shortMessages.translations;

test("every candidate problem has a short text", () => {
  expect(CODES.size).toBeGreaterThan(100);
  expect(FOUND.length).toBeGreaterThan(20);
  const without = FOUND.filter((code) => !Object.hasOwn(shortMessages.translations, keyOf(code)));
  expect(without).toEqual([]);
});

test("short texts use known parameters in both languages and fit the column", () => {
  const byKey = new Map([...CODES.values()].map(({ code, values }) => [keyOf(code), values]));
  for (const [key, [english, german]] of Object.entries(shortMessages.translations)) {
    const names = namesIn(key as keyof typeof shortMessages.translations);
    expect(byKey.get(key as keyof typeof shortMessages.translations), key).toEqual(expect.arrayContaining(names));
    expect([...german.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort(), key).toEqual([...names].sort());
    for (const words of [english, german]) expect(words.replace(/\{\{\w+\}\}/g, "").length, words).toBeLessThan(40);
  }
});

const shortText = (code: string, params: object) =>
  shortOf({ code, message: "The whole sentence.", params }, (key, values) => translate(shortMessages, key, values), {
    language: "en",
    member: (name) => (name === "dateRequired" ? "Date required" : name),
    choice: (value) => value,
  });

test("decisive values come first and are localised", () => {
  expect(shortText("currencyCode.mismatch", { currency: "INR", list: "DE-EUR", listCurrency: "EUR" })).toBe(
    "Currency INR instead of EUR",
  );
  expect(shortText("price.none", { list: "DE-EUR", date: "2030-03-05" })).toMatch(
    /^No price in DE-EUR on (5 Mar 2030|Mar 5, 2030)$/,
  );
  expect(shortText("productCode.unknown", { code: "P002773" })).toBe("Product P002773 unknown");
  expect(shortText("qty.not_positive", { seen: "-1234.5" })).toBe("Quantity -1,234.5 is not greater than 0");
  expect(shortText("property.missing", { name: "dateRequired" })).toBe("Date required missing");
  // codes are not formatted as numbers
  expect(shortText("product.inactive", { code: "100234" })).toBe("Product 100234 inactive");
  expect(shortText("location.differs", { member: "postal", stored: "53111", sent: "10115" })).toBe(
    "10115 sent, location has 53111",
  );
});

test("missing parameter falls back to the message", () => {
  expect(shortText("price.none", { list: "DE-EUR" })).toBe("The whole sentence.");
  expect(shortText("something.else", {})).toBe("The whole sentence.");
});
