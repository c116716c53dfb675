// A change of a candidate: what it will most likely come to, and what takes it back.
import type { Schemas } from "../api/client";
import type { Candidate, Member } from "./candidate";
import { fieldOf, isMember, isReference } from "./fields";
import { importedValue } from "./values";

type Override = Schemas["OverrideData"];

/** What PATCH takes: null takes an override back. */
export interface Change {
  override?: Override;
  /** Members whose imported values count as absent; the list replaces the one before. */
  clear?: string[];
  active?: boolean;
  /** Until when someone waits for the customer; null: nobody waits any more. */
  waitingUntil?: string | null;
  /** Whose it is; null: nobody's. */
  assignedTo?: string | null;
  comment?: string;
}

/** An override of one member; whether it can have that value is the service's to say. */
export function withOverride(member: Member, value: unknown): Override {
  return { [member]: value } as Override;
}

/** The candidate as it will most likely be, shown until the service has answered. */
export function optimistic(candidate: Candidate, change: Change): Candidate {
  const override: Record<string, unknown> = { ...candidate.override };
  const effective: Record<string, unknown> = { ...candidate.effective };
  for (const member of overridden(change)) {
    const value = change.override?.[member];
    if (value === null) {
      delete override[member];
      effective[member] = importedValue(candidate, member);
    } else if (typeof value !== "object") {
      const reference = isReference(fieldOf(member));
      override[member] = effective[member] = reference ? { id: null, code: String(value), name: "" } : value;
    }
  }
  return { ...candidate, override, effective, clear: change.clear ?? candidate.clear } as Candidate;
}

/** A value that stands in a candidate, as PATCH takes it. */
function toRequest(member: Member, value: unknown): unknown {
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
    const sent = overridden(change).map((member) => withOverride(member, toRequest(member, before.override[member])));
    back.override = Object.assign({}, ...sent);
  }
  if (change.clear) back.clear = before.clear;
  if (change.active !== undefined) back.active = before.status !== "inactive";
  if (change.waitingUntil !== undefined) back.waitingUntil = before.waitingUntil ?? null;
  if (change.assignedTo !== undefined) back.assignedTo = before.assignedTo ?? null;
  return back;
}

function overridden(change: Change): Member[] {
  return Object.keys(change.override ?? {}).filter(isMember);
}

export function membersOf(change: Change): (Member | "active")[] {
  const members = new Set([...overridden(change), ...(change.clear ?? []).filter(isMember)]);
  return members.size > 0 ? [...members] : ["active"];
}
