// What came in, and what there is to do.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, told, type Schemas } from "../api/client";
import type { Status } from "../parts/status";

export type Intake = Schemas["IntakeAnswer"];
export type Counts = Schemas["StatusCounts"];

export const PERIODS = ["24h", "7d", "30d"] as const;
export type Period = (typeof PERIODS)[number];

/** In the order in which they are stacked. */
export const STATUSES = ["processed", "new", "error", "inactive"] as const satisfies Status[];

/** Everything of the dashboard, to be asked for again when something was committed. */
export const STATISTICS = ["statistics"] as const;

export function intakeQuery(period: Period, dataSource: string | undefined) {
  return queryOptions({
    queryKey: [...STATISTICS, period, dataSource],
    queryFn: ({ signal }) =>
      told(api.GET("/api/statistics/intake", { params: { query: { period, dataSource } }, signal })),
    placeholderData: keepPreviousData,
  });
}

export function totalOf(counts: Counts): number {
  return STATUSES.reduce((sum, status) => sum + counts[status], 0);
}
