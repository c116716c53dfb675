// Columns of read-only lists: the first one links to the record; phones show a card.
import { useMediaQuery } from "@mantine/hooks";
import { useMemo, useRef, type CSSProperties, type ReactNode } from "react";
import { Link } from "wouter";
import { useLanguage } from "../i18n";
import { useColumns, type ColumnState } from "./columns";
import classes from "./record-grid.module.css";
import type { GridColumn } from "./types";

export interface RecordColumn<Row> extends Omit<GridColumn<Row>, "edit" | "letters" | "useLookUp"> {
  /** Value for exports and for sorting complete lists. */
  value?: (row: Row) => string | number | null | undefined;
}

export interface RecordColumnsOptions<Row> {
  /** Name of the list in the browser's storage. */
  name: string;
  columns: RecordColumn<Row>[];
  /** Address of a row; undefined for rows without one. */
  hrefOf?: ((row: Row) => string | undefined) | undefined;
  /** Two lines that replace the columns on phones. */
  card: (row: Row) => ReactNode;
  cardLabel: string;
  /** Rows have checkboxes, except as cards. */
  selectable?: boolean;
}

export interface RecordColumns<Row> {
  state: ColumnState<Row>;
  all: RecordColumn<Row>[];
  hrefOf: ((row: Row) => string | undefined) | undefined;
  /** Rows are cards. */
  cards: boolean;
}

/** Phones; low screens show rows, because they have room for few cards. */
export const PHONE = "(max-width: 720px) and (min-height: 561px)";
const CARD_STYLE = { "--columns": "minmax(0, 1fr)", "--wide": "0px", "--pinned": "0px" } as CSSProperties;

export function useRecordColumns<Row>(options: RecordColumnsOptions<Row>): RecordColumns<Row> {
  const { name, columns, hrefOf, card, cardLabel, selectable = false } = options;
  const cards = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false;
  const language = useLanguage();
  const link = useRef(hrefOf);
  link.current = hrefOf;
  const known = JSON.stringify([language, cards, columns.map(({ id, header }) => [id, header])]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: columns are identified by id and header
  const shown = useMemo(() => {
    const own: RecordColumn<Row>[] = cards ? [{ id: "card", header: cardLabel, size: 300, show: card }] : columns;
    return own.map((column, place) => (place === 0 ? linked(column, link) : column));
  }, [known]);
  const state = useColumns<Row>(shown, { name: `orderdock.${name}${cards ? ".cards" : ""}` }, selectable && !cards);
  return { state: cards ? { ...state, style: CARD_STYLE } : state, all: columns, hrefOf, cards };
}

function linked<Row>(
  column: RecordColumn<Row>,
  link: { current: ((row: Row) => string | undefined) | undefined },
): RecordColumn<Row> {
  return {
    ...column,
    show: (row) => {
      const href = link.current?.(row);
      if (href === undefined) return column.show(row);
      return (
        <Link href={href} className={classes.link} data-row-link tabIndex={-1}>
          {column.show(row)}
        </Link>
      );
    },
  };
}

/** Two-line card of a record: title with a value at the end, details below. */
export function RecordCard({ title, end, children }: { title: ReactNode; end?: ReactNode; children: ReactNode }) {
  return (
    <span className={classes.card}>
      <span className={classes.cardLine}>
        <span className={classes.cardTitle}>{title}</span>
        {end && <span className={classes.cardEnd}>{end}</span>}
      </span>
      <span className={classes.cardDetails}>{children}</span>
    </span>
  );
}
