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
      pending.withPending(await unwrap(api.GET("/api/sales/order/candidates/{id}", { params: { path }, signal }))),
    structuralSharing: (cached, candidate) => newerOf(cached as Candidate | undefined, candidate as Candidate),
  });
}

/** Applies pending corrections to loaded rows. */
export function asShown<Page extends { items: Candidate[] }>(page: Page): Page {
  return { ...page, items: page.items.map(pending.withPending) };
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
  const renewed = (cached: Candidate): Candidate => {
    const candidate = byId.get(cached.id);
    return candidate ? newerOf(cached, candidate) : cached;
  };
  for (const { id } of candidates) {
    queries.setQueryData<Candidate>(
      candidateQuery(id).queryKey,
      (cached) => cached && withRemedies(renewed(cached), cached),
    );
  }
  queries.setQueriesData<{ items: Candidate[] }>({ queryKey: BLOCKS }, (block) => {
    if (!block) return block;
    const items = block.items.map(renewed);
    return items.some((item, index) => item !== block.items[index]) ? { ...block, items } : block;
  });
}

/** Lists contain no fixes; keeps known ones while the version is the same. */
function withRemedies(candidate: Candidate, cached: Candidate): Candidate {
  const hasFixes = cached.problems.some((problem) => fixesOf(problem).length > 0) || holdFixesOf(cached).length > 0;
  const same = candidate.version === cached.version && candidate.problems.length === cached.problems.length;
  return hasFixes && same
    ? replaceEqualDeep(cached, { ...cached, ...candidate, problems: cached.problems })
    : candidate;
}
