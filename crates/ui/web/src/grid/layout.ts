// Column layouts as stored in the browser and in saved views.
import type { GridColumn } from "./types";

export interface LaidColumn {
  name: string;
  /** In pixels; the default width if absent. */
  width?: number;
  pinned: boolean;
  hidden: boolean;
}

/** Stored form. */
export type Kept = Partial<
  Record<"order" | "start", string[]> & { sizes: Record<string, number>; visible: Record<string, boolean> }
>;

type Known = Pick<GridColumn<never>, "id" | "size" | "pinned" | "hidden">;

export interface LayoutState {
  columnOrder: string[];
  columnSizing: Record<string, number>;
  columnVisibility: Record<string, boolean>;
  columnPinning: { start: string[]; end: string[] };
}

/** Converts a stored layout to table state; unknown columns use their defaults. */
export function stateOf(stored: Kept, columns: readonly Known[]): LayoutState {
  const known = (list: string[] | undefined) => list?.filter((id) => columns.some((column) => column.id === id));
  const usual = columns.filter(({ pinned }) => pinned).map(({ id }) => id);
  const hidden = columns.filter((column) => column.hidden).map(({ id }) => [id, false] as const);
  return {
    columnOrder: known(stored.order) ?? [],
    columnSizing: stored.sizes ?? {},
    columnVisibility: { ...Object.fromEntries(hidden), ...stored.visible },
    columnPinning: { start: known(stored.start) ?? usual, end: [] },
  };
}

/** Returns all columns in order, including hidden ones. */
export function orderOf<Column extends { id: string }>(
  { columnOrder, columnPinning }: Pick<LayoutState, "columnOrder" | "columnPinning">,
  columns: readonly Column[],
): Column[] {
  const named = [...columnPinning.start, ...columnOrder, ...columns.map(({ id }) => id)];
  return [...new Set(named)].flatMap((id) => columns.find((column) => column.id === id) ?? []);
}

export function layoutOf(state: LayoutState, columns: readonly Known[]): LaidColumn[] {
  return orderOf(state, columns).map(({ id, size }) => {
    const width = Math.round(state.columnSizing[id] ?? size);
    return {
      name: id,
      ...(width === size ? {} : { width }),
      pinned: state.columnPinning.start.includes(id),
      hidden: state.columnVisibility[id] === false,
    };
  });
}

export function keptOf(layout: readonly LaidColumn[]): Kept {
  return {
    order: layout.map(({ name }) => name),
    start: layout.filter(({ pinned }) => pinned).map(({ name }) => name),
    sizes: Object.fromEntries(layout.flatMap(({ name, width }) => (width == null ? [] : [[name, width]]))),
    visible: Object.fromEntries(layout.map(({ name, hidden }) => [name, !hidden])),
  };
}

/** Returns whether the layout equals a stored one, ignoring removed columns. */
export function standsAs(state: LayoutState, stored: readonly LaidColumn[], columns: readonly Known[]): boolean {
  const now = layoutOf(state, columns);
  return JSON.stringify(now) === JSON.stringify(layoutOf(stateOf(keptOf(stored), columns), columns));
}
