// Virtual grid with one focused cell.
import { useEffect, useRef, type CSSProperties, type MouseEvent } from "react";
import { useMessages } from "../i18n";
import { useCursor, type Cursor } from "./cursor";
import classes from "./grid.module.css";
import { GridHeader } from "./header";
import type { GridProps } from "./props";
import { chooseSide, GridRow } from "./row";
import { HEAD, SELECT, type Identified, type Place } from "./types";
import { useVirtualRows } from "./virtual-rows";
import { gridMessages } from "./messages";

const HEAD_HEIGHT = 32;
/** Rows are positioned relative to every n-th row, so that scrolling does not move them. */
const RELATIVE = 1024;

/** CSS variable. */
const ROW = "--row-height";

export function Grid<Row extends Identified>(props: GridProps<Row>) {
  const { columns, count, rowHeight, want } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualRows(scroller, count, rowHeight, HEAD_HEIGHT, props.tail);
  const cursor = useCursor(props, rows, scroller);
  useEffect(() => {
    if (count > 0) want(rows.first, rows.last);
  }, [rows.first, rows.last, count, want]);
  return (
    <div
      ref={scroller}
      role="grid"
      {...(props.levelOf && { role: "treegrid" })}
      tabIndex={count === 0 ? -1 : undefined}
      className={classes.grid}
      style={{ ...columns.style, [ROW]: `${rowHeight}px` } as CSSProperties}
      aria-labelledby={props.labelledBy}
      aria-rowcount={props.exact ? count + 1 : -1}
      aria-colcount={columns.ids.length}
      aria-multiselectable={columns.selectable || undefined}
      onScroll={rows.onScroll}
      onKeyDown={cursor.onKeyDown}
      onPaste={cursor.onPaste}
      {...mouse(props, cursor)}>
      <GridHeader
        columns={columns}
        sort={props.sort}
        active={cursor.at.row === HEAD ? cursor.at.column : undefined}
        some={props.someSelected}
        all={props.allSelected}
      />
      <div role="rowgroup" className={classes.body} style={{ height: rows.shownHeight }}>
        <Rows {...props} rows={rows} cursor={cursor} />
      </div>
    </div>
  );
}

interface RowsProps<Row extends Identified> extends GridProps<Row> {
  rows: ReturnType<typeof useVirtualRows>;
  cursor: Cursor;
}

function Rows<Row extends Identified>({ rows, cursor, columns, rowHeight, ...props }: RowsProps<Row>) {
  const t = useMessages(gridMessages);
  const { first, last } = rows;
  const base = Math.floor(first / RELATIVE) * RELATIVE;
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place);
  const { at } = cursor;
  // keep the focused row mounted, so that the focus stays
  if (at.row > HEAD && at.row < props.count && (at.row < first || at.row > last)) shown.push(at.row);
  const pinned = columns.shown.filter(({ id }) => columns.isPinned(id)).length;
  return (
    <div role="presentation" style={{ position: "absolute", top: rows.topOf(base), left: 0, right: 0 }}>
      {shown.map((index) => {
        const row = props.rowAt(index);
        const near = Math.max(first - 2, Math.min(last + 2, index));
        return (
          <GridRow
            key={index}
            index={index}
            top={(near - base) * rowHeight}
            row={row}
            columns={columns.shown}
            pinned={pinned}
            selectable={columns.selectable}
            selected={row !== undefined && props.isSelected(row.id, index)}
            {...levelOf(props.levelOf?.(index))}
            selectLabel={t("selectRow", { row: index + 1 })}
            active={at.row === index ? at.column : undefined}
            editing={at.row === index ? cursor.editing : undefined}
            faultOf={props.faultOf}
            toneOf={props.toneOf}
            onLeave={cursor.leave}
          />
        );
      })}
    </div>
  );
}

/** Primitive values, so that unchanged rows are not rendered again. */
function levelOf(at: { level: number; expanded: boolean | undefined } | undefined) {
  return { level: at?.level, expanded: at?.expanded };
}

function placeOf(target: EventTarget): Place | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-column]") : null;
  const { row, column } = cell?.dataset ?? {};
  return row === undefined || column === undefined ? undefined : { row: Number(row), column };
}

/** Delegated mouse handlers. */
function mouse<Row extends Identified>(props: GridProps<Row>, cursor: Cursor) {
  const inside = (event: MouseEvent) =>
    (event.target as Element).closest("a, button, .mantine-focus-auto, input:not([type=checkbox])");
  const side = (event: { target: EventTarget }) =>
    chooseSide((event.target as Element).closest("[data-column]")?.querySelector<HTMLElement>("[data-side]") ?? null);
  // tooltip for truncated cells without message
  const whole = (event: MouseEvent) => {
    const cell = (event.target as Element).closest<HTMLElement>("[data-column]");
    const text = cell?.querySelector<HTMLElement>(`.${classes.text}`);
    if (text && !cell?.querySelector("[data-side]"))
      text.title = text.scrollWidth > text.clientWidth ? text.innerText : "";
  };
  return {
    onMouseOver: (event: MouseEvent) => {
      side(event);
      whole(event);
    },
    onFocus: side,
    onMouseDown: (event: MouseEvent) => {
      const place = placeOf(event.target);
      if (!place || event.button !== 0 || inside(event)) return;
      // headers are draggable, cell text is not
      if (place.row !== HEAD) event.preventDefault();
      // blur saves the edited text first
      if (cursor.editing !== undefined && document.activeElement instanceof HTMLElement) document.activeElement.blur();
      cursor.go(place, event.shiftKey);
    },
    onClick: (event: MouseEvent) => {
      const place = placeOf(event.target);
      if (!place || inside(event)) return;
      if (place.row === HEAD) {
        if (place.column === SELECT) props.onSelectAll();
        else props.onSort(place.column);
      } else if (place.column === SELECT && !event.shiftKey) {
        props.onToggle(place.row);
      }
    },
    onDoubleClick: (event: MouseEvent) => {
      const place = placeOf(event.target);
      if (!place || place.row === HEAD || place.column === SELECT || inside(event)) return;
      const row = props.rowAt(place.row);
      const column = props.columns.shown.find(({ id }) => id === place.column);
      if (row && column?.edit?.(row) !== undefined) cursor.edit();
      else if (row) props.onOpen(row, place.column);
    },
  };
}
