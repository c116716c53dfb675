// Bulk edit as entered and as sent.
import type { Schemas } from "../../api/client";
import { readDay } from "../../values/day";
import { readDecimal, type Language } from "../../values/decimal";
import type { Member } from "../candidate";
import { asTyped, type Field } from "../fields";

export type How = "set" | "changeBy" | "clear";

export interface Entry {
  how: How;
  typed: string;
  /** Selected suggestion. */
  value?: string;
}

export type Entries = Partial<Record<Member, Entry>>;
export type Fault = "noNumber" | "noDay" | "badStep" | "badDays" | "noValue";

/** Returns the modes of a field; only amounts and dates can be shifted. */
export function waysOf({ kind }: Field): How[] {
  const moves = kind.as === "decimal" || kind.as === "day";
  return moves ? ["set", "changeBy", "clear"] : ["set", "clear"];
}

/** Returns the change or the input error; undefined if the field was not chosen. */
export function readEntry(
  field: Field,
  entry: Entry | undefined,
  language: Language,
): Schemas["EditChange"] | Fault | undefined {
  if (!entry) return undefined;
  if (entry.how === "clear") return { clear: true };
  const typed = entry.typed.trim();
  if (!typed) return "noValue";
  if (entry.how === "changeBy") return readStep(field, typed, language);
  if (field.kind.as === "decimal") {
    const read = readDecimal(typed, language);
    return read === undefined ? "noNumber" : { set: read };
  }
  if (field.kind.as === "day") {
    const read = readDay(typed, language);
    return read === undefined ? "noDay" : { set: read };
  }
  return { set: entry.value ?? asTyped(field, typed) };
}

function readStep(field: Field, typed: string, language: Language): Schemas["EditChange"] | Fault {
  const [, sign, amount = "", percent = ""] = /^([+\-−])\s*([^%]+?)\s*(%?)$/.exec(typed) ?? [];
  const fault = field.kind.as === "day" ? "badDays" : "badStep";
  const read = sign ? readDecimal(amount, language) : undefined;
  const days = /^\d{1,4}$/.test(read ?? "") && !percent;
  if (read === undefined || read.startsWith("-") || (field.kind.as === "day" && !days)) return fault;
  return { changeBy: `${sign === "+" ? "+" : "-"}${read}${percent}` };
}
