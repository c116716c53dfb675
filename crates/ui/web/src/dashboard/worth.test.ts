import { expect, test } from "vitest";
import { addDecimals, sumOfWorths } from "./worth";

test.each([
  [0, 0, "0"],
  ["0.1", "0.2", "0.3"],
  ["1234.5", 7, "1241.5"],
  ["9007199254740993.01", "0.99", "9007199254740994.00"],
  ["-0.05", "0.02", "-0.03"],
  ["-1.50", "1.5", "0.00"],
])("%s + %s = %s", (one, other, sum) => {
  expect(addDecimals(one, other)).toBe(sum);
});

test("amounts are added per currency", () => {
  const worths = [
    [{ currencyCode: "EUR", net: "10.50" }],
    [
      { currencyCode: "CHF", net: 3 },
      { currencyCode: "EUR", net: "0.25" },
    ],
    [],
  ];
  expect(sumOfWorths(worths)).toEqual([
    { currencyCode: "EUR", net: "10.75" },
    { currencyCode: "CHF", net: 3 },
  ]);
});
