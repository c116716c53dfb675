// Change of a candidate: its optimistic result and its inverse.
import type { Schemas } from "../api/client";
import type { Candidate, Member } from "./candidate";
import { fieldOf, isMember, isReference } from "./fields";
import { importedValue } from "./values";

type Override = Schemas["OverrideData"];

/** Body of PATCH; null removes an override. */
export interface Change {
  override?: Override;
  /** Ignored imported values; replaces the previous list. */
  clear?: string[];
  active?: boolean;
  /** Follow-up date; null ends waiting. */
  waitingUntil?: string | null;
  /** Assignee; null removes it. */
  assignedTo?: string | null;
  comment?: string;
}

/** Creates the change for one member. */
export function withOverride(member: Member, value: unknown): Override {
  return { [member]: value } as Override;
}

/** Returns the candidate as it will probably be after the change. */
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

/** Converts a stored value to the format of PATCH. */
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

/** Returns the inverse of a change. */
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
