// Queries of the dashboard.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap, type Schemas } from "../api/client";
import type { Filter } from "../disposition/filters";
import { queryOf } from "../disposition/view";
import type { Status } from "../parts/status";
import type { DayTotal } from "./comparison";

export type Intake = Schemas["IntakeAnswer"];
export type Counts = Schemas["StatusCounts"];

export const PERIODS = ["24h", "7d", "30d"] as const;
export type Period = (typeof PERIODS)[number];

/** Lines that a run would process now. */
export const READY = { status: "new", held: "false" } as const;
export const HELD = { status: "new", held: "true" } as const;

/** In stacking order. */
export const STATUSES = ["processed", "new", "error", "inactive"] as const satisfies Status[];

/** Query key of all statistics, invalidated after commits. */
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

/** Period for usual totals. */
export const MONTH: Period = "30d";

/** Returns the totals per day in the organisation's time zone. */
export function daysOf({ buckets }: Pick<Intake, "buckets">): DayTotal[] {
  return buckets.map(({ start, ...counts }) => ({ day: start.slice(0, 10), total: totalOf(counts) }));
}

export type Day = Schemas["DayAnswer"];

/** Statistics of today in the organisation's time zone. */
export function dayQuery(dataSource: string | undefined) {
  return queryOptions({
    queryKey: [...STATISTICS, "day", dataSource],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/statistics/day", { params: { query: dataSource ? { dataSource } : {} }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Counts by status for a filter. */
export function countsQuery(filter: Filter) {
  return queryOptions({
    queryKey: [...STATISTICS, "counts", filter],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/sales/order/candidates/counts", { params: { query: queryOf(filter) }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Orders created on a day and not voided. */
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

/** Returns the number of lines on hold, if the counts are exact. */
export function heldOf({ new: all, ready }: Pick<Schemas["CandidateCountsAnswer"], "new" | "ready">): Schemas["Total"] {
  return { value: Math.max(0, all.value - ready.value), exact: all.exact && ready.exact };
}

/** Returns the address of a list. */
export function listAt(page: string, parameters: Record<string, string>, dataSource: string | undefined): string {
  const query = new URLSearchParams({ ...parameters, ...(dataSource && { dataSource }) }).toString();
  return query ? `${page}?${query}` : page;
}
