// Candidates as the pages know them: where they are kept, and how one that changed is put in its places.
import { queryOptions, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { api, told, type Schemas } from "../api/client";

export type Candidate = Schemas["Candidate"];
export type CandidatePage = Schemas["CandidatePageAnswer"];
export type Values = Schemas["CandidateValues"];
/** A value that a clerk may set instead of the imported one. */
export type Member = keyof Values;
export type Selection = Schemas["SelectionData"];

/** Everything about candidates, to be asked for again when many have changed. */
export const CANDIDATES = ["candidates"] as const;
/** The blocks of lists that are kept. */
export const BLOCKS = [...CANDIDATES, "block"] as const;

export function candidateQuery(id: number) {
  return queryOptions({
    queryKey: [...CANDIDATES, "one", id],
    queryFn: ({ signal }) => told(api.GET("/api/sales/order/candidates/{id}", { params: { path: { id } }, signal })),
  });
}

/** Puts a candidate into every place where it is shown; an older one never takes a newer one's place. */
export function putCandidate(queries: QueryClient, candidate: Candidate): void {
  const { id } = candidate;
  const newer = (kept: Candidate) => kept.id === id && kept.version <= candidate.version;
  queries.setQueryData<Candidate>(candidateQuery(id!).queryKey, (kept) => (kept && newer(kept) ? candidate : kept));
  queries.setQueriesData<CandidatePage>({ queryKey: BLOCKS }, (page) => {
    if (!page?.items.some(newer)) return page;
    return { ...page, items: page.items.map((kept) => (newer(kept) ? candidate : kept)) };
  });
}

export function usePutCandidate(): (candidate: Candidate) => void {
  const queries = useQueryClient();
  return (candidate) => putCandidate(queries, candidate);
}

/** Whether it may be corrected at all. */
export function isOpen({ status }: Pick<Candidate, "status">): boolean {
  return status !== "processed";
}

/** What was sent for a member, as far as it is a plain value. */
export function importedValue({ imported }: Candidate, member: Member): unknown {
  return (imported as Record<string, unknown>)[member];
}
