// Queries of runs and schedules.
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, unwrap, type Schemas } from "../api/client";
import type { paths } from "../api/schema.gen";

export type Settings = Schemas["ProcessSettings"];
export type RunResult = Schemas["RunResult"];
type ResultQuery = NonNullable<paths["/api/process-runs/{id}/results"]["get"]["parameters"]["query"]>;
export type Outcome = NonNullable<ResultQuery["outcome"]>;

/** Polling interval of instances in milliseconds; no event reports them. */
const LOOK_AGAIN = 5_000;
/** Page size. */
const PAGE = 50;

/** Query key of runs and schedules, invalidated after commits. */
export const RUNS = ["runs"] as const;

export const settingsQuery = queryOptions({
  queryKey: [...RUNS, "settings"],
  queryFn: ({ signal }) => unwrap(api.GET("/api/process-settings", { signal })),
});

export const instancesQuery = queryOptions({
  queryKey: [...RUNS, "instances"],
  queryFn: ({ signal }) => unwrap(api.GET("/api/instances", { signal })),
  refetchInterval: LOOK_AGAIN,
});

export const runsQuery = infiniteQueryOptions({
  queryKey: [...RUNS, "list"],
  queryFn: ({ pageParam: after, signal }) =>
    unwrap(api.GET("/api/process-runs", { params: { query: { limit: PAGE, after } }, signal })),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next ?? undefined,
});

export function resultsQuery(id: number, outcome: Outcome | undefined) {
  return infiniteQueryOptions({
    queryKey: [...RUNS, "results", id, outcome],
    queryFn: ({ pageParam: after, signal }) => {
      const params = { path: { id }, query: { limit: PAGE, after, outcome } };
      return unwrap(api.GET("/api/process-runs/{id}/results", { params, signal }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
}
