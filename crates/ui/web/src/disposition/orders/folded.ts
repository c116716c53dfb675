// Incoming orders with their expanded lines as one sequence of rows.
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { useSearch } from "wouter";
import { api, unwrap } from "../../api/client";
import { useChanged } from "../../api/events";
import { BLOCK } from "../../grid/blocks";
import { expandedRows } from "../../grid/expanded-rows";
import { has, type Selected } from "../../grid/selection";
import type { Candidate } from "../candidate";
import { asShown, BLOCKS, putCandidates } from "../candidates";
import { scrollPosition } from "../scroll-position";
import type { CandidateList, EntryList } from "../list";
import type { Asked } from "../view";
import { isOrder, type Entry, type OrderRow, type Query } from "./entries";

const NONE: Selected = { all: false, ids: new Set() };

/** Page of lines of an order. */
type Part = { candidate: number; part: number };

async function linesOf(filter: Asked, { candidate, part }: Part, signal?: AbortSignal) {
  const narrowed: Query = { ...(filter as Query), headerOf: String(candidate) };
  const query: Query = { ...narrowed, sort: "createdAt", limit: BLOCK, offset: part * BLOCK };
  return asShown(
    await unwrap(api.GET("/api/sales/order/candidates", { params: { query }, ...(signal && { signal }) })),
  );
}

/** Returns the ids of all matching lines of an order. */
export async function lineIdsOf(filter: Asked, { candidateId: candidate }: OrderRow): Promise<number[]> {
  const ids: number[] = [];
  for (let part = 0; ; part++) {
    const { items, next } = await linesOf(filter, { candidate, part });
    ids.push(...items.map(({ id }) => id));
    if (!next) return ids;
  }
}

/** Expanded orders with their row, as far as known. */
function useUnfolded(list: EntryList) {
  const search = useSearch();
  const [open, setOpen] = useState<Selected>(() => scrollPosition(search, "orders")?.expanded ?? NONE);
  const seen = useRef({ of: list.number, at: new Map<number, OrderRow>() });
  if (seen.current.of !== list.number) seen.current = { of: list.number, at: new Map() };
  for (const [number, block] of list.shown) {
    block?.items.forEach((entry, index) => {
      const at = number * BLOCK + index;
      if (isOrder(entry) && has(open, entry.id)) seen.current.at.set(at, entry);
      else seen.current.at.delete(at);
    });
  }
  const unfolded = [...seen.current.at].filter(([, { id }]) => has(open, id));
  const toggle = useCallback((id: number, on: boolean) => {
    setOpen((before) => {
      const named = new Set(before.all ? before.except : before.ids);
      if (before.all === on) named.delete(id);
      else named.add(id);
      return before.all ? { all: true, except: named } : { all: false, ids: named };
    });
  }, []);
  const all = useCallback((on: boolean) => setOpen(on ? { all: true, except: new Set() } : NONE), []);
  return { open, unfolded, toggle, all };
}

/** Query of one page of lines. */
function partOptions({ number, filter }: Pick<EntryList, "number" | "filter">, part: Part) {
  return {
    queryKey: [...BLOCKS, number, "lines", part.candidate, part.part],
    queryFn: ({ signal }: { signal: AbortSignal }) => linesOf(filter, part, signal),
    staleTime: Infinity,
  };
}

const partAt = ({ candidateId: candidate }: OrderRow, line: number): Part => ({
  candidate,
  part: Math.floor(line / BLOCK),
});

/** Cached lines of the visible rows. */
function useLines(list: EntryList, parts: readonly Part[]) {
  const queryClient = useQueryClient();
  const pages = useQueries({
    queries: parts.map((part) => partOptions(list, part)),
  });
  // lines that no longer match are refreshed too
  useChanged(() => {
    for (const part of parts)
      void linesOf({}, part).then(
        ({ items }) => putCandidates(queryClient, items),
        () => undefined,
      );
  });
  return new Map(parts.map((part, index) => [`${part.candidate} ${part.part}`, pages[index]?.data?.items]));
}

/** Finds a line in the cache. */
function useAnyLine({ number, filter }: EntryList) {
  const queryClient = useQueryClient();
  return {
    lineAt: async (order: OrderRow, line: number): Promise<Candidate | undefined> => {
      const page = await queryClient.fetchQuery(partOptions({ number, filter }, partAt(order, line)));
      return page.items[line % BLOCK];
    },
    /** Lines by position, as far as loaded. */
    knownLines: (order: OrderRow): (Candidate | undefined)[] =>
      Array.from({ length: Math.ceil(order.matching / BLOCK) }, (_, part) => {
        const { queryKey } = partOptions({ number, filter }, { candidate: order.candidateId, part });
        const page = queryClient.getQueryData<{ items: Candidate[] }>(queryKey);
        return page?.items ?? Array.from({ length: BLOCK }, () => undefined);
      }).flat(),
  };
}

export function useFolded(list: EntryList) {
  const anyLine = useAnyLine(list);
  const { open, unfolded, toggle, all } = useUnfolded(list);
  const [looked, look] = useState({ first: 0, last: 40 });
  const folds = expandedRows(unfolded.map(([at, { matching }]) => ({ at, lines: matching })));
  const orders = new Map(unfolded);
  const parts = new Map<string, Part>();
  for (let row = looked.first; list.orders && row <= looked.last; row++) {
    const { entry, line } = folds.placeOf(row);
    const candidate = line === undefined ? undefined : orders.get(entry)?.candidateId;
    if (candidate === undefined || line === undefined) continue;
    const part = Math.floor(line / BLOCK);
    parts.set(`${candidate} ${part}`, { candidate, part });
  }
  const lines = useLines(list, [...parts.values()]);
  const entryAt = (row: number): Entry | undefined => {
    const { entry, line } = folds.placeOf(row);
    const order = orders.get(entry);
    if (line === undefined || !order) return list.rowAt(entry);
    return lines.get(`${order.candidateId} ${Math.floor(line / BLOCK)}`)?.[line % BLOCK];
  };
  const { want } = list;
  const latest = useRef(folds);
  latest.current = folds;
  return {
    ...anyLine,
    entryAt,
    count: (list.total?.value ?? 0) + folds.extra,
    placeOf: folds.placeOf,
    rowOf: folds.rowOf,
    isUnfolded: useCallback((order: OrderRow) => has(open, order.id), [open]),
    unfold: toggle,
    unfolded: open,
    all: open.all,
    unfoldAll: all,
    /** Returns the row of a loaded line. */
    rowOfLine: (id: number): number | undefined => {
      for (const [at, order] of unfolded) {
        const line = anyLine.knownLines(order).findIndex((known) => known?.id === id);
        if (line >= 0) return folds.rowOf(at) + 1 + line;
      }
      return undefined;
    },
    /** Returns the order of a visible line. */
    orderOf: (row: number) => {
      const entry = list.rowAt(folds.placeOf(row).entry);
      return entry && isOrder(entry) ? entry : undefined;
    },
    want: useCallback(
      (first: number, last: number) => {
        look((before) => (before.first === first && before.last === last ? before : { first, last }));
        want(latest.current.placeOf(first).entry, latest.current.placeOf(last).entry);
      },
      [want],
    ),
  };
}

export type Folded = ReturnType<typeof useFolded>;

/** Returns the candidates among the rows. */
export function candidatesOf(list: EntryList, folded: Folded): CandidateList {
  const candidate = (entry: Entry | undefined) => (entry && !isOrder(entry) ? entry : undefined);
  return {
    ...list,
    rowAt: (row) => candidate(list.orders ? folded.entryAt(row) : list.rowAt(row)),
    rows: async (first, last) => (list.orders ? [] : ((await list.rows(first, last)) as Candidate[])),
  };
}
