// Values of a field: imported, override, effective.
import { language } from "../../i18n";
import { unitName } from "../../parts/common-names";
import type { Member, Values } from "../candidate";

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
