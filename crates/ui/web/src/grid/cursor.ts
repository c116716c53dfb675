// The one cell that has the focus, how it moves, and what is typed in it.
import {
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from "react";
import type { Leaving } from "./editor";
import type { GridProps } from "./grid";
import { moved } from "./keys";
import { isFocusLost } from "../parts/kept-focus";
import { HEAD, SELECT, type Identified, type Place } from "./types";
import type { RowWindow } from "./window";

/** What an editor began with, and whether that is the key that opened it. */
export interface Editing {
  text: string;
  typed: boolean;
}

export interface Cursor {
  at: Place;
  /** While the cell is edited. */
  editing: Editing | undefined;
  go: (to: Place, extend?: boolean) => void;
  edit: (begin?: string) => void;
  leave: (leaving: Leaving, text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** A key that begins a number begins to edit with it. */
const BEGINS = /^[\d,.+-]$/;
const WIDER = 16;

function cellAt(scroller: HTMLElement | null, { row, column }: Place): HTMLElement | null | undefined {
  return scroller?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`);
}

/** Scrolls sideways as far as needed to see a cell beside the pinned ones. */
function revealSideways(scroller: HTMLElement, cell: HTMLElement): void {
  if (getComputedStyle(cell).position === "sticky") return;
  const pinned = parseFloat(getComputedStyle(scroller).scrollPaddingLeft) || 0;
  const { offsetLeft: left, offsetWidth: width } = cell;
  if (left - pinned < scroller.scrollLeft) scroller.scrollLeft = left - pinned;
  else if (left + width > scroller.scrollLeft + scroller.clientWidth)
    scroller.scrollLeft = left + width - scroller.clientWidth;
}

export function useCursor<Row extends Identified>(
  props: GridProps<Row>,
  rows: RowWindow,
  scroller: RefObject<HTMLDivElement | null>,
): Cursor {
  const { columns, count } = props;
  const [place, setPlace] = useState<Place>({ row: 0, column: SELECT });
  const [editing, setEditing] = useState<Editing>();
  const anchor = useRef<number>(undefined);
  /** The row as it was when its editor opened: what others change meanwhile must not be overwritten unseen. */
  const begun = useRef<Row>(undefined);
  const takeFocus = useRef(false);
  const { ids } = columns;
  const at: Place = {
    row: Math.min(place.row, Math.max(0, count - 1)),
    column: ids.includes(place.column) ? place.column : (ids[0] ?? SELECT),
  };

  useLayoutEffect(() => {
    const waiting = document.activeElement === scroller.current;
    if (!(takeFocus.current || waiting) || editing !== undefined) return;
    const cell = cellAt(scroller.current, at);
    if (!cell || !scroller.current) return;
    takeFocus.current = false;
    cell.focus({ preventScroll: true });
    revealSideways(scroller.current, cell);
  });

  const go = (to: Place, extend = false) => {
    takeFocus.current = true;
    setEditing(undefined);
    setPlace(to);
    if (to.row > HEAD) rows.reveal(to.row);
    if (extend && columns.selectable && to.row > HEAD && at.row > HEAD) {
      const begins = anchor.current === undefined;
      anchor.current ??= at.row;
      props.onRange(anchor.current, to.row, begins);
    } else if (!extend) {
      anchor.current = undefined;
    }
    if (to.row !== at.row && to.row > HEAD) props.onMove?.(to.row);
  };

  const editableAt = (to: Place, row = props.rowAt(to.row)): string | undefined => {
    const text = row && columns.shown.find(({ id }) => id === to.column)?.edit?.(row);
    return text === undefined ? undefined : ((row && props.faultOf(row, to.column)?.text) ?? text);
  };

  const edit = (begin?: string) => {
    const text = editableAt(at);
    if (text === undefined) return;
    begun.current = props.rowAt(at.row);
    setEditing({ text: begin ?? text, typed: begin !== undefined });
  };

  const leave = (leaving: Leaving, text: string) => {
    const row = begun.current;
    const before = editableAt(at, row);
    // what was not taken can be sent again as it is: perhaps the way there was at fault
    const again = leaving === "down" && row !== undefined && props.faultOf(row, at.column)?.text !== undefined;
    if (leaving !== "cancel" && row && (again || text !== before)) props.onEdit(row, at.column, text);
    takeFocus.current = leaving !== "stay";
    setEditing(undefined);
    if (leaving === "down") go({ row: Math.min(count - 1, at.row + 1), column: at.column });
    if (leaving === "next" || leaving === "previous") {
      const to = besideEditable(
        at,
        leaving === "next" ? 1 : -1,
        ids,
        count,
        (there) => editableAt(there) !== undefined,
      );
      go(to);
      const next = editableAt(to);
      if (next === undefined) return;
      begun.current = props.rowAt(to.row);
      setEditing({ text: next, typed: false });
    }
  };

  const inHead = (event: KeyboardEvent): boolean => {
    const column = columns.shown.find(({ id }) => id === at.column);
    const sideways = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (event.key === "Enter" || event.key === " ") {
      if (at.column === SELECT) props.onSelectAll();
      else if (column) props.onSort(column.id);
      return true;
    }
    if (!column || !sideways || !(event.shiftKey || event.ctrlKey)) return false;
    if (event.shiftKey)
      columns.setSize(column.id, (columns.table.getColumn(column.id)?.getSize() ?? column.size) + sideways * WIDER);
    else {
      const order = columns.shown.map(({ id }) => id);
      const here = order.indexOf(column.id);
      if (sideways < 0) columns.move(column.id, order[here - 1]);
      else columns.move(order[here + 1] ?? column.id, column.id);
      takeFocus.current = true;
    }
    return true;
  };

  const inBody = (event: KeyboardEvent): boolean => {
    const row = props.rowAt(at.row);
    if (event.key === " " && columns.selectable) props.onToggle(at.row);
    else if (event.key === "Enter" && editableAt(at) === undefined) row && props.onOpen(row);
    else if (event.key === "Enter" || event.key === "F2") edit();
    else if (event.key === "Delete" && editableAt(at) !== undefined) row && props.onEdit(row, at.column, "");
    else if (BEGINS.test(event.key) && !event.ctrlKey && !event.metaKey && editableAt(at) !== undefined)
      edit(event.key);
    else return false;
    return true;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (editing !== undefined) return;
    // some keyboards have a sign only together with Alt
    if (event.altKey) return props.onKey?.(event, at);
    const ground = { at, count, columns: ids, fitting: rows.fitting };
    if (at.row === HEAD ? inHead(event) : inBody(event)) {
      event.preventDefault();
    } else if ((event.ctrlKey || event.metaKey) && event.key === "a") {
      event.preventDefault();
      if (columns.selectable) props.onSelectAll();
    } else {
      const to = moved(event, ground);
      if (!to) return props.onKey?.(event, at);
      event.preventDefault();
      // the head is reached by the arrow alone: a range ends at the first row
      const up = event.shiftKey && to.row === HEAD ? { ...to, row: 0 } : to;
      go(up, event.shiftKey);
    }
    event.stopPropagation();
    return undefined;
  };

  const latest = useRef({ leave, go, at, rows, editing });
  latest.current = { leave, go, at, rows, editing };
  useImperativeHandle(
    props.handle,
    () => ({
      go: (to: Place) => latest.current.go(to),
      focus: () => latest.current.go(latest.current.at),
      take: () => (cellAt(scroller.current, latest.current.at) ?? scroller.current)?.focus({ preventScroll: true }),
      at: () => latest.current.at,
      resume: (to: Place) => {
        latest.current.rows.reveal(to.row);
        // who came by a click keeps the focus there
        takeFocus.current = isFocusLost() || !!scroller.current?.contains(document.activeElement);
        setPlace(to);
      },
      reset: () => {
        const element = scroller.current;
        if (!element) return;
        const inside = element.contains(document.activeElement);
        // what is being typed belongs to the row where it was begun, and is saved
        if (inside && latest.current.editing) (document.activeElement as HTMLElement).blur();
        element.scrollTop = 0;
        // the focus that was in a row is in the first one now, also where that row is gone
        takeFocus.current = inside || isFocusLost();
        setPlace(({ column }) => ({ row: 0, column }));
      },
    }),
    [scroller],
  );
  return {
    at,
    editing,
    go,
    edit,
    leave: useCallback((leaving, text) => latest.current.leave(leaving, text), []),
    onKeyDown,
  };
}

/** The next cell that can be edited, in this row or the next one. */
function besideEditable(
  at: Place,
  step: 1 | -1,
  ids: string[],
  count: number,
  editable: (place: Place) => boolean,
): Place {
  let { row } = at;
  let column = ids.indexOf(at.column);
  for (let tries = 0; tries < ids.length * 2; tries++) {
    column += step;
    if (column < 0 || column >= ids.length) {
      row += step;
      column = step > 0 ? 0 : ids.length - 1;
      if (row < 0 || row >= count) return at;
    }
    const place = { row, column: ids[column]! };
    if (editable(place)) return place;
  }
  return at;
}
