// Candidates while corrections of them are on their way: shown as they will most likely be, whatever is answered first.
import type { Candidate } from "./candidates";
import { foreseen, type Change } from "./change";

interface Pending {
  /** As the service had it last. */
  known: Candidate;
  /** What is on its way, in the order in which it was made. */
  changes: Change[];
}

export interface Ended {
  /** The candidate as it was before the change. */
  before: Candidate;
  shown: Candidate;
}

/** Keeps what the service said apart from what is foreseen: what is refused leaves nothing behind. */
export function pendingCorrections() {
  const pending = new Map<number, Pending>();

  const show = ({ known, changes }: Pending): Candidate => changes.reduce(foreseen, known);

  return {
    /** A change begins; answers the candidate as it is shown from now on. */
    begin(seen: Candidate, change: Change): Candidate {
      const at = pending.get(seen.id) ?? { known: seen, changes: [] };
      // what is seen at the same version has what is foreseen in it already
      if (at.known.version < seen.version) at.known = seen;
      at.changes.push(change);
      pending.set(seen.id, at);
      return show(at);
    },
    /** The service said how a candidate is; answers how it is shown. */
    told(candidate: Candidate): Candidate {
      const at = pending.get(candidate.id);
      if (!at) return candidate;
      if (at.known.version <= candidate.version) at.known = candidate;
      return show(at);
    },
    /** A change was answered with the candidate, or refused. */
    end(seen: Candidate, change: Change, after?: Candidate): Ended {
      const at = pending.get(seen.id) ?? { known: seen, changes: [] };
      const before = at.known;
      at.changes = at.changes.filter((one) => one !== change);
      if (after && before.version <= after.version) at.known = after;
      if (at.changes.length === 0) pending.delete(seen.id);
      return { before, shown: show(at) };
    },
  };
}

export const pending = pendingCorrections();
