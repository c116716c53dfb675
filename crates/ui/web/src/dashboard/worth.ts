// Sums of amounts per currency.
import type { Schemas } from "../api/client";

type Worth = Schemas["GroupWorth"];

/** Returns the exact sum of two decimals. */
export function addDecimals(one: Worth["net"], other: Worth["net"]): string {
  const parts = [one, other].map((value) => String(value).split("."));
  const places = Math.max(...parts.map(([, fraction = ""]) => fraction.length));
  const sum = parts
    .map(([whole = "0", fraction = ""]) => BigInt(whole + fraction.padEnd(places, "0")))
    .reduce((all, value) => all + value, 0n);
  const digits = (sum < 0n ? -sum : sum).toString().padStart(places + 1, "0");
  const [whole, fraction] = [digits.slice(0, digits.length - places), digits.slice(digits.length - places)];
  return `${sum < 0n ? "-" : ""}${whole}${fraction && `.${fraction}`}`;
}

/** Returns the sum by currency, in order of the first amounts. */
export function sumOfWorths(worths: readonly Worth[][]): Worth[] {
  const sums = new Map<string, Worth["net"]>();
  for (const { currencyCode, net } of worths.flat()) {
    const sum = sums.get(currencyCode);
    sums.set(currencyCode, sum === undefined ? net : addDecimals(sum, net));
  }
  return [...sums].map(([currencyCode, net]) => ({ currencyCode, net }));
}
