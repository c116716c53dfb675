// What came in, and what there is to do.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap, type Schemas } from "../api/client";
import type { Filter } from "../disposition/filters";
import { asked } from "../disposition/view";
import type { Status } from "../parts/status";
import type { DayTotal } from "./comparison";

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
      unwrap(api.GET("/api/statistics/intake", { params: { query: { period, dataSource } }, signal })),
    placeholderData: keepPreviousData,
  });
}

export function totalOf(counts: Counts): number {
  return STATUSES.reduce((sum, status) => sum + counts[status], 0);
}

/** The period that says what is usual. */
export const MONTH: Period = "30d";

/** The totals of each day, by the organisation's clock. */
export function daysOf({ buckets }: Pick<Intake, "buckets">): DayTotal[] {
  return buckets.map(({ start, ...counts }) => ({ day: start.slice(0, 10), total: totalOf(counts) }));
}

export type Day = Schemas["DayAnswer"];

/** How the present day goes, by the organisation's clock. */
export function dayQuery(dataSource: string | undefined) {
  return queryOptions({
    queryKey: [...STATISTICS, "day", dataSource],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/statistics/day", { params: { query: dataSource ? { dataSource } : {} }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** How many of a list there are by status. */
export function countsQuery(filter: Filter) {
  return queryOptions({
    queryKey: [...STATISTICS, "counts", filter],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/sales/order/candidates/counts", { params: { query: asked(filter) }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Orders that were ordered on a day and hold. */
export function ordersOnQuery(day: string, dataSource: string | undefined) {
  return queryOptions({
    queryKey: [...STATISTICS, "orders", day, dataSource],
    queryFn: async ({ signal }) => {
      const query = { status: "completed" as const, dateOrderedFrom: day, dateOrderedTo: day, dataSource, limit: 1 };
      return (await unwrap(api.GET("/api/sales/order", { params: { query }, signal }))).total;
    },
    placeholderData: keepPreviousData,
  });
}
