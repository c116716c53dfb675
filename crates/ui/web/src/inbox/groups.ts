// Problems grouped by cause, with fixes for whole groups.
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, unwrap, unwrapPlan, type Schemas } from "../api/client";
import type { Selection } from "../disposition/candidate";
import type { Fix } from "../disposition/panel/fixes";
import type { Language } from "../i18n";

export type ProblemGroup = Schemas["ProblemGroup"];

export const GROUPS = ["problem-groups"] as const;

/** Filter value of causes without parameters. */
const NO_VALUES = "-";

/** Causes with localised messages. */
export function groupsQuery(language: Language, dataSource?: string) {
  return queryOptions({
    queryKey: [...GROUPS, language, "first", dataSource],
    queryFn: ({ signal }) => {
      const query = dataSource ? { dataSource } : {};
      return unwrap(api.GET("/api/sales/order/candidates/problems", { signal, params: { query } }));
    },
  });
}

/** All causes, paginated. */
export function groupPagesQuery(language: Language) {
  return infiniteQueryOptions({
    queryKey: [...GROUPS, language, "pages"],
    queryFn: ({ signal, pageParam }) => {
      const query = pageParam > 0 ? { offset: pageParam } : {};
      return unwrap(api.GET("/api/sales/order/candidates/problems", { signal, params: { query } }));
    },
    initialPageParam: 0,
    getNextPageParam: (last, _, offset) => (last.more ? offset + last.items.length : undefined),
  });
}

/** Returns the unique key of a group. */
export function groupKey({ code, filter }: Pick<ProblemGroup, "code" | "filter">): string {
  return `${code} ${JSON.stringify(filter)}`;
}

/** Returns the record of a cause, unless the message contains it. */
export function subjectOf({ params, message }: Pick<ProblemGroup, "params" | "message">): string | undefined {
  const product = (params as { product?: unknown } | null | undefined)?.product;
  return typeof product === "string" && !message?.includes(product) ? product : undefined;
}

/** Returns the allowed fixes that apply to the whole group, best first. */
export function remediesOf({ fixes }: Pick<ProblemGroup, "fixes">): Fix[] {
  return (fixes as Fix[]).filter(({ allowed, changes, request }) => allowed && (changes ?? request));
}

/** Returns the first fix that needs another permission. */
export function othersRemedy({ fixes }: Pick<ProblemGroup, "fixes">): Fix | undefined {
  return (fixes as Fix[]).find(({ allowed }) => !allowed);
}

/** Selects all lines of the cause. */
export function allOf({ filter }: Pick<ProblemGroup, "filter">): Selection {
  return { filter: Object.fromEntries(Object.entries(filter).filter(([, value]) => value)) };
}

/** Returns the URL of the list filtered by the cause. */
export function listOf({ filter }: Pick<ProblemGroup, "filter">): string {
  // causes without parameters need no `cause`
  const named = Object.entries(filter).filter(([name, value]) => value && !(name === "cause" && value === NO_VALUES));
  return `/candidates?${new URLSearchParams(named.map(([name, value]) => [name, String(value)])).toString()}`;
}

/** Cache time of a dry run, in milliseconds; the preview is always current. */
const PLAN_KEPT = 60_000;

/** Maximum number of lines of a dry run without request; the preview has no limit. */
const MAX_PLANNED = 10_000;

/** Dry run of a fix for all lines of the cause. */
export function consequenceQuery(group: ProblemGroup, fix: Fix, enabled: boolean) {
  const selection = allOf(group);
  return queryOptions({
    queryKey: ["problem-consequence", selection, fix.changes, group.candidates],
    enabled: enabled && fix.changes !== undefined && group.candidates <= MAX_PLANNED,
    staleTime: PLAN_KEPT,
    retry: false,
    queryFn: ({ signal }) => {
      const params = { query: { dryRun: true } };
      const body = { selection, changes: fix.changes ?? {} };
      return unwrapPlan(api.POST("/api/sales/order/candidates/edit", { params, body, signal }));
    },
  });
}
