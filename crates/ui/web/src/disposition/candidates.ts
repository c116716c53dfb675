// Candidates as the pages know them: where they are kept, and how one that changed is put in its places.
import { queryOptions, replaceEqualDeep, type QueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../api/client";
import type { Candidate } from "./candidate";
import { fixesOf, holdFixesOf } from "./panel/fixes";
import { newerOf, pending } from "./pending-corrections";

/** Everything about candidates, to be asked for again when many have changed. */
export const CANDIDATES = ["candidates"] as const;
/** The rows of the list that is looked at: they stay where they are until someone asks for them anew. */
export const BLOCKS = ["candidate-blocks"] as const;

export function candidateQuery(id: number) {
  const path = { id };
  return queryOptions({
    queryKey: [...CANDIDATES, "one", id],
    queryFn: async ({ signal }) =>
      pending.told(await unwrap(api.GET("/api/sales/order/candidates/{id}", { params: { path }, signal }))),
    structuralSharing: (kept, candidate) => newerOf(kept as Candidate | undefined, candidate as Candidate),
  });
}

/** Rows as the service told them, with what is still on its way to it. */
export function asShown<Page extends { items: Candidate[] }>(page: Page): Page {
  return { ...page, items: page.items.map(pending.told) };
}

/** Puts what was just loaded into every place where candidates are shown. */
export function putCandidates(queries: QueryClient, candidates: Candidate[]): void {
  showCandidates(
    queries,
    candidates.flatMap((candidate) => pending.shown(candidate) ?? []),
  );
}

/** Shows candidates in every place; an older one never takes a newer one's place. */
export function showCandidates(queries: QueryClient, candidates: Candidate[]): void {
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const renewed = (kept: Candidate): Candidate => {
    const candidate = byId.get(kept.id);
    return candidate ? newerOf(kept, candidate) : kept;
  };
  for (const { id } of candidates) {
    queries.setQueryData<Candidate>(candidateQuery(id).queryKey, (kept) => kept && withRemedies(renewed(kept), kept));
  }
  queries.setQueriesData<{ items: Candidate[] }>({ queryKey: BLOCKS }, (block) => {
    if (!block) return block;
    const items = block.items.map(renewed);
    return items.some((item, index) => item !== block.items[index]) ? { ...block, items } : block;
  });
}

/** A list tells no remedies: those that are known of a candidate hold as long as it is the same. */
function withRemedies(candidate: Candidate, kept: Candidate): Candidate {
  const told = kept.problems.some((problem) => fixesOf(problem).length > 0) || holdFixesOf(kept).length > 0;
  const same = candidate.version === kept.version && candidate.problems.length === kept.problems.length;
  return told && same ? replaceEqualDeep(kept, { ...kept, ...candidate, problems: kept.problems }) : candidate;
}
