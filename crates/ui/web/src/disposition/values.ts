// The values of a candidate that are edited in the list: how they are shown, typed and sent.
import { readDay, showDay } from "../values/day";
import { currencyDigits, readDecimal, showDecimal, typeDecimal, type Decimal, type Language } from "../values/decimal";
import type { Candidate, Member } from "./candidate";
import { asTyped, type FieldKind, type TypedField } from "./fields";

/** Whether it may be corrected at all. */
export function isOpen({ status }: Pick<Candidate, "status">): boolean {
  return status !== "processed";
}

/** What was sent for a member, as far as it is a plain value. */
export function importedValue({ imported }: Candidate, member: Member): unknown {
  return (imported as Record<string, unknown>)[member];
}

function plain(value: unknown): unknown {
  return value !== null && typeof value === "object" ? (value as { code?: string }).code : value;
}

/** What the editor begins with; undefined where nothing can be edited. */
export function typedText(candidate: Candidate, field: TypedField, language: Language): string | undefined {
  if (!isOpen(candidate)) return undefined;
  const { member, kind, column } = field;
  const value = plain((column?.beside ? candidate.override : candidate.effective)[member]);
  if (value == null) return "";
  if (kind.as === "decimal") return typeDecimal(value as Decimal, language);
  return kind.as === "day" && language === "de" ? germanDay(String(value)) : String(value);
}

/** Whether it is a text, which any letter begins; numbers and days begin with a figure or a sign. */
export function takesLetters({ kind }: TypedField): boolean {
  return kind.as !== "decimal" && kind.as !== "day";
}

/** A day as Germans type it; what the service wrote is a day. */
function germanDay(day: string): string {
  const [year, month, date] = day.split("-");
  return `${date}.${month}.${year}`;
}

export type Read = { value: unknown } | { fault: "badNumber" | "badDate" };

/** What was typed, as it is sent: nothing takes the override back. */
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

/** The currency of a candidate, as far as it is known. */
export function currencyOf({ effective, currencyCode }: Pick<Candidate, "effective" | "currencyCode">) {
  return effective.currencyCode ?? currencyCode;
}

/** The decimal places that a value is shown with at least; only prices have some. */
export function digitsOf(member: Member, currency: string | null | undefined): number | undefined {
  return member === "price" ? currencyDigits(currency) : undefined;
}

/** A value in the reader's way, a decimal with at least `digits` decimal places. */
export function shown(value: unknown, kind: FieldKind["as"], language: Language, digits?: number): string {
  const simple = plain(value);
  if (simple == null) return "";
  if (kind === "decimal") return showDecimal(simple as Decimal, language, digits);
  return kind === "day" ? showDay(String(simple), language) : String(simple);
}

/** Whether something else holds than what was sent. */
export function isOverridden(candidate: Candidate, member: Member): boolean {
  return candidate.override[member] != null || candidate.clear.includes(member);
}

/** What was sent, for a value that is overridden. */
export function sentText(candidate: Candidate, { member, kind }: TypedField, language: Language): string {
  const own = importedValue(candidate, member);
  const product = (candidate.imported as { product?: { code?: string } }).product?.code;
  const value = own ?? (member === "productCode" ? product : undefined);
  return shown(value, kind.as, language, digitsOf(member, currencyOf(candidate)));
}
