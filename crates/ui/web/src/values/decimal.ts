// Decimals are exact from the database to the eye: a number of the API that JavaScript could not hold exactly, or
// that has a fraction, is kept as the text it was written as, and shown from that text.
import { isSafeNumber, parse } from "lossless-json";
import { localeOf, pointOf } from "./locale";

/** An exact decimal as it stands in the API's JSON: whole and small ones are numbers, all others their text. */
export type Decimal = number | string;

export type Language = "en" | "de";

/** Reads JSON without losing a digit of any number. */
export function parseJson(text: string): unknown {
  return parse(text, null, (digits) => {
    const whole = !/[.eE]/.test(digits);
    return whole && isSafeNumber(digits) ? Number(digits) : digits;
  });
}

const points = new Map<string, "." | ",">();

/** Of the reader's two signs one stands before the fraction, the other between groups. */
function separators(language: Language): { group: string; point: string } {
  const locale = localeOf(language);
  const point = points.get(locale) ?? pointOf(locale);
  points.set(locale, point);
  return { point, group: point === "." ? "," : "." };
}

/**
 * What a person typed, as an exact decimal with a point; undefined if it is none. Groups of three digits may be
 * set apart as is usual in the language; the other language's point is understood where it cannot be a group. No
 * first group begins with 0: `0.500` is a half in either language.
 */
export function readDecimal(typed: string, language: Language): string | undefined {
  const { group, point } = separators(language);
  let text = typed.replace(/[\s\u00a0\u202f'’]/g, "").replace("−", "-");
  const groups = new RegExp(`^[+-]?[1-9]\\d{0,2}(\\${group}\\d{3})+(\\${point}\\d*)?$`);
  if (groups.test(text)) text = text.replaceAll(group, "");
  if (text.split(/[.,]/).length > 2) return undefined;
  text = text.replace(/[.,]/, ".").replace(/^\+/, "");
  if (!/^-?(\d+\.?\d*|\.\d+)$/.test(text)) return undefined;
  const [, sign = "", whole = "", fraction = ""] = /^(-?)0*(\d*)\.?(\d*?)0*$/.exec(text) ?? [];
  const digits = `${whole || "0"}${fraction && `.${fraction}`}`;
  return digits === "0" ? "0" : sign + digits;
}

const formats = new Map<string, Intl.NumberFormat>();

/** Making a format costs far more than using it, and a grid shows hundreds of numbers at once. */
function numberFormat(language: Language, digits: number | undefined): Intl.NumberFormat {
  const locale = localeOf(language);
  const key = `${locale} ${digits}`;
  let format = formats.get(key);
  if (!format) {
    const [minimumFractionDigits, maximumFractionDigits] = [digits ?? 0, Math.max(digits ?? 0, 20)];
    format = new Intl.NumberFormat(locale, { minimumFractionDigits, maximumFractionDigits });
    formats.set(key, format);
  }
  return format;
}

/** A decimal in the reader's way, with all its digits, or with exactly as many as money has. */
export function showDecimal(value: Decimal, language: Language, digits?: number): string {
  return numberFormat(language, digits).format(value as Intl.StringNumericLiteral);
}

/** A decimal as it is typed into a field: no groups, the reader's point. */
export function typeDecimal(value: Decimal, language: Language): string {
  return String(value).replace(".", separators(language).point);
}

/** Decimal places of most currencies. */
const USUAL_DIGITS = 2;

/** The decimal places of a currency by its ISO 4217 code; 2 without a code or for an invalid one. */
export function currencyDigits(code: string | null | undefined): number {
  if (!code) return USUAL_DIGITS;
  try {
    const { maximumFractionDigits } = new Intl.NumberFormat("en", {
      style: "currency",
      currency: code,
    }).resolvedOptions();
    return maximumFractionDigits ?? USUAL_DIGITS;
  } catch {
    return USUAL_DIGITS;
  }
}

/** A price in the reader's way: with at least the decimal places of its currency, and never rounded. */
export function showPrice(value: Decimal, language: Language, currency: string | null | undefined): string {
  return showDecimal(value, language, currencyDigits(currency));
}

/** A price as it is typed into a field, with at least the decimal places of its currency. */
export function typePrice(value: Decimal, language: Language, currency: string | null | undefined): string {
  const [whole = "", fraction = ""] = String(value).split(".");
  const digits = fraction.padEnd(currencyDigits(currency), "0");
  return typeDecimal(digits ? `${whole}.${digits}` : whole, language);
}
