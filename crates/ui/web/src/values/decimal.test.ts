import { describe, expect, test } from "vitest";
import { currencyDigits, parseJson, readDecimal, showDecimal, showPrice, typeDecimal, typePrice } from "./decimal";

describe("JSON", () => {
  test("keeps every digit", () => {
    const text = '{"qty":12345678901234567890.12345678,"price":1.10,"id":9007199254740991,"line":7}';
    expect(parseJson(text)).toEqual({
      qty: "12345678901234567890.12345678",
      price: "1.10",
      id: 9007199254740991,
      line: 7,
    });
  });
});

describe("typed text", () => {
  test.each([
    ["1,5", "de", "1.5"],
    ["1.5", "de", "1.5"],
    ["1.500", "de", "1500"],
    ["1.234.567,89", "de", "1234567.89"],
    ["1 234,5", "de", "1234.5"],
    ["1,500", "en", "1500"],
    ["0.500", "de", "0.5"],
    ["0,250", "en", "0.25"],
    ["-0.500", "de", "-0.5"],
    ["00.500", "de", "0.5"],
    ["+0,250", "en", "0.25"],
    ["0.500", "en", "0.5"],
    ["10.500", "de", "10500"],
    ["0.500.000", "de", undefined],
    ["0,500.25", "en", undefined],
    ["1,5", "en", "1.5"],
    ["1,234.50", "en", "1234.5"],
    ["007", "en", "7"],
    [",5", "de", "0.5"],
    ["-3", "de", "-3"],
    ["-0,00", "de", "0"],
    ["12345678901234567890.12345678", "en", "12345678901234567890.12345678"],
    ["1.2.3", "en", undefined],
    ["1.23,4.5", "de", undefined],
    ["1e5", "en", undefined],
    ["", "en", undefined],
    ["-", "en", undefined],
    [".", "en", undefined],
    ["fünf", "de", undefined],
  ] as const)("%s in %s is %s", (typed, language, read) => {
    expect(readDecimal(typed, language)).toBe(read);
  });
});

test("exact localised text", () => {
  expect(showDecimal("12345678901234567890.12345678", "de")).toBe("12.345.678.901.234.567.890,12345678");
  expect(showDecimal("3368.3", "en", 2)).toBe("3,368.30");
  expect(showDecimal(7, "de")).toBe("7");
  expect(typeDecimal("1234.5", "de")).toBe("1234,5");
});

test.each([
  ["EUR", 2],
  ["JPY", 0],
  ["KWD", 3],
  [undefined, 2],
  ["no code", 2],
] as const)("decimal places of %s", (code, digits) => expect(currencyDigits(code)).toBe(digits));

test.each([
  [24, "EUR", "24,00", "24,00"],
  ["25.5", "EUR", "25,50", "25,50"],
  ["1234.5678", "EUR", "1.234,5678", "1234,5678"],
  ["-0.5", "EUR", "-0,50", "-0,50"],
  [1200, "JPY", "1.200", "1200"],
  ["1.5", "KWD", "1,500", "1,500"],
] as const)("the price %s %s has the decimal places of its currency", (price, currency, shown, typed) => {
  expect(showPrice(price, "de", currency)).toBe(shown);
  expect(typePrice(price, "de", currency)).toBe(typed);
});
