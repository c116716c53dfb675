// A change of a candidate: what it will most likely come to, and what takes it back.
import type { Candidate, Member } from "./candidates";
import { fieldOf, isMember, isReference } from "./fields";
import { importedValue } from "./values";

/** What PATCH takes: null takes an override back. */
export interface Change {
  override?: Partial<Record<Member, unknown>>;
  /** Members whose imported values count as absent; the list replaces the one before. */
  clear?: string[];
  active?: boolean;
}

/** The candidate as it will most likely be, shown until the service has answered. */
export function foreseen(candidate: Candidate, change: Change): Candidate {
  const override: Record<string, unknown> = { ...candidate.override };
  const effective: Record<string, unknown> = { ...candidate.effective };
  for (const [member, value] of Object.entries(change.override ?? {})) {
    if (value === null) {
      delete override[member];
      effective[member] = importedValue(candidate, member as Member);
    } else if (typeof value !== "object") {
      const reference = isMember(member) && isReference(fieldOf(member));
      override[member] = effective[member] = reference ? { id: null, code: String(value), name: "" } : value;
    }
  }
  return { ...candidate, override, effective, clear: change.clear ?? candidate.clear } as Candidate;
}

/** A value that stands in a candidate, as PATCH takes it. */
function asSent(member: Member, value: unknown): unknown {
  if (value == null) return null;
  if (typeof value !== "object") return value;
  if (member === "invoiceDocType") {
    const { docBaseType, docSubType } = value as { docBaseType: string; docSubType?: string };
    return docSubType ? { docBaseType, docSubType } : { docBaseType };
  }
  if ("bpartner" in value) {
    const names = Object.entries(value as Record<string, { id: number } | null>);
    return Object.fromEntries(names.flatMap(([role, named]) => (named ? [[role, String(named.id)]] : [])));
  }
  const { id, code } = value as { id: number; code: string };
  const { kind } = fieldOf(member);
  return kind.as === "record" && kind.by !== "id" ? code : String(id);
}

/** What takes a change back. */
export function reverse(before: Candidate, change: Change): Change {
  const back: Change = {};
  if (change.override) {
    const members = Object.keys(change.override) as Member[];
    back.override = Object.fromEntries(members.map((member) => [member, asSent(member, before.override[member])]));
  }
  if (change.clear) back.clear = before.clear;
  if (change.active !== undefined) back.active = before.status !== "inactive";
  return back;
}

export function membersOf(change: Change): (Member | "active")[] {
  const cleared = (change.clear ?? []) as Member[];
  const members = new Set([...(Object.keys(change.override ?? {}) as Member[]), ...cleared]);
  return members.size > 0 ? [...members] : ["active"];
}
