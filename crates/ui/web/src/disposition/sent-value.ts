// Imported values of candidates.
import type { Candidate } from "./candidate";
import type { Field } from "./fields";

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
