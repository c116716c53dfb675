// Rows of read-only lists: read by cursor, or complete.
import { keepPreviousData, useInfiniteQuery, type QueryKey } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Total } from "./blocks";
import { nextRead } from "./read-plan";
import type { Identified } from "./types";

/** Page size, and page size towards distant rows. */
export const PAGE = 100;
const FAR = 500;
/** Debounce while dragging the scroll bar, and delay after a failure, in milliseconds. */
const PASSING = 60;
const RETRY = 3_000;
/** Maximum number of rows of an export. */
const MAX_EXPORTED = 100_000;

export interface CursorRequest {
  after: string | undefined;
  limit: number;
  /** From the last row to the first. */
  reversed: boolean;
}

/** Returns the parameters of a request. */
export function definedOf({ after, limit }: Omit<CursorRequest, "reversed">): { after?: string; limit: number } {
  return after === undefined ? { limit } : { after, limit };
}

export interface CursorPage<Row> {
  items: Row[];
  next?: string | null | undefined;
  total?: Total;
}

export interface CursorSource<Row> {
  queryKey: QueryKey;
  load: (request: CursorRequest, signal?: AbortSignal) => Promise<CursorPage<Row>>;
  /** The list can be read from its last row. */
  reversible?: boolean;
  /** In milliseconds. */
  refetchInterval?: number;
}

export interface RecordRows<Row> {
  /** Identifies the list of the shown rows. */
  list: string;
  count: number;
  /** The count is exact. */
  exact: boolean;
  /** Total as reported by the server. */
  total: Total | undefined;
  rowAt: (row: number) => Row | undefined;
  /** Reports the visible rows. */
  want: (first: number, last: number) => void;
  loading: boolean;
  /** Failure of the first page. */
  failure: Error | undefined;
  retry: () => void;
  /** Reads up to the last row, for lists without exact count. */
  seekEnd: () => void;
  /** Loads all rows. */
  all: () => Promise<Row[]>;
}

interface PageRequest {
  after: string | undefined;
  limit: number;
}

function useChain<Row>(source: CursorSource<Row>, limit: { current: number }, reversed: boolean, enabled: boolean) {
  const { queryKey, load, refetchInterval = false } = source;
  return useInfiniteQuery({
    queryKey: [...queryKey, reversed ? "reversed" : "forward"],
    queryFn: ({ pageParam, signal }) => load({ ...pageParam, reversed }, signal),
    initialPageParam: { after: undefined, limit: PAGE } as PageRequest,
    getNextPageParam: ({ next }): PageRequest | undefined => (next ? { after: next, limit: limit.current } : undefined),
    enabled,
    refetchInterval,
    ...(!reversed && { placeholderData: keepPreviousData }),
  });
}

/** Reads a list by cursor as rows become visible. */
export function useCursorRows<Row>(source: CursorSource<Row>): RecordRows<Row> {
  const list = JSON.stringify(source.queryKey);
  const limit = useRef(PAGE);
  const [seen, see] = useState({ list, first: 0, last: 0 });
  const [fromEnd, readFromEnd] = useState<string>();
  const [sought, seek] = useState<string>();
  const front = useChain(source, limit, false, true);
  const rear = useChain(source, limit, true, fromEnd === list);
  const shownList = useRef(list);
  if (!front.isPlaceholderData) shownList.current = list;

  const total = front.data?.pages[0]?.total;
  const first = useMemo(() => front.data?.pages.flatMap(({ items }) => items) ?? [], [front.data]);
  const last = useMemo(() => {
    // rows that were added later are not counted yet
    const added = (rear.data?.pages[0]?.total?.value ?? 0) - (total?.value ?? 0);
    return rear.data?.pages.flatMap(({ items }) => items).slice(Math.max(0, added)) ?? [];
  }, [rear.data, total?.value]);
  const counted = countOf(first.length, front.hasNextPage, total);

  const read = {
    front: first.length,
    rear: last.length,
    count: counted.value,
    reversible: source.reversible === true && counted.exact,
  };
  const idle = front.data !== undefined && !front.isFetching && !rear.isFetching && !front.isPlaceholderData;
  const failed = front.isFetchNextPageError || rear.isError;
  const visible = sought === list ? { first: first.length, last: first.length + FAR } : seen;
  const next = seen.list === list && idle ? nextRead(visible.first, visible.last, read) : undefined;
  const act = useRef(() => {});
  act.current = () => {
    limit.current = (next?.missing ?? 0) > 2 * PAGE ? FAR : PAGE;
    if (next?.from === "front") void front.fetchNextPage();
    else if (fromEnd !== list) readFromEnd(list);
    else if (rear.data) void rear.fetchNextPage();
    else void rear.refetch();
  };
  const pending = next && `${next.from} ${first.length} ${last.length} ${next.missing}`;
  useEffect(() => {
    if (pending === undefined) return undefined;
    const timer = setTimeout(() => act.current(), failed ? RETRY : PASSING);
    return () => clearTimeout(timer);
  }, [pending, failed]);

  const { load } = source;
  return {
    list: shownList.current,
    count: counted.value,
    exact: counted.exact,
    total,
    rowAt: (row) => first[row] ?? (row < counted.value ? last[counted.value - 1 - row] : undefined),
    want: useCallback((from: number, to: number) => see({ list, first: from, last: to }), [list]),
    loading: front.isPending,
    failure: front.isError && !front.data ? front.error : undefined,
    retry: () => void front.refetch(),
    seekEnd: useCallback(() => seek(list), [list]),
    all: () => loadAll(load),
  };
}

/** Lists without exact count extend one page beyond the rows read. */
function countOf(read: number, more: boolean, total: Total | undefined): Total {
  if (!more) return { value: read, exact: true };
  if (total?.exact) return { value: Math.max(total.value, read + 1), exact: true };
  return { value: Math.max(total?.value ?? 0, read + PAGE), exact: false };
}

async function loadAll<Row>(load: CursorSource<Row>["load"]): Promise<Row[]> {
  const rows: Row[] = [];
  let after: string | undefined;
  do {
    const page = await load({ after, limit: FAR, reversed: false });
    rows.push(...page.items);
    after = page.next ?? undefined;
  } while (after !== undefined && rows.length < MAX_EXPORTED);
  return rows;
}

type Value = string | number | null | undefined;

/** Sorts rows by a column; `-` in front of its name sorts in descending order. */
export function sortedRows<Row>(
  rows: readonly Row[],
  columns: readonly { id: string; value?: (row: Row) => Value }[],
  sort: string,
): Row[] {
  const value = columns.find(({ id }) => id === sort.replace("-", ""))?.value;
  if (!value) return [...rows];
  const direction = sort.startsWith("-") ? -1 : 1;
  return rows.toSorted((one, other) => direction * compared(value(one), value(other)));
}

function compared(one: Value, other: Value): number {
  // rows without a value come last in ascending order
  if (one == null || other == null) return Number(one == null) - Number(other == null);
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one).localeCompare(String(other), undefined, { numeric: true });
}

interface Loaded<Row> {
  data: readonly Row[] | undefined;
  isError: boolean;
  error: Error | null;
  refetch: () => unknown;
}

/** Rows of a complete list. */
export function completeRows<Row extends Identified>(
  list: string,
  { data, isError, error, refetch }: Loaded<Row>,
): RecordRows<Row> {
  const count = data?.length ?? 0;
  return {
    list,
    count,
    exact: true,
    total: { value: count, exact: true },
    rowAt: (row) => data?.[row],
    want: () => {},
    seekEnd: () => {},
    loading: !data && !isError,
    failure: isError && !data ? (error ?? undefined) : undefined,
    retry: () => void refetch(),
    all: async () => [...(data ?? [])],
  };
}
