// Sent values of unresolved references.
import type { Candidate, Member } from "./candidate";
import { fieldAt, fieldOf } from "./fields";
import { sentValue } from "./sent-value";

/** Returns the sent code, id or name of a reference that is unresolved. */
export function unresolvedText(candidate: Candidate, member: Member): string | undefined {
  const isUnresolved = candidate.problems.some(
    ({ code, pointer }) => code.endsWith(".unresolved") && fieldAt(pointer ?? "") === member,
  );
  if (!isUnresolved) return undefined;
  const sent = sentValue(candidate, fieldOf(member));
  return sent === undefined ? undefined : String(sent);
}
