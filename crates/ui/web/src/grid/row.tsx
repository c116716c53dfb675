import { clsx } from "clsx";
import { memo, useId, type CSSProperties, type ReactNode } from "react";
import type { Editing } from "./cell-editing";
import { CellEditor } from "./editor";
import classes from "./grid.module.css";
import type { Leaving } from "./keys";
import { SELECT, type CellFault, type GridColumn, type Identified, type Meant } from "./types";

export interface RowProps<Row> {
  index: number;
  top: number;
  row: Row | undefined;
  columns: GridColumn<Row>[];
  pinned: number;
  selectable: boolean;
  selected: boolean;
  selectLabel: string;
  level: number | undefined;
  expanded: boolean | undefined;
  /** Focused column, if in this row. */
  active: string | undefined;
  editing: Editing | undefined;
  faultOf: (row: Row, column: string) => CellFault | undefined;
  toneOf: (row: Row) => string | undefined;
  onLeave: (leaving: Leaving, text: string, meant?: Meant) => void;
}

const LEFTS: CSSProperties[] = [];
/** Left offset of a pinned column, as a CSS variable. */
function leftOf(place: number): CSSProperties {
  LEFTS[place] ??= { left: `var(--left-${place})` };
  return LEFTS[place];
}

function RowOf<Row extends Identified>(props: RowProps<Row>) {
  const { index, top, row, columns, pinned, selected, active } = props;
  if (!row && active === undefined) {
    return (
      <div
        role="row"
        aria-rowindex={index + 2}
        aria-level={props.level}
        aria-busy
        className={classes.row}
        style={{ top }}>
        <div role="gridcell" className={classes.waiting} />
      </div>
    );
  }
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={props.selectable ? selected : undefined}
      aria-level={props.level}
      aria-expanded={props.expanded}
      aria-busy={!row}
      style={{ top }}
      data-tone={row && props.toneOf(row)}
      data-odd={index % 2 === 1}
      className={clsx(classes.row, selected && classes.selected, active !== undefined && classes.activeRow)}>
      {props.selectable && (
        <div
          role="gridcell"
          aria-colindex={1}
          data-row={index}
          data-column={SELECT}
          tabIndex={active === SELECT ? 0 : -1}
          className={clsx(classes.cell, classes.pinned, classes.selectCell)}>
          <input type="checkbox" tabIndex={-1} checked={selected} readOnly aria-label={props.selectLabel} />
        </div>
      )}
      {columns.map((column, place) => (
        <Cell key={column.id} {...props} column={column} place={place} sticky={place < pinned} />
      ))}
    </div>
  );
}

export const GridRow = memo(RowOf) as typeof RowOf;

/** Opens the message to the side with more room. */
export function chooseSide(message: HTMLElement | null): void {
  const cell = message?.parentElement?.getBoundingClientRect();
  const grid = message?.closest("[role$=grid]")?.getBoundingClientRect();
  if (message && cell && grid) message.dataset.side = cell.left + WIDEST_MESSAGE > grid.right ? "end" : "start";
}

const WIDEST_MESSAGE = 330;

interface CellProps<Row> extends RowProps<Row> {
  column: GridColumn<Row>;
  place: number;
  sticky: boolean;
}

function Cell<Row extends Identified>({ column, place, sticky, row, ...props }: CellProps<Row>) {
  const words = useId();
  const here = props.active === column.id;
  const editing = here ? props.editing : undefined;
  const fault = row && props.faultOf(row, column.id);
  const editable = row && column.edit?.(row) !== undefined;
  return (
    <div
      role="gridcell"
      aria-colindex={place + (props.selectable ? 2 : 1)}
      data-row={props.index}
      data-column={column.id}
      data-letters={(editable && column.letters) || undefined}
      tabIndex={here ? 0 : -1}
      aria-readonly={column.edit ? !editable : undefined}
      aria-invalid={fault ? true : undefined}
      aria-describedby={fault ? words : undefined}
      style={sticky ? leftOf(place) : undefined}
      className={clsx(
        classes.cell,
        sticky && classes.pinned,
        column.numeric && classes.number,
        editable && classes.editable,
        fault && classes.fault,
      )}>
      {editing ? (
        <CellEditor
          label={column.header}
          {...editing}
          numeric={column.numeric ?? false}
          invalid={!!fault}
          describedBy={fault && words}
          useLookUp={column.useLookUp}
          onLeave={props.onLeave}
        />
      ) : (
        <span className={classes.text}>{fault?.text ?? ((row && column.show(row)) as ReactNode)}</span>
      )}
      {fault && (
        <span id={words} className={classes.message} ref={chooseSide}>
          {fault.message}
        </span>
      )}
    </div>
  );
}
