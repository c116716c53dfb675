// Loads rows in blocks on demand. Adjacent blocks continue by cursor, so that removed rows cause no gaps or
// duplicates; distant blocks are loaded by offset from the nearer end.
import { replaceEqualDeep, useQueries, useQueryClient, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";

export const BLOCK = 100;
/** Numbers of the visible blocks, joined. */
const FIRST = "0";
/** Debounce while dragging the scroll bar, in milliseconds. */
const PASSING = 60;
/** Cache time of invisible blocks, in milliseconds. */
const CACHE_TIME = 15_000;

export interface Total {
  value: number;
  exact: boolean;
}

export interface RowPage<Row> {
  items: Row[];
  next?: string | null;
  previous?: string | null;
  total: Total;
}

export type Ask = { reversed: boolean; limit: number } & ({ offset: number } | { after: string } | { before: string });

export interface Block<Row> {
  items: Row[];
  up: string | null | undefined;
  down: string | null | undefined;
  reversed: boolean;
  total: Total;
}

export interface Source<Row> {
  queryKey: QueryKey;
  /** Count as known; undefined before the first block. */
  count: number | undefined;
  load: (ask: Ask, signal: AbortSignal) => Promise<RowPage<Row>>;
}

function askFor<Row>(queries: QueryClient, { queryKey, count }: Source<Row>, number: number): Ask {
  const of = (other: number) => queries.getQueryData<Block<Row>>([...queryKey, other]);
  const start = number * BLOCK;
  const limit = Math.min(BLOCK, count === undefined || count <= start ? BLOCK : count - start);
  const above = number > 0 ? of(number - 1) : undefined;
  if (above?.down && above.items.length === BLOCK) {
    return above.reversed
      ? { reversed: true, limit, before: above.down }
      : { reversed: false, limit, after: above.down };
  }
  const below = of(number + 1);
  if (below?.up) {
    return below.reversed ? { reversed: true, limit, after: below.up } : { reversed: false, limit, before: below.up };
  }
  const fromEnd = count === undefined ? 0 : count - start - limit;
  if (count !== undefined && fromEnd < start && fromEnd >= 0) return { reversed: true, limit, offset: fromEnd };
  return { reversed: false, limit, offset: start };
}

/** Waits for the block above if it is loading, because offsets of both could overlap. */
async function aboveHasCome<Row>(queries: QueryClient, { queryKey }: Source<Row>, number: number): Promise<void> {
  const above = queries.getQueryCache().find({ queryKey: [...queryKey, number - 1], exact: true });
  // do not wait for failed or unused blocks
  if (above?.state.fetchStatus === "fetching") await above.promise?.catch(() => undefined);
}

async function loadBlock<Row>(queries: QueryClient, source: Source<Row>, number: number, signal: AbortSignal) {
  await aboveHasCome(queries, source, number);
  const ask = askFor(queries, source, number);
  const page = await source.load(ask, signal);
  const { items, next, previous, total } = page;
  const { reversed } = ask;
  const block: Block<Row> = reversed
    ? { items: items.toReversed(), up: next, down: previous, reversed, total }
    : { items, up: previous, down: next, reversed, total };
  return block;
}

/** Returns the blocks of a range of rows. */
function numbersOf(first: number, last: number): number[] {
  const from = Math.floor(Math.max(0, first) / BLOCK);
  const to = Math.floor(Math.max(0, last) / BLOCK);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Query options of a block. */
export function blockOptions<Row>(queries: QueryClient, source: Source<Row>, number: number) {
  return {
    queryKey: [...source.queryKey, number],
    queryFn: ({ signal }: { signal: AbortSignal }) => loadBlock(queries, source, number, signal),
    staleTime: Infinity,
    gcTime: CACHE_TIME,
  };
}

/** Returns the end of the list if a block has reached it. */
export function endOf<Row>(blocks: ReadonlyMap<number, Block<Row> | undefined>): number | undefined {
  const ends = [...blocks].flatMap(([number, block]) =>
    block && block.down == null ? [number * BLOCK + block.items.length] : [],
  );
  return ends.length > 0 ? Math.min(...ends) : undefined;
}

/** Returns the total: the exact count if known, at most the end reached, because rows may have been removed. */
export function totalOf(
  own: Total,
  other: Total | undefined,
  end: number | undefined,
  before: Total | undefined,
): Total {
  const counted = !own.exact && other && (other.exact || other.value > own.value) ? other : own;
  const known = before?.exact ? before : counted;
  return end !== undefined && end < known.value ? { value: end, exact: true } : known;
}

/** Lists without exact count extend one block beyond the farthest one loaded. */
export function farther<Row>(
  total: Total,
  blocks: ReadonlyMap<number, Block<Row> | undefined> | undefined,
  before: Total | undefined,
): Total {
  if (!blocks || total.exact) return total;
  const known = [...blocks].flatMap(([number, block]) => (block?.down != null ? [(number + 2) * BLOCK] : []));
  return { value: Math.max(total.value, before?.value ?? 0, ...known), exact: false };
}

export function useBlocks<Row>(source: Source<Row>) {
  const queryClient = useQueryClient();
  const list = JSON.stringify(source.queryKey);
  const [looked, look] = useState({ list, wanted: FIRST });
  // another list starts at the top
  const wanted = looked.list === list ? looked.wanted : FIRST;
  const setWanted = useCallback((to: string) => look({ list, wanted: to }), [list]);

  const options = (number: number) => blockOptions(queryClient, source, number);
  const shown = wanted.split(",").map(Number);
  const blocks = useQueries({ queries: shown.map(options) });
  const byNumber = new Map(shown.map((number, index) => [number, blocks[index]?.data]));
  const failed = blocks.find(({ isError, data }) => isError && !data);

  /** Loads a range of rows, for ranges beyond the screen. */
  const rows = async (first: number, last: number): Promise<Row[]> => {
    const found: Row[] = [];
    for (const number of numbersOf(first, last)) {
      const { items } = await queryClient.fetchQuery(options(number));
      const start = number * BLOCK;
      found.push(...items.slice(Math.max(0, first - start), last - start + 1));
    }
    return found;
  };

  return {
    rowAt: (row: number) => byNumber.get(Math.floor(row / BLOCK))?.items[row % BLOCK],
    rows,
    shown: byNumber,
    end: endOf(byNumber),
    total: byNumber.get(0)?.total ?? blocks.find(({ data }) => data)?.data?.total,
    failure: failed?.error ?? undefined,
    retry: () => {
      for (const block of blocks) if (block.isError) void block.refetch();
    },
    /** Reports the visible rows; skips those only scrolled past. */
    want: useWanted(list, wanted, setWanted),
    /** Replaces rows of a block. */
    renew: (number: number, change: (row: Row) => Row) => {
      const renewed = (cached: Block<Row> | undefined) =>
        cached && { ...cached, items: cached.items.map((row) => replaceEqualDeep(row, change(row))) };
      queryClient.setQueryData<Block<Row>>([...source.queryKey, number], renewed);
    },
    /** Returns the request after or before a loaded block. */
    beyond: (row: number, step: 1 | -1): Ask | undefined => {
      const block = queryClient.getQueryData<Block<Row>>([...source.queryKey, Math.floor(row / BLOCK)]);
      const cursor = step > 0 ? block?.down : block?.up;
      if (!block || !cursor) return undefined;
      const ask = { reversed: block.reversed, limit: 1 };
      return step > 0 === block.reversed ? { ...ask, before: cursor } : { ...ask, after: cursor };
    },
    /** Loads a block without updating the rows. */
    peek: (number: number) => loadBlock(queryClient, source, number, new AbortController().signal),
  };
}

function useWanted(list: string, wanted: string, setWanted: (wanted: string) => void) {
  const [window, setWindow] = useState({ list, numbers: wanted });
  const numbers = window.list === list ? window.numbers : wanted;
  useEffect(() => {
    if (numbers === wanted) return undefined;
    // load adjacent blocks at once, distant ones debounced
    const near = numbers.split(",").some((number) => wanted.split(",").includes(number));
    const timer = setTimeout(() => setWanted(numbers), near ? 0 : PASSING);
    return () => clearTimeout(timer);
  }, [numbers, wanted, setWanted]);
  return useCallback(
    (first: number, last: number) => setWindow({ list, numbers: numbersOf(first, last).join() }),
    [list],
  );
}
