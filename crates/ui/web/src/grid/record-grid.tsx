// Read-only list of records in the grid: arrows move between cells, Enter opens the record.
import { Loader } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from "react";
import { useLocation, useSearch } from "wouter";
import { useMessages } from "../i18n";
import { useShownKeys } from "../keys/keys";
import { LoadFailed } from "../parts/failure";
import { useFocusFallback } from "../parts/focus-fallback";
import { partsMessages } from "../parts/messages";
import { Grid } from "./grid";
import { gridMessages } from "./messages";
import type { GridHandle } from "./props";
import type { RecordColumns } from "./record-columns";
import classes from "./record-grid.module.css";
import type { RecordRows } from "./record-rows";
import { ROW_HEIGHTS, useRowHeight } from "./row-height";
import { useSavedPlace } from "./saved-places";
import type { SelectionState } from "./selection";
import { HEAD, type CellFault, type Identified } from "./types";

interface RecordGridProps<Row extends Identified> {
  label: string;
  rows: RecordRows<Row>;
  columns: RecordColumns<Row>;
  /** Shown if there are no rows. */
  empty: ReactNode;
  sort?: string;
  onSort?: (sort: string) => void;
  faultOf?: (row: Row, column: string) => CellFault | undefined;
  toneOf?: (row: Row) => string | undefined;
  /** Fills the page instead of taking the height of the rows. */
  fill?: boolean;
  /** Receives the focus when it is lost. */
  main?: boolean;
  /** Maximum height instead of the usual one. */
  maxHeight?: string;
  /** Selected rows, if they have checkboxes. */
  selection?: SelectionState;
  /** Handles keys that the grid ignores. */
  onKey?: (event: KeyboardEvent, row: Row | undefined) => void;
  /** Identifies the remembered position, by default the query string; null if it is not remembered. */
  place?: string | null;
  handle?: RefObject<GridHandle | null>;
}

/** Height of a card, in pixels. */
const CARD_HEIGHT = 56;
/** Low screens use compact rows. */
const LOW = "(max-height: 560px)";
/** Rows searched for the record of the cursor after a change of the list. */
const SEARCHED = 200;
const NONE = () => undefined;

/** List of records, or its loading, failed or empty state. */
export function RecordGrid<Row extends Identified>(props: RecordGridProps<Row>) {
  const tParts = useMessages(partsMessages);
  const { rows, empty } = props;
  if (rows.failure) return <LoadFailed failure={rows.failure} retry={rows.retry} />;
  if (rows.loading) return <Loader size="sm" aria-label={tParts("loading")} />;
  if (rows.count === 0) return empty;
  return <Records {...props} />;
}

function Records<Row extends Identified>({ label, rows, columns, sort = "", onSort, ...props }: RecordGridProps<Row>) {
  const { hrefOf, cards, state } = columns;
  const own = useRef<GridHandle>(null);
  const grid = props.handle ?? own;
  const labelId = useId();
  const search = useSearch();
  const [path, go] = useLocation();
  const [height] = useRowHeight();
  const low = useMediaQuery(LOW, undefined, { getInitialValueInEffect: false }) ?? false;
  const rowHeight = cards ? CARD_HEIGHT : low ? ROW_HEIGHTS.compact : ROW_HEIGHTS[height];
  useGridKeys(label, hrefOf !== undefined, onSort !== undefined);
  const { place = search } = props;
  useSavedPlace(place === null ? undefined : `${path} ${label} ${place}`, grid);
  const onMove = useKeptRecord(rows, grid);
  const beforeKey = useEnd(rows, grid);
  useFocusFallback(() => grid.current?.take(), { enabled: props.main === true });
  return (
    <div
      className={classes.frame}
      role="presentation"
      data-fill={props.fill || undefined}
      style={{ maxHeight: props.maxHeight }}
      onClickCapture={(event) => rememberRow(event, grid)}
      onKeyDownCapture={(event) => {
        // a focused link opens itself
        if (event.key === "Enter" && (event.target as Element).closest("a")) event.stopPropagation();
      }}>
      <span id={labelId} hidden>
        {label}
      </span>
      <Grid<Row>
        labelledBy={labelId}
        columns={state}
        count={rows.count}
        exact={rows.exact}
        rowHeight={rowHeight}
        tail={0}
        rowAt={rows.rowAt}
        want={rows.want}
        sort={sort}
        onSort={(column) => {
          const name = state.all.find(({ id }) => id === column)?.sort;
          if (name) onSort?.(sort === name ? `-${name}` : name);
        }}
        {...selectionProps(rows, props.selection)}
        faultOf={props.faultOf ?? NONE}
        toneOf={props.toneOf ?? NONE}
        onEdit={NONE}
        onFilled={NONE}
        onOpen={(row) => {
          const href = hrefOf?.(row);
          if (href !== undefined) go(href);
        }}
        onMove={onMove}
        beforeKey={beforeKey}
        onKey={(event, { row }) => props.onKey?.(event, rows.rowAt(row))}
        handle={grid}
      />
    </div>
  );
}

/** Selection by checkboxes and ranges; all rows are selected one by one. */
function selectionProps<Row extends Identified>(rows: RecordRows<Row>, selection: SelectionState | undefined) {
  const { selected, isSelected = () => false } = selection ?? {};
  const count = selected && !selected.all ? selected.ids.size : 0;
  const idsBetween = (from: number, to: number) => {
    const [first, last] = [Math.min(from, to), Math.max(from, to)];
    return Array.from({ length: last - first + 1 }, (_, place) => rows.rowAt(first + place)?.id ?? []).flat();
  };
  return {
    isSelected,
    someSelected: count > 0,
    allSelected: count > 0 && count >= rows.count,
    onToggle: (row: number) => {
      const id = rows.rowAt(row)?.id;
      if (id !== undefined) selection?.toggle(id);
    },
    onRange: (from: number, to: number, begins: boolean) =>
      void selection?.range(Promise.resolve(idsBetween(from, to)), begins),
    onSelectAll: () => {
      if (count > 0 && count >= rows.count) selection?.clear();
      else
        void selection?.range(
          rows.all().then((all) => all.map(({ id }) => id)),
          true,
        );
    },
  };
}

/** Handles the keys that move to the last row while the count is unknown: reads up to it, unless another key follows. */
function useEnd<Row extends Identified>(
  { exact, count, seekEnd }: RecordRows<Row>,
  grid: RefObject<GridHandle | null>,
) {
  const waiting = useRef(false);
  useEffect(() => {
    const handle = grid.current;
    if (!exact || !waiting.current || !handle) return;
    waiting.current = false;
    handle.go({ ...handle.at(), row: count - 1 });
  }, [exact, count, grid]);
  return (event: KeyboardEvent): boolean => {
    const end = (event.ctrlKey || event.metaKey) && (event.key === "End" || event.key === "ArrowDown");
    waiting.current = end && !exact;
    if (waiting.current) seekEnd();
    return waiting.current;
  };
}

/** Moves the cursor to the row of a clicked link, so that it is there on return. */
function rememberRow({ target }: MouseEvent, grid: RefObject<GridHandle | null>): void {
  const link = (target as Element).closest("a");
  const { row, column } = link?.closest<HTMLElement>("[data-column]")?.dataset ?? {};
  if (row !== undefined && column !== undefined) grid.current?.resume({ row: Number(row), column });
}

/** Keeps the cursor on its record when rows are added or removed; another list starts at its first row. */
function useKeptRecord<Row extends Identified>(rows: RecordRows<Row>, grid: RefObject<GridHandle | null>) {
  const remembered = useRef<{ row: number; id: number }>(undefined);
  const list = useRef(rows.list);
  useEffect(() => {
    if (list.current !== rows.list) {
      remembered.current = undefined;
      grid.current?.reset();
    }
    list.current = rows.list;
  }, [rows.list, grid]);
  useLayoutEffect(() => {
    const at = grid.current?.at();
    if (!at || at.row <= HEAD || list.current !== rows.list) return;
    const here = rows.rowAt(at.row);
    const before = remembered.current;
    if (before && here && before.row === at.row && before.id !== here.id) {
      const moved = nearby(at.row).find((row) => rows.rowAt(row)?.id === before.id);
      if (moved !== undefined) {
        remembered.current = { row: moved, id: before.id };
        grid.current?.resume({ ...at, row: moved });
        return;
      }
    }
    remembered.current = here && { row: at.row, id: here.id };
  });
  return (row: number) => {
    const known = rows.rowAt(row);
    remembered.current = known && { row, id: known.id };
  };
}

/** Returns rows by distance. */
function nearby(row: number): number[] {
  return Array.from({ length: SEARCHED }, (_, step) => [row + step + 1, row - step - 1]).flat();
}

function useGridKeys(label: string, opens: boolean, sorts: boolean): void {
  const t = useMessages(gridMessages);
  const tParts = useMessages(partsMessages);
  const shown = (press: string, words: string) => ({ press, label: words, run: () => undefined });
  useShownKeys({
    heading: label,
    keys: [
      shown("← → ↑ ↓", t("keyMove")),
      shown("PgUp PgDn", t("keyPage")),
      shown("Home End", t("keyRow")),
      shown("Ctrl+Home Ctrl+End", t("keyEnds")),
      ...(opens ? [shown("Enter", tParts("keyOpen"))] : []),
      ...(sorts ? [shown("↑ Enter", t("keyHead"))] : []),
      shown("Shift+← Shift+→", t("keySize")),
      shown("Ctrl+← Ctrl+→", t("keyOrder")),
    ],
  });
}
