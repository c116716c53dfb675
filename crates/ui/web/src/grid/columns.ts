// Column layout, stored in the browser.
import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useEffect, useLayoutEffect, useMemo, useState, type CSSProperties } from "react";
import { keptOf, layoutOf, orderOf, standsAs, stateOf, type Kept, type LaidColumn, type LayoutState } from "./layout";
import { SELECT, type GridColumn } from "./types";

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
});
const helper = createColumnHelper<typeof features, object>();
const NO_ROWS: object[] = [];
export const NARROWEST = 48;
const WIDEST = 900;
const SELECT_SIZE = 36;

/** Storage of a layout. */
export interface Remembered {
  name: string;
  /** Saved view with the initial layout; changes last until the window closes. */
  view?: readonly LaidColumn[] | undefined;
}

const storageOf = ({ view }: Remembered): Storage => (view ? sessionStorage : localStorage);

function remembered(where: Remembered): Kept {
  try {
    const text = storageOf(where).getItem(where.name);
    if (text) return JSON.parse(text) as Kept;
  } catch {
    // ignore invalid data
  }
  return where.view ? keptOf(where.view) : {};
}

function useColumnTable<Row>(columns: GridColumn<Row>[], where: Remembered) {
  const ids = columns.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: columns are identified by id, not label
  const defs = useMemo(
    () =>
      helper.columns(columns.map(({ id, size }) => helper.display({ id, size, minSize: NARROWEST, maxSize: WIDEST }))),
    [ids],
  );
  const [initialState] = useState(() => stateOf(remembered(where), columns));
  return useTable({ features, columns: defs, data: NO_ROWS, columnResizeMode: "onChange", initialState });
}

export type ColumnTable = ReturnType<typeof useColumnTable>;

export interface ColumnState<Row> {
  table: ColumnTable;
  /** Visible columns, pinned first. */
  shown: GridColumn<Row>[];
  all: GridColumn<Row>[];
  /** Rows have checkboxes. */
  selectable: boolean;
  /** Columns for the cursor. */
  ids: string[];
  /** CSS variables of widths and positions. */
  style: CSSProperties;
  isPinned: (id: string) => boolean;
  setSize: (id: string, size: number) => void;
  move: (id: string, before: string | undefined) => void;
  reset: () => void;
  /** Current layout. */
  layout: LaidColumn[];
  /** Returns whether the layout equals that of a view. */
  isAs: (view: readonly LaidColumn[]) => boolean;
  /** Applies the layout of a view. */
  put: (view: readonly LaidColumn[]) => void;
}

function putState(table: ColumnTable, state: LayoutState): void {
  table.setColumnOrder(state.columnOrder);
  table.setColumnSizing(state.columnSizing);
  table.setColumnVisibility(state.columnVisibility);
  table.setColumnPinning(state.columnPinning);
}

/** Stores changes; restores the layout when the storage key changes. */
function useRemembered<Row>(table: ColumnTable, columns: GridColumn<Row>[], where: Remembered): void {
  const [loaded, setLoaded] = useState(where);
  const { columnOrder, columnSizing, columnVisibility, columnPinning } = table.state;
  // before paint
  // biome-ignore lint/correctness/useExhaustiveDependencies: a layout is restored when its key changes
  useLayoutEffect(() => {
    if (where.name === loaded.name) return;
    putState(table, stateOf(remembered(where), columns));
    setLoaded(where);
  }, [where.name]);
  useEffect(() => {
    const kept: Kept = {
      order: columnOrder,
      sizes: columnSizing,
      visible: columnVisibility,
      start: columnPinning.start,
    };
    storageOf(loaded).setItem(loaded.name, JSON.stringify(kept));
  }, [loaded, columnOrder, columnSizing, columnVisibility, columnPinning]);
}

export function useColumns<Row>(columns: GridColumn<Row>[], where: Remembered, selectable: boolean): ColumnState<Row> {
  const table = useColumnTable(columns, where);
  useRemembered(table, columns, where);
  const { columnOrder, columnSizing, columnVisibility, columnPinning } = table.state;
  const state: LayoutState = { columnOrder, columnSizing, columnVisibility, columnPinning };
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const pinned = table.getStartVisibleLeafColumns();
  const center = table.getCenterVisibleLeafColumns();
  const order = [...pinned, ...center].map(({ id }) => id).join();
  const shown = useMemo(() => order.split(",").flatMap((id) => byId.get(id) ?? []), [order, byId]);
  const selectSize = selectable ? SELECT_SIZE : 0;
  const sizes = [...(selectable ? [SELECT_SIZE] : []), ...[...pinned, ...center].map((column) => column.getSize())];
  const style: Record<string, string> = {
    "--columns": `${sizes.map((size) => `${size}px`).join(" ")} minmax(0, 1fr)`,
    "--wide": `${sizes.reduce((sum, size) => sum + size, 0)}px`,
  };
  let left = selectSize;
  pinned.forEach((column, index) => {
    style[`--left-${index}`] = `${left}px`;
    left += column.getSize();
  });
  style["--pinned"] = `${left}px`;
  const all = orderOf(state, columns);
  return {
    table,
    shown,
    all,
    selectable,
    ids: [...(selectable ? [SELECT] : []), ...shown.map(({ id }) => id)],
    style: style as CSSProperties,
    isPinned: (id) => columnPinning.start.includes(id),
    setSize: (id, size) =>
      table.setColumnSizing((before) => ({ ...before, [id]: Math.max(NARROWEST, Math.min(WIDEST, size)) })),
    move: (id, before) =>
      moveColumn(
        table,
        all.map((column) => column.id),
        id,
        before,
      ),
    reset: () => putState(table, stateOf({}, columns)),
    layout: layoutOf(state, columns),
    isAs: (view) => standsAs(state, view, columns),
    put: (view) => putState(table, stateOf(keptOf(view), columns)),
  };
}

/** Moves a column before another or to the end; pinned columns stay together. */
function moveColumn(table: ColumnTable, order: string[], id: string, before: string | undefined): void {
  const placed = (list: string[]) => {
    const others = list.filter((one) => one !== id);
    const at = before === undefined ? -1 : others.indexOf(before);
    return at < 0 ? [...others, id] : others.toSpliced(at, 0, id);
  };
  const { start, end } = table.state.columnPinning;
  const amongPinned = start.includes(id);
  if (before !== undefined && before !== SELECT && start.includes(before) !== amongPinned) return;
  if (amongPinned) table.setColumnPinning({ start: placed(start), end });
  else table.setColumnOrder(placed(order.filter((one) => !start.includes(one))));
}
