// The values of a candidate that are edited in the list: how they are shown, typed and sent.
import { readDay, showDay } from "../values/day";
import { readDecimal, showDecimal, typeDecimal, type Decimal, type Language } from "../values/decimal";
import type { Candidate, Member } from "./candidates";

/** Whether it may be corrected at all. */
export function isOpen({ status }: Pick<Candidate, "status">): boolean {
  return status !== "processed";
}

/** What was sent for a member, as far as it is a plain value. */
export function importedValue({ imported }: Candidate, member: Member): unknown {
  return (imported as Record<string, unknown>)[member];
}

type Kind = "decimal" | "day" | "text" | "code";

/** The members that are edited in the list, each under the column that shows it. */
export const EDITED = {
  qtyOverride: { member: "qty", kind: "decimal", beside: true },
  priceOverride: { member: "price", kind: "decimal", beside: true },
  dateOverride: { member: "dateRequired", kind: "day", beside: true },
  discount: { member: "discount", kind: "decimal", beside: false },
  poReference: { member: "poReference", kind: "text", beside: false },
  productNo: { member: "productCode", kind: "code", beside: false },
  uom: { member: "uomCode", kind: "code", beside: false },
  currency: { member: "currencyCode", kind: "text", beside: false },
} as const satisfies Record<string, { member: Member; kind: Kind; beside: boolean }>;

export type EditedColumn = keyof typeof EDITED;

export function isEdited(column: string): column is EditedColumn {
  return column in EDITED;
}

const COLUMN_OF = new Map<string, EditedColumn>(
  Object.entries(EDITED).map(([column, { member }]) => [member, column as EditedColumn]),
);

/** The column in which the value at fault is corrected. */
export function columnOf(pointer: string): EditedColumn | undefined {
  const [, first = "", second] = pointer.split("/");
  if (first === "product") return "productNo";
  if (first === "override") return COLUMN_OF.get(second ?? "");
  return COLUMN_OF.get(first === "datePromised" ? "dateRequired" : first);
}

function plain(value: unknown): unknown {
  return value !== null && typeof value === "object" ? (value as { code?: string }).code : value;
}

/** What the editor begins with; undefined where nothing can be edited. */
export function typedText(candidate: Candidate, column: EditedColumn, language: Language): string | undefined {
  if (!isOpen(candidate)) return undefined;
  const { member, kind, beside } = EDITED[column];
  const value = plain((beside ? candidate.override : candidate.effective)[member]);
  if (value == null) return "";
  if (kind === "decimal") return typeDecimal(value as Decimal, language);
  return kind === "day" && language === "de" ? germanDay(String(value)) : String(value);
}

/** A day as Germans type it; what the service wrote is a day. */
function germanDay(day: string): string {
  const [year, month, date] = day.split("-");
  return `${date}.${month}.${year}`;
}

export type Read = { value: unknown } | { fault: "badNumber" | "badDate" };

/** What was typed, as it is sent: nothing takes the override back. */
export function readTyped(text: string, column: EditedColumn, language: Language): Read {
  const typed = text.trim();
  if (!typed) return { value: null };
  const { kind } = EDITED[column];
  if (kind === "decimal") {
    const value = readDecimal(typed, language);
    return value === undefined ? { fault: "badNumber" } : { value };
  }
  if (kind === "day") {
    const value = readDay(typed, language);
    return value === undefined ? { fault: "badDate" } : { value };
  }
  return { value: typed };
}

/** A value in the reader's way. */
export function shown(value: unknown, kind: Kind, language: Language): string {
  const simple = plain(value);
  if (simple == null) return "";
  if (kind === "decimal") return showDecimal(simple as Decimal, language);
  return kind === "day" ? showDay(String(simple), language) : String(simple);
}

/** Whether something else holds than what was sent. */
export function isOverridden(candidate: Candidate, member: Member): boolean {
  return candidate.override[member] != null || candidate.clear.includes(member);
}

/** What was sent, for a value that is overridden. */
export function sentText(candidate: Candidate, column: EditedColumn, language: Language): string {
  const { member, kind } = EDITED[column];
  const own = importedValue(candidate, member);
  const product = (candidate.imported as { product?: { code?: string } }).product?.code;
  return shown(own ?? (member === "productCode" ? product : undefined), kind, language);
}
