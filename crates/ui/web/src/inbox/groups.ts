// Problems that have one cause, and what would settle all of them alike.
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, unwrap, type Schemas } from "../api/client";
import type { Selection } from "../disposition/candidate";
import type { Fix } from "../disposition/panel/fixes";
import type { Language } from "../i18n";

export type ProblemGroup = Schemas["ProblemGroup"];

export const GROUPS = ["problem-groups"] as const;

/** The cause of a problem that nothing but its code tells. */
const NO_VALUES = "-";

/** The causes with their words, which come in the reader's language. */
export function groupsQuery(language: Language) {
  return queryOptions({
    queryKey: [...GROUPS, language],
    queryFn: ({ signal }) => unwrap(api.GET("/api/sales/order/candidates/problems", { signal })),
  });
}

/** All causes, a page at a time. */
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

/** The name of a group, which is unique. */
export function groupKey({ code, filter }: Pick<ProblemGroup, "code" | "filter">): string {
  return `${code} ${JSON.stringify(filter)}`;
}

/** The remedies that are offered, the best first: those that the reader may do, and that are done to all alike. */
export function remediesOf({ fixes }: Pick<ProblemGroup, "fixes">): Fix[] {
  return (fixes as Fix[]).filter(({ allowed, changes, request }) => allowed && (changes ?? request));
}

/** The first that only others may do. */
export function othersRemedy({ fixes }: Pick<ProblemGroup, "fixes">): Fix | undefined {
  return (fixes as Fix[]).find(({ allowed }) => !allowed);
}

/** All that have the cause, as runs take them. */
export function allOf({ filter }: Pick<ProblemGroup, "filter">): Selection {
  return { filter: Object.fromEntries(Object.entries(filter).filter(([, value]) => value)) };
}

/** The list, narrowed to a cause. */
export function listOf({ filter }: Pick<ProblemGroup, "filter">): string {
  // a cause is known by its values; one that has none needs no mark of it
  const named = Object.entries(filter).filter(([name, value]) => value && !(name === "cause" && value === NO_VALUES));
  return `/candidates?${new URLSearchParams(named.map(([name, value]) => [name, String(value)])).toString()}`;
}
