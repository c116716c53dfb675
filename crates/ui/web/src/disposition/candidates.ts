// Query cache of candidates.
import { queryOptions, replaceEqualDeep, type QueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../api/client";
import type { Candidate } from "./candidate";
import { fixesOf, holdFixesOf } from "./panel/fixes";
import { newerOf, pending } from "./pending-corrections";

/** Query key of all candidate data. */
export const CANDIDATES = ["candidates"] as const;
/** Query key of list rows, which are not refetched automatically. */
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

/** Applies pending corrections to loaded rows. */
export function asShown<Page extends { items: Candidate[] }>(page: Page): Page {
  return { ...page, items: page.items.map(pending.told) };
}

/** Loads candidates and writes them into every cache entry. */
export function putCandidates(queries: QueryClient, candidates: Candidate[]): void {
  showCandidates(
    queries,
    candidates.flatMap((candidate) => pending.shown(candidate) ?? []),
  );
}

/** Writes candidates into every cache entry; never replaces a newer version. */
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

/** Lists contain no fixes; keeps known ones while the version is the same. */
function withRemedies(candidate: Candidate, kept: Candidate): Candidate {
  const told = kept.problems.some((problem) => fixesOf(problem).length > 0) || holdFixesOf(kept).length > 0;
  const same = candidate.version === kept.version && candidate.problems.length === kept.problems.length;
  return told && same ? replaceEqualDeep(kept, { ...kept, ...candidate, problems: kept.problems }) : candidate;
}
