// Runs and schedules as they are asked for.
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, unwrap, type Schemas } from "../api/client";
import type { paths } from "../api/schema.gen";

export type Settings = Schemas["ProcessSettings"];
export type RunResult = Schemas["RunResult"];
type ResultQuery = NonNullable<paths["/api/process-runs/{id}/results"]["get"]["parameters"]["query"]>;
export type Outcome = NonNullable<ResultQuery["outcome"]>;

/** Milliseconds until it is looked again who lives: no event says so. */
const LOOK_AGAIN = 5_000;
/** So many come at once. */
const PAGE = 50;

/** Everything about runs and schedules, to be asked for again when something was committed. */
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
