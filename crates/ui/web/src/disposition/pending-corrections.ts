// Candidates while corrections of them are on their way: shown as they will most likely be, whatever is answered first.
import { replaceEqualDeep } from "@tanstack/react-query";
import type { Candidate } from "./candidate";
import { optimistic, type Change } from "./change";

interface Pending {
  /** As the service had it last. */
  confirmed: Candidate;
  /** As the service sent it meanwhile, by version: what a change has made may come before its answer. */
  versions: Map<number, Candidate>;
  /** What is on its way, in the order in which it was made. */
  changes: Change[];
}

/** As it is shown: what is foreseen in it is no word of the service. */
type Shown = Candidate & { optimistic?: true };

export interface Settled {
  /** The candidate as it was before the change. */
  before: Candidate;
  shown: Candidate;
}

/** Keeps what the service said apart from what is foreseen: what is refused leaves nothing behind. */
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
    /** A change begins; answers the candidate as it is shown from now on. */
    begin(seen: Candidate, change: Change): Candidate {
      const at = pending.get(seen.id) ?? startPending(seen);
      // what is seen at the same version has what is foreseen in it already
      if (at.confirmed.version < seen.version) confirm(at, seen);
      at.changes.push(change);
      pending.set(seen.id, at);
      return show(at);
    },
    /** The service said how a candidate is; answers how it is shown. */
    told(candidate: Candidate): Candidate {
      const at = pending.get(candidate.id);
      if (!at) return candidate;
      if (at.confirmed.version <= candidate.version) confirm(at, candidate);
      return show(at);
    },
    /** What was shown at some time, as it is shown now; nothing where what it foresaw has been answered since. */
    shown(candidate: Shown): Candidate | undefined {
      const at = pending.get(candidate.id);
      if (!candidate.optimistic) return this.told(candidate);
      return at && show(at);
    },
    /** A change of a version was answered with the candidate, or refused. */
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

/** Of two answers the one that is shown: one that was asked for before a correction and comes late takes nothing back. */
export function newerOf(kept: Candidate | undefined, candidate: Candidate): Candidate {
  return kept && kept.version > candidate.version ? kept : replaceEqualDeep(kept, candidate);
}
