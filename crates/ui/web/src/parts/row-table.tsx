// Read-only table: arrows move between rows, Enter opens.
import { UnstyledButton } from "@mantine/core";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { useState, type KeyboardEvent, type ReactNode } from "react";
import { Link } from "wouter";
import { useMessages } from "../i18n";
import { useShownKeys } from "../keys/keys";
import classes from "./row-table.module.css";
import { partsMessages } from "./messages";

export interface Column<Row> {
  id: string;
  heading: string;
  cell: (row: Row) => ReactNode;
  numeric?: boolean;
  /** Maximum width in pixels. */
  most?: number;
  /** Wrap instead of truncating. */
  wrap?: boolean;
  /** Sort name of the API. */
  sort?: string;
}

interface RowTableProps<Row> {
  label: string;
  /** The first column contains the link. */
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string | number;
  hrefOf?: (row: Row) => string;
  sorted?: { by: string; onSort: (by: string) => void };
  /** Called near the end, to load more. */
  onEnd?: (() => void) | undefined;
}

/** Distance from the end in rows or pixels. */
const NEAR_ROWS = 20;
const NEAR = 600;

const STEPS: Record<string, (place: number, count: number) => number> = {
  ArrowDown: (place) => place + 1,
  ArrowUp: (place) => place - 1,
  PageDown: (place) => place + 15,
  PageUp: (place) => place - 15,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Moves the focus between row links. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const step = STEPS[event.key];
  const link = (event.target as HTMLElement).closest("[data-row-link]");
  if (!step || !link || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row-link]")];
  const to = step(links.indexOf(link as HTMLElement), links.length);
  event.preventDefault();
  links[Math.min(Math.max(to, 0), links.length - 1)]?.focus();
}

export function RowTable<Row>({ label, columns, rows, keyOf, hrefOf, sorted, onEnd }: RowTableProps<Row>) {
  const t = useMessages(partsMessages);
  useShownKeys({
    heading: label,
    keys: [
      { press: "ArrowDown", shown: "↓ ↑", label: t("keyRow"), run: () => undefined },
      { press: "Enter", label: t("keyOpen"), run: () => undefined },
    ],
  });
  const [current, setCurrent] = useState<string | number>();
  // one tab stop per table
  const entry = rows.some((row) => keyOf(row) === current) ? current : rows[0] && keyOf(rows[0]);
  return (
    <div
      className={classes.scroll}
      role="group"
      aria-label={label}
      tabIndex={hrefOf ? undefined : 0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        if (scrollHeight - scrollTop - clientHeight < NEAR) onEnd?.();
      }}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.id} column={column} sorted={sorted} />
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={walk}>
          {rows.map((row, number) => (
            <tr key={keyOf(row)}>
              {columns.map((column, index) => (
                <td
                  key={column.id}
                  data-numeric={column.numeric || undefined}
                  data-wrap={column.wrap || undefined}
                  style={column.most ? { maxWidth: column.most } : undefined}>
                  {index === 0 && hrefOf ? (
                    <Link
                      href={hrefOf(row)}
                      className={classes.link}
                      data-row-link
                      tabIndex={keyOf(row) === entry ? 0 : -1}
                      onFocus={() => {
                        setCurrent(keyOf(row));
                        if (rows.length - number <= NEAR_ROWS) onEnd?.();
                      }}>
                      {column.cell(row)}
                    </Link>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface HeadingProps<Row> {
  column: Column<Row>;
  sorted: RowTableProps<Row>["sorted"];
}

function Heading<Row>({ column, sorted }: HeadingProps<Row>) {
  const { heading, numeric, sort } = column;
  if (!sorted || !sort)
    return (
      <th scope="col" data-numeric={numeric || undefined}>
        {heading}
      </th>
    );
  const up = sorted.by === sort;
  const down = sorted.by === `-${sort}`;
  const Icon = up ? ArrowUp : down ? ArrowDown : ChevronsUpDown;
  return (
    <th scope="col" data-numeric={numeric || undefined} aria-sort={up ? "ascending" : down ? "descending" : "none"}>
      <UnstyledButton className={classes.sort} onClick={() => sorted.onSort(down ? sort : `-${sort}`)}>
        {heading} <Icon size={13} aria-hidden />
      </UnstyledButton>
    </th>
  );
}
