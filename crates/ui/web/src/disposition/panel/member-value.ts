// Values of a field: imported, override, effective.
import { language } from "../../i18n";
import { unitName } from "../../parts/common-names";
import type { Candidate, Member, Values } from "../candidate";
import type { Field } from "../fields";

/** Returns the value at a JSON pointer. */
export function valueAt(body: unknown, pointer: string): unknown {
  let at = body;
  for (const step of pointer.split("/").slice(1)) {
    if (at === null || typeof at !== "object") return undefined;
    at = (at as Record<string, unknown>)[step.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return at;
}

/** Returns the imported value of a field. */
export function sentValue(candidate: Candidate, field: Field): string | number | undefined {
  for (const pointer of field.sent) {
    const value = valueAt(candidate.imported, pointer);
    if (typeof value === "string" || typeof value === "number") return value;
  }
  return undefined;
}

interface Named {
  id?: number | null;
  code?: string | null;
  name?: string | null;
}

/** Returns a record as one line of text; currencies as code. */
export function named(record: Named | string): string {
  if (typeof record === "string") return record;
  const { code } = record;
  const name = unitName(code, record.name, language());
  if (code && name && code !== name) return `${name} (${code})`;
  return name ?? code ?? String(record.id ?? "");
}

/** Returns a value of `override` or `effective`. */
export function memberValue(values: Values, member: Member): unknown {
  return values[member] ?? undefined;
}
