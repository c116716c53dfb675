import { useDebouncedCallback } from "@mantine/hooks";
import { useCallback, useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from "react";
import type { ColumnState } from "../../grid/columns";
import { Grid, type GridHandle } from "../../grid/grid";
import { has } from "../../grid/selection";
import { HEAD, type CellFault, type Place } from "../../grid/types";
import { useFailureText } from "../../parts/failure";
import { say } from "../../parts/say";
import type { Candidate } from "../candidates";
import { useFaults, useTone } from "../editing";
import type { EntryList } from "../list";
import { RESTS, useBeginning, type ListGridProps } from "../list-grid";
import { nextSort } from "../view";
import { isOrder, orderSort, type Entry } from "./entries";
import { lineIdsOf, type Folded } from "./folded";

interface OrderGridProps extends ListGridProps {
  list: EntryList;
  folded: Folded;
  sort: string;
  columns: ColumnState<Entry>;
}

const nothing = () => undefined;

/** Orders to be, which unfold to their candidates. */
export function OrderGrid({ list, folded, columns, selection, grid, ...props }: OrderGridProps) {
  const { number } = list;
  const { selected } = selection;
  const failureText = useFailureText();
  const faultOf = useEntryFaults();
  const toneOf = useEntryTone();
  const follow = useDebouncedCallback((row: number) => {
    const entry = folded.entryAt(row);
    if (entry && !isOrder(entry)) props.open(entry.id);
  }, RESTS);
  useBeginning(number, grid);
  useKeptPlace(folded, number, grid);
  const fail = (failure: unknown) => say(failureText(failure));

  const toggle = (row: number) => {
    const entry = folded.entryAt(row);
    if (!entry) return;
    if (!selected.all) {
      // orders or lines: one of the two is meant
      if ([...selected.ids].some((id) => id < 0 !== entry.id < 0)) selection.clear();
      selection.toggle(entry.id);
    } else if (isOrder(entry)) {
      const on = selected.except.has(entry.id);
      lineIdsOf(list.filter, entry)
        .then((ids) => selection.put([entry.id, ...ids], on))
        .catch(fail);
    } else {
      selection.toggle(entry.id);
    }
  };
  const range = (from: number, to: number, begins: boolean) => {
    const [first, last] = [Math.min(from, to), Math.max(from, to)];
    const begun = folded.entryAt(from);
    const ids =
      begun && !isOrder(begun)
        ? Promise.resolve(linesBetween(folded, first, last))
        : list
            .rows(folded.placeOf(first).entry, folded.placeOf(last).entry)
            .then((orders) => orders.map(({ id }) => id));
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
      isSelected={(id) => has(selected, id)}
      someSelected={selected.all || selected.ids.size > 0}
      allSelected={selected.all && selected.except.size === 0}
      onToggle={toggle}
      onRange={range}
      onSelectAll={() => (selected.all ? selection.clear() : selection.selectAll())}
      faultOf={faultOf}
      toneOf={toneOf}
      onEdit={nothing}
      onFilled={nothing}
      onOpen={(entry) => {
        const candidate = isOrder(entry) ? entry.problemCandidateId : entry.id;
        if (candidate != null) props.mend(candidate);
        else if (isOrder(entry)) folded.unfold(entry.id, !folded.isUnfolded(entry));
      }}
      onMove={(row) => props.follow && follow(row)}
      levelOf={(row) => {
        const entry = folded.entryAt(row);
        if (folded.placeOf(row).line !== undefined) return { level: 2, expanded: undefined };
        return { level: 1, expanded: entry && isOrder(entry) ? folded.isUnfolded(entry) : undefined };
      }}
      beforeKey={(event, at) => unfoldingKey(event, at, folded, columns.shown[0]?.id)}
      onKey={props.onKey}
      handle={grid}
    />
  );
}

/** The cursor stays at its order or line, whatever is unfolded above it; that of a line which is folded goes to its order. */
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

function useEntryFaults(): (entry: Entry, column: string) => CellFault | undefined {
  const ofLine = useFaults();
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

function linesBetween(folded: Folded, first: number, last: number): number[] {
  const rows = Array.from({ length: last - first + 1 }, (_, place) => folded.entryAt(first + place));
  return rows.filter((entry): entry is Candidate => entry !== undefined && !isOrder(entry)).map(({ id }) => id);
}

/** Unfolds and folds: the arrows in the first column, plus and minus anywhere, an asterisk all of them. */
function unfoldingKey(event: KeyboardEvent, at: Place, folded: Folded, firstColumn: string | undefined): boolean {
  if (at.row === HEAD || event.ctrlKey || event.metaKey) return false;
  const order = folded.orderOf(at.row);
  if (!order) return false;
  if (event.key === "*") {
    folded.unfoldAll(!folded.all);
    return true;
  }
  const inFirst = at.column === firstColumn && !event.shiftKey;
  const unfolds = event.key === "+" || (inFirst && event.key === "ArrowRight");
  const folds = event.key === "-" || (inFirst && event.key === "ArrowLeft");
  const is = folded.isUnfolded(order);
  if (unfolds && !is) folded.unfold(order.id, true);
  else if (folds && is) folded.unfold(order.id, false);
  else return event.key === "+" || event.key === "-";
  return true;
}
