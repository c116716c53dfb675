// State of the list in the URL: tab, filters, sort, open candidate.
import { useCallback, useMemo } from "react";
import { useSearchParams } from "wouter";
import { addDays } from "../values/day";
import type { operations } from "../api/schema.gen";
import type { Selected } from "../grid/selection";
import type { Selection } from "./candidate";
import { FILTERS, type Filter } from "./filters";
import type { List } from "./scroll-position";
import { NEWEST_FIRST } from "./sort";
import { addressOf, differs, keptOfSeen, isEmptyAddress, throughView, withChange } from "./views/address";
import type { Looked } from "./views/views";

export const TABS = ["all", "new", "error", "processed", "inactive"] as const;
export type Tab = (typeof TABS)[number];

export interface View {
  tab: Tab;
  filter: Filter;
  sort: string;
  /** Rows are incoming orders. */
  orders: boolean;
  /** Candidate open in the panel. */
  open: number | undefined;
  panel: string | null;
}

/** Reads the state from the URL and its saved view; `opens` is the default list. */
export function useView({ view: saved, begins }: Looked, opens: List) {
  const [search, setSearch] = useSearchParams();
  const address = search.toString();
  const seen = useMemo(() => {
    const through = new URLSearchParams(throughView(saved, new URLSearchParams(address)));
    if (!through.has("list")) through.set("list", opens);
    return through;
  }, [saved, address, opens]);
  const view = useMemo<View>(() => readView(seen), [seen]);
  const change = useCallback(
    (to: Record<string, string | undefined>, replace = true) =>
      setSearch(
        (before) => {
          const after = withChange(saved, before, to);
          // an empty query would open the default view again
          if (begins && isEmptyAddress(after)) after.set("status", "all");
          return after;
        },
        { replace },
      ),
    [setSearch, saved, begins],
  );
  return {
    view,
    change,
    /** The state as a saved view. */
    kept: useMemo(() => keptOfSeen(seen), [seen]),
    /** The state differs from the saved view. */
    differs: useMemo(() => saved !== undefined && differs(saved, new URLSearchParams(address)), [saved, address]),
    /** Opens a view or tab. */
    go: useCallback(
      (to: Parameters<typeof addressOf>[0]) => setSearch((before) => new URLSearchParams(addressOf(to, before))),
      [setSearch],
    ),
  };
}

export type ChangeView = ReturnType<typeof useView>["change"];

export function readView(search: URLSearchParams): View {
  const named = FILTERS.flatMap((name) => {
    const value = search.get(name);
    return value ? [[name, value] as const] : [];
  });
  const tab = TABS.find((one) => one === search.get("status")) ?? "all";
  const open = Number(search.get("open"));
  return {
    tab,
    filter: Object.fromEntries(named),
    sort: search.get("sort") || NEWEST_FIRST,
    orders: search.get("list") === "orders",
    open: Number.isSafeInteger(open) && open > 0 ? open : undefined,
    panel: search.get("panel"),
  };
}

/** Returns the first instant of a day in the browser's time zone. */
export function beginning(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date).toISOString();
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Filter as sent in queries and selections. */
export type Asked = NonNullable<operations["countCandidates"]["parameters"]["query"]> &
  Omit<NonNullable<Selection["filter"]>, "exclude">;

/** Converts a filter for the API: import days in the browser's time zone, typed numbers and booleans. */
export function queryOf(filter: Filter): Asked {
  const { createdFrom, createdTo } = filter;
  const after = createdTo && DAY.test(createdTo) ? addDays(createdTo, 1) : undefined;
  return {
    ...filter,
    ...(createdFrom && DAY.test(createdFrom) ? { createdFrom: beginning(createdFrom) } : {}),
    ...(after ? { createdTo: beginning(after) } : {}),
  } as Asked;
}

export function askedWithTab({ tab, filter }: View): Asked {
  return tab === "all" ? queryOf(filter) : { ...queryOf(filter), status: tab };
}

/** Statuses of lines that can be changed. */
export const NOT_ORDERED = "new,error,inactive";

/** Converts the selection to a request. */
export function selectionOf(selected: Selected, view: View): Selection {
  if (!selected.all) {
    const orders = [...selected.ids].filter((id) => id < 0);
    if (orders.length === 0) return { ids: [...selected.ids] };
    // orders include all lines regardless of the filter
    return { filter: { status: NOT_ORDERED, headerOf: orders.map((id) => -id) } };
  }
  // the API rejects an empty filter
  const status = view.tab === "all" ? "new,error,processed,inactive" : view.tab;
  const filter = { ...queryOf(view.filter), status };
  // deselected lines are excluded by id
  const exclude = [...selected.except].filter((id) => id > 0);
  return exclude.length > 0 ? { filter, exclude } : { filter };
}

/** Returns the next sort of a column: descending, ascending, newest first. */
export function nextSort(sort: string, name: string): string | undefined {
  if (sort === name) return `-${name}`;
  if (sort === `-${name}`) return undefined;
  return name;
}
