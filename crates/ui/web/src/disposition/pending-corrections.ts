// Optimistic state of candidates while corrections are pending, independent of response order.
import { replaceEqualDeep } from "@tanstack/react-query";
import type { Candidate } from "./candidate";
import { optimistic, type Change } from "./change";

interface Pending {
  /** Latest candidate from the server. */
  confirmed: Candidate;
  /** Candidates by version, because an event may precede the response. */
  versions: Map<number, Candidate>;
  /** Pending changes in order. */
  changes: Change[];
}

/** Shown candidate; `optimistic` marks unconfirmed values. */
type Shown = Candidate & { optimistic?: true };

export interface Settled {
  before: Candidate;
  shown: Candidate;
}

/** Separates confirmed from optimistic state, so that rejections leave no trace. */
export function pendingCorrections() {
  const pending = new Map<number, Pending>();

  const startPending = (seen: Candidate): Pending => ({
    confirmed: seen,
    versions: new Map([[seen.version, seen]]),
    changes: [],
  });
  const confirm = (at: Pending, candidate: Candidate) => {
    at.confirmed = candidate;
    at.versions.set(candidate.version, candidate);
  };
  const show = ({ confirmed: known, changes }: Pending): Shown =>
    changes.length > 0 ? { ...changes.reduce(optimistic, known), optimistic: true } : known;

  return {
    /** Starts a change; returns the shown candidate. */
    begin(seen: Candidate, change: Change): Candidate {
      const at = pending.get(seen.id) ?? startPending(seen);
      // the shown candidate of this version already contains optimistic values
      if (at.confirmed.version < seen.version) confirm(at, seen);
      at.changes.push(change);
      pending.set(seen.id, at);
      return show(at);
    },
    /** Stores a candidate from the server; returns the shown one. */
    withPending(candidate: Candidate): Candidate {
      const at = pending.get(candidate.id);
      if (!at) return candidate;
      if (at.confirmed.version <= candidate.version) confirm(at, candidate);
      return show(at);
    },
    /** Returns the current form of a formerly shown candidate; undefined if its optimistic values are settled. */
    shown(candidate: Shown): Candidate | undefined {
      const at = pending.get(candidate.id);
      if (!candidate.optimistic) return this.withPending(candidate);
      return at && show(at);
    },
    /** Settles a change with its result, or without one if rejected. */
    end(seen: Candidate, change: Change, after?: Candidate, from = NaN): Settled {
      const at = pending.get(seen.id) ?? startPending(seen);
      const before = at.versions.get(from) ?? at.confirmed;
      at.changes = at.changes.filter((one) => one !== change);
      if (after && at.confirmed.version <= after.version) confirm(at, after);
      else if (after) at.versions.set(after.version, after);
      if (at.changes.length === 0) pending.delete(seen.id);
      return { before, shown: show(at) };
    },
  };
}

export const pending = pendingCorrections();

/** Returns the newer candidate: a late response of an older request is ignored. */
export function newerOf(cached: Candidate | undefined, candidate: Candidate): Candidate {
  return cached && cached.version > candidate.version ? cached : replaceEqualDeep(cached, candidate);
}
