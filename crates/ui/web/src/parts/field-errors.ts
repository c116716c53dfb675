// What the service refused, under the fields that it is about.
import type { Item } from "../api/client";

export interface FieldErrors<Field extends string> {
  fields: Partial<Record<Field, string>>;
  /** Whether everything that was refused stands at a field. */
  placed: boolean;
}

/** The words of each field, by the first step of their pointer; those of a list stand together. */
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
