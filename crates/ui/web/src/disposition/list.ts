// The list as a snapshot: visible rows are refreshed in place, new ones are counted and offered.
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useDocumentVisibility } from "@mantine/hooks";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { api, unwrap, type Schemas } from "../api/client";
import { useChanged } from "../api/events";
import { BLOCK, blockOptions, farther, totalOf, useBlocks, type Source, type Total } from "../grid/blocks";
import { oneAtATime } from "../parts/one-at-a-time";
import type { Candidate } from "./candidate";
import { asShown, BLOCKS, candidateQuery, CANDIDATES, putCandidates } from "./candidates";
import { entryOf, headersPage, isOrder, type Entry } from "./orders/entries";
import { orderSort } from "./sort";
import { queryOf, askedWithTab, type Asked, type Tab, type View } from "./view";

export type Counts = Schemas["CandidateCountsAnswer"];

function flipped(sort: string): string {
  return sort.startsWith("-") ? sort.slice(1) : `-${sort}`;
}

interface Way {
  sort?: string;
  limit?: number;
}

async function page(query: Asked & Way, signal: AbortSignal) {
  return asShown(await unwrap(api.GET("/api/sales/order/candidates", { params: { query }, signal })));
}

/** Current counts per tab. */
function useCounts(query: Asked) {
  return useQuery({
    queryKey: [...CANDIDATES, "counts", query],
    queryFn: ({ signal }) => unwrap(api.GET("/api/sales/order/candidates/counts", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Counts all incoming orders, if the first rows came with a lower bound. */
function useOrderCount({ number, filter, orders }: Snapshot, known: Total | undefined): Total | undefined {
  const { data } = useQuery({
    queryKey: ["incoming-order-count", number],
    enabled: orders && known?.exact === false,
    queryFn: async ({ signal }) => {
      const query = { ...filter, limit: 1, countAll: true } as Parameters<typeof headersPage>[0];
      return (await headersPage(query, signal)).total;
    },
    staleTime: Infinity,
    gcTime: 0,
  });
  return orders ? data : undefined;
}

/** Number of the snapshot; changes with the query or on request. */
let snapshotCount = 0;

interface Snapshot {
  number: number;
  tab: Tab;
  filter: Asked;
  /** Without the status of the tab. */
  counted: Asked;
  sort: string;
  orders: boolean;
}

function sourceOf({ number, filter, sort, orders }: Snapshot): Omit<Source<Entry>, "count"> {
  const load = orders ? headersPage : page;
  return {
    queryKey: [...BLOCKS, number, filter, sort],
    load: ({ reversed, ...range }, signal) =>
      load({ ...filter, sort: reversed ? flipped(sort) : sort, ...range }, signal),
  };
}

/** Returns the latest snapshot whose first rows are loaded. */
function useSnapshot(view: View) {
  const queryClient = useQueryClient();
  const { tab, orders } = view;
  const sort = orders ? orderSort(view.sort) : view.sort;
  const key = JSON.stringify([askedWithTab(view), sort, orders]);
  const [wish, setWish] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new snapshot per query or request
  const wanted = useMemo<Snapshot>(
    () => ({ number: ++snapshotCount, tab, filter: askedWithTab(view), counted: queryOf(view.filter), sort, orders }),
    [key, wish],
  );
  const [snapshot, setSnapshot] = useState(wanted);
  const first = useQuery(blockOptions(queryClient, { ...sourceOf(wanted), count: undefined }, 0));
  if (snapshot !== wanted && (first.data || first.isError)) setSnapshot(wanted);
  // rows and count change together, because an empty list in between would lose the focus
  const counted = snapshot === wanted ? first.data?.total : undefined;
  return {
    snapshot,
    counted,
    busy: snapshot !== wanted || (!first.data && !first.isError),
    refresh: useCallback(() => setWish((before) => before + 1), []),
  };
}

export function useCandidateList(view: View) {
  const queryClient = useQueryClient();
  const { snapshot, counted: begun, busy, refresh } = useSnapshot(view);
  // count the shown rows, not those being loaded
  const counts = useCounts(snapshot.counted);
  const [total, setTotal] = useState<{ of: number; total: Total }>();

  const source = useMemo(() => sourceOf(snapshot), [snapshot]);
  const fixed = total?.of === snapshot.number ? total.total : undefined;
  const known = fixed ?? begun;
  // without an exact count the list continues after the known rows
  const open = snapshot.orders && known?.exact === false;
  const blocks = useBlocks<Entry>({ ...source, count: open ? undefined : known?.value });

  const { total: first, end } = blocks;
  const orderCount = useOrderCount(snapshot, first);
  const lineCount = counts.isPlaceholderData ? undefined : counts.data?.[snapshot.tab];
  const counted = snapshot.orders ? orderCount : lineCount;
  useEffect(() => {
    if (!first) return;
    const now = farther(totalOf(first, counted, end, fixed), snapshot.orders ? blocks.shown : undefined, fixed);
    if (now.value !== fixed?.value || now.exact !== fixed?.exact) setTotal({ of: snapshot.number, total: now });
  }, [first, counted, end, fixed, snapshot, blocks.shown]);

  const newest = useNewest(snapshot.number, known !== undefined);
  const since = useArrivals(snapshot, newest);
  // lines that changed while loading appear only in the count
  const more = !snapshot.orders && known?.exact && counted?.exact ? counted.value - known.value : 0;
  const visible = useRef({ first: 0, last: 0 });
  useRenewed(blocks, visible, snapshot);
  useChanged(() => void queryClient.invalidateQueries({ queryKey: [...CANDIDATES, "counts"] }));
  const { want } = blocks;
  return {
    number: snapshot.number,
    /** Rows are incoming orders. */
    orders: snapshot.orders,
    filter: snapshot.filter,
    shown: blocks.shown,
    counts: counts.data,
    /** A newer snapshot is being loaded. */
    busy,
    total: known,
    rowAt: blocks.rowAt,
    rows: blocks.rows,
    /** Returns whether another row with an error follows. */
    isBeyond: async (row: number, step: 1 | -1): Promise<boolean> => {
      const ask = blocks.beyond(row, step);
      if (!ask || !["all", "error"].includes(snapshot.tab)) return false;
      const faulty = sourceOf({ ...snapshot, filter: { ...snapshot.filter, status: "error" } });
      return (await faulty.load(ask, new AbortController().signal)).items.length > 0;
    },
    failure: blocks.failure,
    retry: blocks.retry,
    want: useCallback(
      (from: number, to: number) => {
        visible.current = { first: from, last: to };
        want(from, to);
      },
      [want],
    ),
    arrived: Math.max(since, more),
    refresh,
  };
}

export type EntryList = ReturnType<typeof useCandidateList>;
/** List with candidate rows; for orders, their lines. */
export type CandidateList = Omit<EntryList, "rowAt" | "rows"> & {
  rowAt: (row: number) => Candidate | undefined;
  rows: (first: number, last: number) => Promise<Candidate[]>;
};

/** Returns the next instant; the server counts microseconds. */
export function justAfter(instant: string): string {
  const [, seconds = "", fraction = ""] = /^([^.Z]+)(?:\.(\d+))?Z$/.exec(instant) ?? [];
  const micros = Number(fraction.padEnd(6, "0").slice(0, 6)) + 1;
  if (micros < 1_000_000) return `${seconds}.${String(micros).padStart(6, "0")}Z`;
  return new Date(Date.parse(`${seconds}Z`) + 1_000).toISOString();
}

/** Returns the creation time of the newest candidate at load time; null if there is none. */
function useNewest(number: number, ready: boolean): string | null | undefined {
  const { data } = useQuery({
    queryKey: ["newest-candidate", number],
    enabled: ready,
    queryFn: async ({ signal }) => (await page({ sort: "-createdAt", limit: 1 }, signal)).items[0]?.createdAt ?? null,
    staleTime: Infinity,
    gcTime: 0,
  });
  return data;
}

/** Counts new matching candidates after changes. */
function useArrivals({ number, filter }: Snapshot, newest: string | null | undefined): number {
  const [changes, setChanges] = useState({ of: number, count: 0 });
  const since = newest ? justAfter(newest) : undefined;
  useChanged(() => setChanges(({ of, count }) => ({ of: number, count: of === number ? count + 1 : 1 })));
  const changed = changes.of === number ? changes.count : 0;
  const { data } = useQuery({
    queryKey: [...CANDIDATES, "arrived", number, changed],
    enabled: newest !== undefined && changed > 0,
    queryFn: async ({ signal }) => {
      const from = since && (!filter.createdFrom || filter.createdFrom < since) ? { createdFrom: since } : {};
      return (await page({ ...filter, ...from, limit: 1 }, signal)).total.value;
    },
    placeholderData: (before, query) => (query?.queryKey[2] === number ? before : undefined),
    gcTime: 0,
  });
  return data ?? 0;
}

/** Refreshes visible rows in place after changes. */
function useRenewed(
  blocks: ReturnType<typeof useBlocks<Entry>>,
  visibleRows: { current: { first: number; last: number } },
  { number, orders }: Snapshot,
): void {
  const queryClient = useQueryClient();
  const removed = useRef(new Set<number>());
  const missed = useRef(false);
  const visible = useDocumentVisibility() === "visible";
  // biome-ignore lint/correctness/useExhaustiveDependencies: removed rows belong to one snapshot
  useEffect(() => removed.current.clear(), [number]);
  const renew = async () => {
    for (const [place, block] of blocks.shown) {
      if (!block) continue;
      const now = await blocks.peek(place);
      if (orders) {
        await renewOrders(blocks, place, now.items);
        continue;
      }
      putCandidates(queryClient, now.items as Candidate[]);
      const presentIds = new Set(now.items.map(({ id }) => id));
      const { first, last } = visibleRows.current;
      const seen = block.items.filter((_, at) => place * BLOCK + at >= first && place * BLOCK + at <= last);
      // visible rows that no longer match are loaded once by id
      const left = seen.flatMap(({ id }) => (presentIds.has(id) || removed.current.has(id) ? [] : [id]));
      const alone = left.map((id) => queryClient.fetchQuery({ ...candidateQuery(id), staleTime: 0 }));
      const answers = await Promise.allSettled(alone);
      const found = answers.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
      for (const { id } of found) removed.current.add(id);
      putCandidates(queryClient, found);
    }
  };
  const latest = useRef(renew);
  latest.current = renew;
  // the frame reports connection failures, and the next change retries
  const [renewNow] = useState(() => oneAtATime(() => latest.current()));
  // hidden pages refresh when they are visible again
  useChanged(() => {
    if (visible) void renewNow();
    else missed.current = true;
  });
  useEffect(() => {
    if (!visible || !missed.current) return;
    missed.current = false;
    void renewNow();
  }, [visible, renewNow]);
}

/** Refreshes orders in place; loads those that no longer match by id. */
async function renewOrders(
  blocks: ReturnType<typeof useBlocks<Entry>>,
  place: number,
  now: readonly Entry[],
): Promise<void> {
  const renewed = new Map(now.map((entry) => [entry.id, entry]));
  const missing = (blocks.shown.get(place)?.items ?? []).filter((entry) => isOrder(entry) && !renewed.has(entry.id));
  const alone = await Promise.allSettled(missing.map((entry) => entryOf(-entry.id)));
  for (const result of alone)
    if (result.status === "fulfilled" && result.value) renewed.set(result.value.id, result.value);
  blocks.renew(place, (cached) => {
    const entry = renewed.get(cached.id);
    // expanded orders keep their lines
    return entry && isOrder(entry) && isOrder(cached) ? { ...entry, matching: cached.matching } : cached;
  });
}
