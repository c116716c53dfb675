// Order, width, visibility and pins of columns, as someone likes them; the browser remembers.
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
import { useEffect, useMemo, type CSSProperties } from "react";
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

type Kept = Partial<
  Record<"order" | "start", string[]> & { sizes: Record<string, number>; visible: Record<string, boolean> }
>;

function remembered(name: string): Kept {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "{}") as Kept;
  } catch {
    return {};
  }
}

function useColumnTable<Row>(columns: GridColumn<Row>[], name: string) {
  const ids = columns.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table knows columns by their names, whatever they are called now
  const defs = useMemo(
    () =>
      helper.columns(columns.map(({ id, size }) => helper.display({ id, size, minSize: NARROWEST, maxSize: WIDEST }))),
    [ids],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is remembered is read once
  const initialState = useMemo(() => {
    const kept = remembered(name);
    const hidden = columns.filter((column) => column.hidden).map(({ id }) => [id, false] as const);
    const known = (list: string[] | undefined) => list?.filter((id) => columns.some((column) => column.id === id));
    return {
      columnOrder: known(kept.order) ?? [],
      columnSizing: kept.sizes ?? {},
      columnVisibility: { ...Object.fromEntries(hidden), ...kept.visible },
      columnPinning: {
        start: known(kept.start) ?? columns.filter(({ pinned }) => pinned).map(({ id }) => id),
        end: [],
      },
    };
  }, [name]);
  return useTable({ features, columns: defs, data: NO_ROWS, columnResizeMode: "onChange", initialState });
}

export type ColumnTable = ReturnType<typeof useColumnTable>;

export interface ColumnState<Row> {
  table: ColumnTable;
  /** In the order in which they are shown, pinned ones first. */
  shown: GridColumn<Row>[];
  all: GridColumn<Row>[];
  /** Whether rows can be selected, by a column of checkboxes before the others. */
  selectable: boolean;
  /** The columns that the cursor goes through. */
  ids: string[];
  /** Widths and places, for the style sheet. */
  style: CSSProperties;
  isPinned: (id: string) => boolean;
  setSize: (id: string, size: number) => void;
  move: (id: string, before: string | undefined) => void;
  reset: () => void;
}

export function useColumns<Row>(columns: GridColumn<Row>[], name: string, selectable: boolean): ColumnState<Row> {
  const table = useColumnTable(columns, name);
  const { columnOrder, columnSizing, columnVisibility, columnPinning } = table.state;
  useEffect(() => {
    const kept: Kept = {
      order: columnOrder,
      sizes: columnSizing,
      visible: columnVisibility,
      start: columnPinning.start,
    };
    localStorage.setItem(name, JSON.stringify(kept));
  }, [name, columnOrder, columnSizing, columnVisibility, columnPinning]);

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
  pinned.forEach((column, place) => {
    style[`--left-${place}`] = `${left}px`;
    left += column.getSize();
  });
  style["--pinned"] = `${left}px`;
  const all = orderOf(table, columns);
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
    reset: () => {
      table.setColumnOrder([]);
      table.setColumnSizing({});
      table.setColumnVisibility(
        Object.fromEntries(columns.filter(({ hidden }) => hidden).map((column) => [column.id, false])),
      );
      table.setColumnPinning({ start: columns.filter((column) => column.pinned).map((column) => column.id), end: [] });
    },
  };
}

/** All columns, hidden ones too, as they are ordered. */
function orderOf<Row>(table: ColumnTable, columns: GridColumn<Row>[]): GridColumn<Row>[] {
  const { columnOrder, columnPinning } = table.state;
  const named = [...columnPinning.start, ...columnOrder, ...columns.map(({ id }) => id)];
  return [...new Set(named)].flatMap((id) => columns.find((column) => column.id === id) ?? []);
}

/** Puts a column before another, or at the end; pinned ones stay among themselves. */
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
