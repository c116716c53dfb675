import { clsx } from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useRef, type DragEvent } from "react";
import { useMessages } from "../i18n";
import type { ColumnState } from "./columns";
import classes from "./grid.module.css";
import { HEAD, SELECT, type GridColumn } from "./types";
import { gridMessages } from "./messages";

export interface HeaderProps<Row> {
  columns: ColumnState<Row>;
  /** Sort of the API: column name, `-` for descending. */
  sort: string;
  active: string | undefined;
  some: boolean;
  all: boolean;
}

const DRAGGED = "application/x-column";

export function GridHeader<Row>({ columns, sort, active, some, all }: HeaderProps<Row>) {
  const t = useMessages(gridMessages);
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.headRow}>
        {columns.selectable && (
          <div
            role="columnheader"
            aria-colindex={1}
            data-row={HEAD}
            data-column={SELECT}
            tabIndex={active === SELECT ? 0 : -1}
            className={clsx(classes.headCell, classes.pinned, classes.selectCell)}
            aria-label={t("select")}>
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={t("selectAll")}
              checked={all}
              readOnly
              ref={(input) => {
                if (input) input.indeterminate = some && !all;
              }}
            />
          </div>
        )}
        {columns.shown.map((column, index) => (
          <HeadCell
            key={column.id}
            column={column}
            place={index}
            columns={columns}
            sort={sort}
            active={active === column.id}
          />
        ))}
      </div>
    </div>
  );
}

interface HeadCellProps<Row> {
  column: GridColumn<Row>;
  place: number;
  columns: ColumnState<Row>;
  sort: string;
  active: boolean;
}

function HeadCell<Row>({ column, place, columns, sort, active }: HeadCellProps<Row>) {
  const resizing = useRef(false);
  const header = columns.table.getFlatHeaders().find(({ id }) => id === column.id);
  const sorted =
    column.sort && sort.replace("-", "") === column.sort ? (sort.startsWith("-") ? "descending" : "ascending") : "none";
  const sticky = columns.isPinned(column.id);
  const drop = (event: DragEvent) => {
    const dragged = event.dataTransfer.getData(DRAGGED);
    if (dragged && dragged !== column.id) columns.move(dragged, column.id);
  };
  return (
    <div
      role="columnheader"
      aria-colindex={place + (columns.selectable ? 2 : 1)}
      aria-sort={column.sort ? sorted : undefined}
      data-row={HEAD}
      data-column={column.id}
      tabIndex={active ? 0 : -1}
      style={sticky ? { left: `var(--left-${place})` } : undefined}
      className={clsx(
        classes.headCell,
        sticky && classes.pinned,
        column.numeric && classes.number,
        column.sort && classes.sortable,
      )}
      draggable
      onDragStart={(event) => {
        if (resizing.current) event.preventDefault();
        else event.dataTransfer.setData(DRAGGED, column.id);
      }}
      onDragOver={(event) => event.dataTransfer.types.includes(DRAGGED) && event.preventDefault()}
      onDrop={drop}>
      <span className={classes.text}>{column.header}</span>
      {sorted === "ascending" && <ArrowUp size={12} aria-hidden />}
      {sorted === "descending" && <ArrowDown size={12} aria-hidden />}
      <span
        className={classes.resize}
        aria-hidden
        onMouseDown={(event) => {
          resizing.current = true;
          window.addEventListener("mouseup", () => (resizing.current = false), { once: true });
          event.preventDefault();
          event.stopPropagation();
          header?.getResizeHandler()(event.nativeEvent);
        }}
        onClick={(event) => event.stopPropagation()}
        onDoubleClick={() => columns.setSize(column.id, column.size)}
      />
    </div>
  );
}
