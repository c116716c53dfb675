// What is looked at stands in the address: tab, filters, sort and the open candidate. A copied address shows the same.
import { useCallback, useMemo } from "react";
import { useSearchParams } from "wouter";
import { addDays } from "../values/day";
import type { operations } from "../api/schema.gen";
import type { Selected } from "../grid/selection";
import type { Selection } from "./candidate";
import { FILTERS, type Filter } from "./filters";
import type { List } from "./scroll-position";
import { NEWEST_FIRST } from "./sort";
import { addressOf, differs, keptOfSeen, saysNothing, throughView, withChange } from "./views/address";
import type { Looked } from "./views/views";

export const TABS = ["all", "new", "error", "processed", "inactive"] as const;
export type Tab = (typeof TABS)[number];

export interface View {
  tab: Tab;
  filter: Filter;
  sort: string;
  /** One line for each order to be, instead of each candidate. */
  orders: boolean;
  /** The candidate that is open beside the list. */
  open: number | undefined;
  panel: string | null;
}

/** What is seen by the address, through a saved view where it names one; `opens` where neither says which list. */
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
          // who begins with a view and leaves nothing of the address does not mean that
          if (begins && saysNothing(after)) after.set("status", "all");
          return after;
        },
        { replace },
      ),
    [setSearch, saved, begins],
  );
  return {
    view,
    change,
    /** The same as a saved view would hold it. */
    kept: useMemo(() => keptOfSeen(seen), [seen]),
    /** Whether something else is seen than the view holds. */
    differs: useMemo(() => saved !== undefined && differs(saved, new URLSearchParams(address)), [saved, address]),
    /** Leads to another view or tab. */
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

/** The first instant of a day where the reader is. */
export function beginning(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date).toISOString();
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The filter as the service reads it, in a query and in a selection. */
export type Asked = NonNullable<operations["countCandidates"]["parameters"]["query"]> &
  Omit<NonNullable<Selection["filter"]>, "exclude">;

/** Days of import are the reader's, not those of UTC; numbers and yes or no are read from their texts as well. */
export function asked(filter: Filter): Asked {
  const { createdFrom, createdTo } = filter;
  const after = createdTo && DAY.test(createdTo) ? addDays(createdTo, 1) : undefined;
  return {
    ...filter,
    ...(createdFrom && DAY.test(createdFrom) ? { createdFrom: beginning(createdFrom) } : {}),
    ...(after ? { createdTo: beginning(after) } : {}),
  } as Asked;
}

export function askedWithTab({ tab, filter }: View): Asked {
  return tab === "all" ? asked(filter) : { ...asked(filter), status: tab };
}

/** Of lines that can still be changed. */
export const NOT_ORDERED = "new,error,inactive";

/** What is selected, as actions name it. */
export function selectionOf(selected: Selected, view: View): Selection {
  if (!selected.all) {
    const orders = [...selected.ids].filter((id) => id < 0);
    if (orders.length === 0) return { ids: [...selected.ids] };
    // an order is all its lines, whatever the list is narrowed to
    return { filter: { status: NOT_ORDERED, headerOf: orders.map((id) => -id) } };
  }
  // a filter names at least one thing
  const status = view.tab === "all" ? "new,error,processed,inactive" : view.tab;
  const filter = { ...asked(view.filter), status };
  // what is left out of an order is named line by line
  const exclude = [...selected.except].filter((id) => id > 0);
  return exclude.length > 0 ? { filter, exclude } : { filter };
}

/** The sort that the head of a column leads to: down, up, and back to the newest first. */
export function nextSort(sort: string, name: string): string | undefined {
  if (sort === name) return `-${name}`;
  if (sort === `-${name}`) return undefined;
  return name;
}
