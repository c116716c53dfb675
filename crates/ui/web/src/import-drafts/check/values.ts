// Unknown values and their replacements in the mapping.
import type { Kind } from "../../cross-references/cross-references";
import type { Members, UnknownValue } from "../types";

export interface ValueGroup {
  member: string;
  rows: number;
  values: UnknownValue[];
}

export const keyOf = ({ member, value }: Pick<UnknownValue, "member" | "value">): string =>
  JSON.stringify([member, value]);

/** Groups values by member; the member with the most rows comes first. */
export function valueGroups(values: readonly UnknownValue[]): ValueGroup[] {
  const groups = new Map<string, UnknownValue[]>();
  for (const value of values) groups.set(value.member, [...(groups.get(value.member) ?? []), value]);
  const counted = [...groups].map(([member, own]) => ({
    member,
    rows: own.reduce((sum, { rows }) => sum + rows, 0),
    values: own.toSorted((one, other) => other.rows - one.rows),
  }));
  return counted.toSorted((one, other) => other.rows - one.rows);
}

/** A value and the code that replaces it. */
export interface Replacement {
  member: string;
  value: string;
  to: string;
}

/** Returns members with replaced values. Members without a source have no values to replace. */
export function withReplacements(members: Members, replacements: readonly Replacement[]): Members {
  const after: Members = { ...members };
  for (const { member, value, to } of replacements) {
    const source = after[member];
    if (source) after[member] = { ...source, values: { ...source.values, [value]: to } };
  }
  return after;
}

/** Members whose values can be remembered as cross-references. */
const REMEMBERED: Readonly<Record<string, Kind>> = {
  "product.code": "product",
  "bpartner.bpartner.code": "bpartner",
  uomCode: "uom",
};

export function crossReferenceKind(member: string): Kind | undefined {
  return REMEMBERED[member];
}
