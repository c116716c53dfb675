// Errors of a response by field.
import type { Item } from "../api/client";

export interface FieldErrors<Field extends string> {
  fields: Partial<Record<Field, string>>;
  /** Every error belongs to a field. */
  placed: boolean;
}

/** Returns messages by the first segment of their pointer. */
export function fieldErrors<Field extends string>(
  refused: readonly Pick<Item, "pointer" | "message">[],
  known: readonly Field[],
): FieldErrors<Field> {
  const fields: Partial<Record<Field, string>> = {};
  let placed = refused.length > 0;
  for (const { pointer, message } of refused) {
    const field = known.find((one) => one === pointer.split("/")[1]);
    if (!field) placed = false;
    else if (!fields[field]?.includes(message)) fields[field] = [fields[field], message].filter(Boolean).join(" ");
  }
  return { fields, placed };
}
