import { useDebouncedCallback } from "@mantine/hooks";
import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from "react";
import { useSearch } from "wouter";
import type { ColumnState } from "../grid/columns";
import { Grid } from "../grid/grid";
import type { GridHandle } from "../grid/props";
import { NOWHERE, type Place } from "../grid/types";
import { useMessages } from "../i18n";
import { LoadFailed, useFailureText } from "../parts/failure";
import { announce } from "../parts/announce";
import type { Candidate } from "./candidate";
import classes from "./disposition.module.css";
import { useEdit, useFaults, useTone } from "./editing";
import { saveScrollPosition, scrollPosition } from "./scroll-position";
import type { CandidateList } from "./list";
import { SCROLL_PAUSE, useBeginning, useFilled, type ListGridProps } from "./list-grid";
import { NoMatch, NothingYet } from "./states";
import { nextSort, type View } from "./view";
import { dispositionMessages } from "./messages";

interface CandidateGridProps extends ListGridProps {
  list: CandidateList;
  view: View;
  columns: ColumnState<Candidate>;
}

/** Larger ranges select all matching rows. */
const MOST = 10_000;

export function CandidateGrid({ list, view, change, columns, selection, grid, ...props }: CandidateGridProps) {
  const { rowAt, number } = list;
  const total = list.total ?? { value: 0, exact: true };
  const { selected } = selection;
  const t = useMessages(dispositionMessages);
  const failureText = useFailureText();
  const edit = useEdit();
  const follow = useDebouncedCallback((row: number) => {
    const id = rowAt(row)?.id;
    if (id !== undefined) props.open(id);
  }, SCROLL_PAUSE);
  useBeginning(number, grid);
  useResumed(grid, total.value > 0);
  const range = (from: number, to: number, begins: boolean) => {
    if (Math.abs(to - from) >= MOST) return announce(t("rangeTooLong", { count: MOST }));
    const rows = list.rows(Math.min(from, to), Math.max(from, to));
    const ids = rows.then((known) => known.map(({ id }) => id));
    selection.range(ids, begins).catch((failure: unknown) => announce(failureText(failure)));
  };
  const sortBy = (column: string) => {
    const name = columns.all.find(({ id }) => id === column)?.sort;
    if (name) change({ sort: nextSort(view.sort, name) });
  };
  return (
    <Grid
      labelledBy="disposition"
      columns={columns}
      count={total.value}
      exact={total.exact}
      rowHeight={props.rowHeight}
      rowAt={rowAt}
      want={list.want}
      sort={view.sort}
      onSort={sortBy}
      isSelected={selection.isSelected}
      someSelected={selected.all || selected.ids.size > 0}
      allSelected={selected.all && selected.except.size === 0}
      onToggle={(row) => {
        const id = rowAt(row)?.id;
        if (id !== undefined) selection.toggle(id);
      }}
      onRange={range}
      onSelectAll={() => (selected.all ? selection.clear() : selection.selectAll())}
      faultOf={useFaults()}
      toneOf={useTone()}
      onEdit={edit}
      onFilled={useFilled()}
      onOpen={({ id }) => props.startCorrecting(id)}
      onMove={(row) => props.follow && follow(row)}
      onKey={props.onKey}
      handle={grid}
    />
  );
}

/** Restores and saves the scroll position. */
function useResumed(grid: RefObject<GridHandle | null>, ready: boolean): void {
  const search = useSearch();
  const latest = useRef(search);
  latest.current = search;
  const waiting = useRef<Place>(undefined);
  // before paint, and also when the page was hidden by Suspense
  useLayoutEffect(() => {
    const handle = grid.current;
    waiting.current = scrollPosition(latest.current, "rows");
    return () => {
      if (handle) saveScrollPosition(latest.current, "rows", handle.at());
    };
  }, [grid]);
  useLayoutEffect(() => {
    if (!ready || !waiting.current) return;
    grid.current?.resume(waiting.current);
    waiting.current = undefined;
  }, [grid, ready]);
}

interface ShownProps {
  list: CandidateList;
  view: View;
  onClear: () => void;
  /** Shown without rows; receives the keys of the list. */
  nothing: RefObject<HTMLDivElement | null>;
  onKey: (event: KeyboardEvent, at: Place) => void;
  children: ReactNode;
}

export function Shown({ list, view, onClear, nothing, onKey, children }: ShownProps) {
  const t = useMessages(dispositionMessages);
  const failed = list.failure && !list.total;
  const rows = !failed && list.total?.value !== 0;
  const filtered = Object.keys(view.filter).length > 0;
  const others = filtered || (list.counts?.all.value ?? 1) > 0;
  return (
    <div className={classes.around} id="candidates" role="tabpanel" aria-labelledby="disposition" aria-busy={list.busy}>
      {rows ? (
        children
      ) : (
        <div
          ref={nothing}
          className={classes.nothing}
          role="group"
          aria-label={t("noRows")}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it receives the keys of the list
          tabIndex={0}
          onKeyDown={(event) => onKey(event, NOWHERE)}>
          {failed && <LoadFailed failure={list.failure} retry={list.retry} />}
          {!failed && (others ? <NoMatch filtered={filtered} onClear={onClear} /> : <NothingYet />)}
        </div>
      )}
    </div>
  );
}
