import { useDebouncedCallback } from "@mantine/hooks";
import { useCallback, useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from "react";
import { useSearch } from "wouter";
import type { ColumnState } from "../../grid/columns";
import { Grid } from "../../grid/grid";
import type { GridHandle } from "../../grid/props";
import { has } from "../../grid/selection";
import { HEAD, type CellFault, type Place } from "../../grid/types";
import { useFailureText } from "../../parts/failure";
import { announce } from "../../parts/announce";
import type { Member } from "../candidate";
import { useEdit, useFaults, useTone } from "../editing";
import type { EntryList } from "../list";
import { saveScrollPosition, scrollPosition, type ScrollPosition } from "../scroll-position";
import { SCROLL_PAUSE, useBeginning, useFilled, type ListGridProps } from "../list-grid";
import { nextSort, NOT_ORDERED } from "../view";
import { orderSort } from "../sort";
import { lineFieldIn, orderMemberIn } from "./cells";
import { isOrder, type Entry, type OrderRow } from "./entries";
import { lineIdsOf, type Folded } from "./folded";

interface OrderGridProps extends ListGridProps {
  list: EntryList;
  folded: Folded;
  sort: string;
  columns: ColumnState<Entry>;
  /** Records the line count of an order before it is selected. */
  onCounted: (order: OrderRow) => void;
  /** Sets a value of all lines; absent without permission. */
  editOrder: ((order: OrderRow, member: Member) => void) | undefined;
}

/** Grid of incoming orders with expandable lines. */
export function OrderGrid({ list, folded, columns, selection, grid, ...props }: OrderGridProps) {
  const { number } = list;
  const { selected } = selection;
  const failureText = useFailureText();
  const faultOf = useEntryFaults();
  const edit = useEdit(lineFieldIn);
  const mayWrite = props.editOrder !== undefined;
  /** Edits a value of the order itself. */
  const editAt = (entry: Entry | undefined, column: string): boolean => {
    const member = entry && isOrder(entry) ? orderMemberIn(column) : undefined;
    if (!member || !props.editOrder || !entry || !isOrder(entry)) return false;
    props.editOrder(entry, member);
    return true;
  };
  const toneOf = useEntryTone();
  const follow = useDebouncedCallback((row: number) => {
    const entry = folded.entryAt(row);
    if (entry && !isOrder(entry)) props.open(entry.id);
  }, SCROLL_PAUSE);
  useBeginning(number, grid);
  useKeptPlace(folded, number, grid);
  useResumed(folded, grid, list.total !== undefined);
  const fail = (failure: unknown) => announce(failureText(failure));

  const toggle = (row: number) => {
    const entry = folded.entryAt(row);
    if (!entry) return;
    const order = isOrder(entry) ? undefined : folded.orderOf(row);
    if (isOrder(entry)) props.onCounted(entry);
    if (order) selection.belong([entry.id], order.id);
    const named = selected.all ? selected.except : selected.ids;
    if (!order || !named.has(order.id)) return selection.toggle(entry.id);
    // the other lines of a selected order become selected individually
    lineIdsOf({ status: NOT_ORDERED }, order)
      .then((ids) => selection.split(order.id, ids, entry.id))
      .catch(fail);
  };
  const range = (from: number, to: number, begins: boolean) => {
    const [first, last] = [Math.min(from, to), Math.max(from, to)];
    const firstEntry = folded.entryAt(from);
    const lines = firstEntry && !isOrder(firstEntry) ? linesBetween(folded, first, last) : undefined;
    for (const [id, order] of lines ?? []) selection.belong([id], order);
    const ids = lines
      ? Promise.resolve(lines.map(([id]) => id))
      : list.rows(folded.placeOf(first).entry, folded.placeOf(last).entry).then((orders) => {
          for (const order of orders) if (isOrder(order)) props.onCounted(order);
          return orders.map(({ id }) => id);
        });
    selection.range(ids, begins).catch(fail);
  };
  return (
    <Grid<Entry>
      labelledBy="disposition"
      columns={columns}
      count={folded.count}
      exact={list.total?.exact ?? true}
      rowHeight={props.rowHeight}
      rowAt={folded.entryAt}
      want={folded.want}
      sort={orderSort(props.sort)}
      onSort={(id) => {
        const name = columns.all.find((column) => column.id === id)?.sort;
        if (name) props.change({ sort: nextSort(orderSort(props.sort), name) });
      }}
      isSelected={(id, row) => has(selected, id, folded.orderOf(row)?.id)}
      someSelected={selected.all || selected.ids.size > 0}
      allSelected={selected.all && selected.except.size === 0}
      onToggle={toggle}
      onRange={range}
      onSelectAll={() => (selected.all ? selection.clear() : selection.selectAll())}
      faultOf={faultOf}
      toneOf={toneOf}
      onEdit={(entry, ...typed) => !isOrder(entry) && edit(entry, ...typed)}
      onFilled={useFilled()}
      onOpen={(entry, column) => {
        if (editAt(entry, column)) return;
        const candidate = isOrder(entry) ? entry.problemCandidateId : entry.id;
        if (candidate != null) props.startCorrecting(candidate);
        else if (isOrder(entry)) folded.unfold(entry.id, !folded.isUnfolded(entry));
      }}
      onMove={(row) => props.follow && follow(row)}
      levelOf={(row) => {
        const entry = folded.entryAt(row);
        if (folded.placeOf(row).line !== undefined) return { level: 2, expanded: undefined };
        return { level: 1, expanded: entry && isOrder(entry) ? folded.isUnfolded(entry) : undefined };
      }}
      beforeKey={(event, at) => {
        if (event.key === "F2" && at.row !== HEAD) return editAt(folded.entryAt(at.row), at.column);
        const types = mayWrite && folded.placeOf(at.row).line !== undefined && lineFieldIn(at.column) !== undefined;
        return unfoldingKey(event, at, folded, columns.shown[0]?.id, types);
      }}
      onKey={props.onKey}
      handle={grid}
    />
  );
}

/** Keeps the cursor on its order or line; collapsing moves it from a line to the order. */
function useKeptPlace(folded: Folded, number: number, grid: RefObject<GridHandle | null>): void {
  const before = useRef({ number, folded });
  useLayoutEffect(() => {
    const at = grid.current?.at();
    const known = before.current;
    before.current = { number, folded };
    if (!at || at.row <= HEAD || known.number !== number) return;
    const { entry, line } = known.folded.placeOf(at.row);
    const row = folded.rowOf(entry);
    const lines = folded.rowOf(entry + 1) - row - 1;
    const to = line !== undefined && line < lines ? row + 1 + line : row;
    if (to !== at.row) grid.current?.resume({ ...at, row: to });
  });
}

/** Restores and saves the scroll position, including expanded orders. */
function useResumed(folded: Folded, grid: RefObject<GridHandle | null>, ready: boolean): void {
  const search = useSearch();
  const latest = useRef({ search, folded });
  latest.current = { search, folded };
  const waiting = useRef<ScrollPosition>(undefined);
  /** Row reached while the order is still collapsed. */
  const reachedRow = useRef<number>(undefined);
  useLayoutEffect(() => {
    const handle = grid.current;
    waiting.current = scrollPosition(latest.current.search, "orders");
    return () => {
      const { search: left, folded: then } = latest.current;
      const at = handle?.at();
      if (!at) return;
      const { entry, line } = at.row <= HEAD ? { entry: at.row, line: undefined } : then.placeOf(at.row);
      saveScrollPosition(left, "orders", { row: entry, line, column: at.column, expanded: then.unfolded });
    };
  }, [grid]);
  useLayoutEffect(() => {
    const to = waiting.current;
    if (!ready || !to) return;
    const order = folded.rowOf(to.row);
    const row = to.line === undefined ? order : order + 1 + to.line;
    const position = folded.placeOf(row);
    const isThere = to.line === undefined || (position.entry === to.row && position.line === to.line);
    // do not move the cursor of a user who has navigated elsewhere
    const hasLeft = reachedRow.current !== undefined && grid.current?.at().row !== reachedRow.current;
    if (isThere || hasLeft) waiting.current = undefined;
    if (hasLeft || (!isThere && reachedRow.current === order)) return;
    reachedRow.current = order;
    grid.current?.resume({ row: isThere ? row : order, column: to.column });
  });
}

function useEntryFaults(): (entry: Entry, column: string) => CellFault | undefined {
  const ofLine = useFaults(lineFieldIn);
  return useCallback(
    (entry, column) => {
      if (!isOrder(entry)) return ofLine(entry, column);
      return column === "problem" && entry.problem ? { message: entry.problem.message } : undefined;
    },
    [ofLine],
  );
}

function useEntryTone(): (entry: Entry) => string | undefined {
  const ofLine = useTone();
  return useCallback(
    (entry) => {
      if (!isOrder(entry)) return ofLine(entry);
      return entry.counts.new + entry.counts.error === 0 ? "quiet" : undefined;
    },
    [ofLine],
  );
}

/** Returns the lines between two rows with their orders. */
function linesBetween(folded: Folded, first: number, last: number): [line: number, order: number][] {
  const rows = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return rows.flatMap((row) => {
    const [entry, order] = [folded.entryAt(row), folded.orderOf(row)];
    return entry && order && !isOrder(entry) ? [[entry.id, order.id]] : [];
  });
}

/** Expands and collapses: arrows in the first column, plus and minus, asterisk for all. */
function unfoldingKey(
  event: KeyboardEvent,
  at: Place,
  folded: Folded,
  firstColumn: string | undefined,
  types: boolean,
): boolean {
  if (at.row === HEAD || event.ctrlKey || event.metaKey) return false;
  if (event.key === "*") {
    folded.unfoldAll(!folded.all);
    return true;
  }
  const order = folded.orderOf(at.row);
  if (!order || (types && (event.key === "+" || event.key === "-"))) return false;
  const inFirst = at.column === firstColumn && !event.shiftKey;
  const unfolds = event.key === "+" || (inFirst && event.key === "ArrowRight");
  const folds = event.key === "-" || (inFirst && event.key === "ArrowLeft");
  const is = folded.isUnfolded(order);
  if (unfolds && !is) folded.unfold(order.id, true);
  else if (folds && is) folded.unfold(order.id, false);
  else return event.key === "+" || event.key === "-";
  return true;
}
