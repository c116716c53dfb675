// Exact decimals: numbers that JavaScript cannot represent, and fractions, stay text.
import { isSafeNumber, parse } from "lossless-json";
import { localeOf, pointOf } from "./locale";

/** Whole small numbers are `number`, all others their text. */
export type Decimal = number | string;

export type Language = "en" | "de";

/** Parses JSON without losing digits. */
export function parseJson(text: string): unknown {
  return parse(text, null, (digits) => {
    const whole = !/[.eE]/.test(digits);
    return whole && isSafeNumber(digits) ? Number(digits) : digits;
  });
}

const points = new Map<string, "." | ",">();

/** Returns the group and decimal separators. */
function separators(language: Language): { group: string; point: string } {
  const locale = localeOf(language);
  const point = points.get(locale) ?? pointOf(locale);
  points.set(locale, point);
  return { point, group: point === "." ? "," : "." };
}

/**
 * Parses a typed decimal; undefined if invalid. Thousands groups are allowed. The other language's decimal separator
 * is accepted where it cannot be a group: `0.500` is a half in both.
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

/** Cached, because creating formats is expensive. */
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

/** Formats a decimal with all digits or a fixed number. */
export function showDecimal(value: Decimal, language: Language, digits?: number): string {
  return numberFormat(language, digits).format(value as Intl.StringNumericLiteral);
}

/** Formats a decimal for input, without groups. */
export function typeDecimal(value: Decimal, language: Language): string {
  return String(value).replace(".", separators(language).point);
}

const USUAL_DIGITS = 2;

/** Returns the decimal places of an ISO 4217 code; 2 for none or an invalid one. */
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

/** Formats a price with at least the decimal places of its currency, never rounded. */
export function showPrice(value: Decimal, language: Language, currency: string | null | undefined): string {
  return showDecimal(value, language, currencyDigits(currency));
}

/** Formats a price for input. */
export function typePrice(value: Decimal, language: Language, currency: string | null | undefined): string {
  const [whole = "", fraction = ""] = String(value).split(".");
  const digits = fraction.padEnd(currencyDigits(currency), "0");
  return typeDecimal(digits ? `${whole}.${digits}` : whole, language);
}
