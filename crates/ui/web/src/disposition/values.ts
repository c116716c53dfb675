// Formats and parses candidate values edited in lists.
import { readDay, showDay } from "../values/day";
import { currencyDigits, readDecimal, showDecimal, typeDecimal, type Decimal, type Language } from "../values/decimal";
import type { Candidate, Member } from "./candidate";
import { asTyped, type FieldKind, type TypedField } from "./fields";

/** Returns whether the candidate can be corrected. */
export function isOpen({ status }: Pick<Candidate, "status">): boolean {
  return status !== "processed";
}

/** Returns the imported value of a member if it is scalar. */
export function importedValue({ imported }: Candidate, member: Member): unknown {
  return (imported as Record<string, unknown>)[member];
}

function plain(value: unknown): unknown {
  return value !== null && typeof value === "object" ? (value as { code?: string }).code : value;
}

/** Returns the initial editor text; undefined if read-only. */
export function typedText(candidate: Candidate, field: TypedField, language: Language): string | undefined {
  if (!isOpen(candidate)) return undefined;
  const { member, kind, column } = field;
  const value = plain((column?.beside ? candidate.override : candidate.effective)[member]);
  if (value == null) return "";
  if (kind.as === "decimal") return typeDecimal(value as Decimal, language);
  return kind.as === "day" && language === "de" ? germanDay(String(value)) : String(value);
}

/** Returns whether letters start editing; numbers and dates start with a digit or sign. */
export function takesLetters({ kind }: TypedField): boolean {
  return kind.as !== "decimal" && kind.as !== "day";
}

/** Formats a date for German input. */
function germanDay(day: string): string {
  const [year, month, date] = day.split("-");
  return `${date}.${month}.${year}`;
}

export type Read = { value: unknown } | { fault: "badNumber" | "badDate" };

/** Parses the text; empty text removes the override. */
export function readTyped(text: string, { kind }: TypedField, language: Language): Read {
  const typed = text.trim();
  if (!typed) return { value: null };
  if (kind.as === "decimal") {
    const value = readDecimal(typed, language);
    return value === undefined ? { fault: "badNumber" } : { value };
  }
  if (kind.as === "day") {
    const value = readDay(typed, language);
    return value === undefined ? { fault: "badDate" } : { value };
  }
  return { value: asTyped({ kind }, typed) };
}

/** Returns the currency of a candidate, if known. */
export function currencyOf({ effective, currencyCode }: Pick<Candidate, "effective" | "currencyCode">) {
  return effective.currencyCode ?? currencyCode;
}

/** Returns the minimum number of decimal places; only prices have one. */
export function digitsOf(member: Member, currency: string | null | undefined): number | undefined {
  return member === "price" ? currencyDigits(currency) : undefined;
}

/** Formats a value with at least `digits` decimal places. */
export function shown(value: unknown, kind: FieldKind["as"], language: Language, digits?: number): string {
  const simple = plain(value);
  if (simple == null) return "";
  if (kind === "decimal") return showDecimal(simple as Decimal, language, digits);
  return kind === "day" ? showDay(String(simple), language) : String(simple);
}

/** Returns whether the effective value differs from the imported one. */
export function isOverridden(candidate: Candidate, member: Member): boolean {
  return candidate.override[member] != null || candidate.clear.includes(member);
}

/** Returns the imported text of an overridden value. */
export function sentText(candidate: Candidate, { member, kind }: TypedField, language: Language): string {
  const own = importedValue(candidate, member);
  const product = (candidate.imported as { product?: { code?: string } }).product?.code;
  const value = own ?? (member === "productCode" ? product : undefined);
  return shown(value, kind.as, language, digitsOf(member, currencyOf(candidate)));
}
