// Queries of runs and schedules.
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap, type Schemas } from "../api/client";
import { isOver, type Run } from "../api/events";
import type { paths } from "../api/schema.gen";
import type { Total } from "../grid/blocks";
import { definedOf, type CursorSource } from "../grid/record-rows";

export type Settings = Schemas["ProcessSettings"];
export type RunResult = Schemas["RunResult"];
type ResultQuery = NonNullable<paths["/api/process-runs/{id}/results"]["get"]["parameters"]["query"]>;
export type Outcome = NonNullable<ResultQuery["outcome"]>;

/** Polling interval of instances in milliseconds; no event reports them. */
const LOOK_AGAIN = 5_000;
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

/** Tolerated clock difference, in seconds. */
const CLOCK_TOLERANCE = 2;

export function isClockWrong({ clockAheadSeconds }: Pick<Schemas["Instance"], "clockAheadSeconds">): boolean {
  return Math.abs(clockAheadSeconds) >= CLOCK_TOLERANCE;
}

export const runsSource: CursorSource<Run> = {
  queryKey: [...RUNS, "list"],
  load: ({ reversed: _, ...ask }, signal) =>
    unwrap(api.GET("/api/process-runs", { params: { query: definedOf(ask) }, ...(signal && { signal }) })),
};

/** Result with the number of its line as row id, and the line, which names it. */
export type ResultRow = RunResult & { id: number; line?: Schemas["Candidate"] | undefined };

/** Size and maximum number of pages with the names of lines. */
const NAMES = 500;
const NAME_PAGES = 4;

/** Loads the lines of results; those that cannot be loaded keep their number. */
async function linesOf(ids: readonly number[], signal?: AbortSignal): Promise<Map<number, Schemas["Candidate"]>> {
  const wanted = new Set(ids);
  const lines = new Map<number, Schemas["Candidate"]>();
  let after: string | undefined;
  for (let page = 0; page < NAME_PAGES && lines.size < wanted.size; page++) {
    const query = { headerOf: ids.join(","), limit: NAMES, ...(after && { after }) };
    const { items, next } = await unwrap(
      api.GET("/api/sales/order/candidates", { params: { query }, ...(signal && { signal }) }),
    );
    for (const line of items) if (wanted.has(line.id)) lines.set(line.id, line);
    if (!next) break;
    after = next;
  }
  return lines;
}

export function resultsSource(run: Run, outcome: Outcome | undefined): CursorSource<ResultRow> {
  const total = isOver(run) ? countOf(run, outcome) : undefined;
  return {
    queryKey: [...RUNS, "results", run.id, outcome],
    load: async ({ reversed: _, ...ask }, signal) => {
      const params = { path: { id: run.id }, query: { ...definedOf(ask), ...(outcome && { outcome }) } };
      const page = await unwrap(api.GET("/api/process-runs/{id}/results", { params, ...(signal && { signal }) }));
      const ids = page.items.flatMap(({ candidateId }) => candidateId ?? []);
      const lines = ids.length > 0 ? await linesOf(ids, signal) : new Map<number, Schemas["Candidate"]>();
      const items = page.items.map((result) => {
        const id = result.candidateId ?? 0;
        return { ...result, id, line: lines.get(id) };
      });
      return { ...page, items, ...(total && { total }) };
    },
  };
}

/** Returns the number of results of a run, if its counts contain it. */
function countOf({ counts: { processed, stayed, failed } }: Run, outcome: Outcome | undefined): Total | undefined {
  if (outcome === undefined) return { value: processed + stayed + failed, exact: true };
  if (outcome === "ordered" || outcome === "changed") return { value: processed, exact: true };
  return outcome === "failed" ? { value: failed, exact: true } : undefined;
}
