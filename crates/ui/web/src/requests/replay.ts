// Sends a logged import again, or returns its current result by a dry run.
import { queryOptions } from "@tanstack/react-query";
import { api, ApiError, unwrapWithId, type Schemas } from "../api/client";
import { REQUESTS } from "./requests";
import { resultsOf, resultsOfErrors, type RowResult } from "./rows";

export interface Replay {
  results: Map<number, RowResult>;
  /** `X-Request-Id` of the response; empty if the request was rejected as a whole. */
  requestId: string;
}

/** Sends the import again. A dry run has no key and writes nothing. Rejected rows are results, not failures. */
export async function replay(id: number, key: string | undefined): Promise<Replay> {
  const header = key === undefined ? {} : { "Idempotency-Key": key };
  const params = { path: { id }, query: { dryRun: key === undefined }, header };
  try {
    const { data, requestId } = await unwrapWithId(api.POST("/api/requests/{id}/replay", { params }));
    return { results: resultsOf(data.result), requestId };
  } catch (failure) {
    const results = failure instanceof ApiError ? rejectedResults(failure) : undefined;
    if (!results) throw failure;
    return { results, requestId: failure instanceof ApiError ? (failure.problem?.requestId ?? "") : "" };
  }
}

/** Returns the results of an error about rows; undefined for other errors. */
function rejectedResults({ problem }: ApiError): Map<number, RowResult> | undefined {
  if (!problem) return undefined;
  if (isAnswer(problem)) return resultsOf(problem.result);
  return problem.errors.some(({ pointer }) => pointer) ? resultsOfErrors(problem.errors) : undefined;
}

function isAnswer(value: object): value is Schemas["CandidatesAnswer"] {
  return "result" in value && Array.isArray(value.result);
}

export function previewQuery(id: number) {
  return queryOptions({
    queryKey: ["plan-replay", id],
    queryFn: () => replay(id, undefined),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
}

/** The log entry of a request that was sent. */
export function entryQuery(requestId: string) {
  return queryOptions({
    queryKey: [...REQUESTS, "of-id", requestId],
    queryFn: async ({ signal }) => {
      const query = { reference: requestId, limit: 1 };
      const { data } = await api.GET("/api/requests", { signal, params: { query } });
      return data?.items[0]?.id ?? null;
    },
    enabled: requestId !== "",
  });
}
