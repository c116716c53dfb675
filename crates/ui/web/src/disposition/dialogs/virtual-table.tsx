import { Table } from "@mantine/core";
import { useRef, type ReactNode } from "react";
import { useVirtualRows } from "../../grid/virtual-rows";
import classes from "./virtual-table.module.css";

interface VirtualTableProps {
  label: string;
  /** Total number of rows. */
  count: number;
  /** In pixels. */
  rowHeight: number;
  /** Maximum height. */
  height: string;
  head: ReactNode;
  row: (place: number) => ReactNode;
}

const HEADER_HEIGHT = 32;

/** Table that renders only visible rows. */
export function VirtualTable({ label, count, rowHeight, height, head, row }: VirtualTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { first, last, onScroll } = useVirtualRows(scroller, count, rowHeight, HEADER_HEIGHT);
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  return (
    <div
      ref={scroller}
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll regions need keyboard access
      tabIndex={0}
      className={classes.scroller}
      style={{ maxHeight: height }}
      onScroll={onScroll}>
      <Table verticalSpacing={3} stickyHeader aria-label={label} aria-rowcount={count + 1} className={classes.table}>
        <Table.Thead>
          <Table.Tr>{head}</Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Spacer rows={first} rowHeight={rowHeight} />
          {shown.map((place) => (
            <Table.Tr key={place} aria-rowindex={place + 2} style={{ height: rowHeight }}>
              {row(place)}
            </Table.Tr>
          ))}
          <Spacer rows={count - 1 - last} rowHeight={rowHeight} />
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** Placeholder of rows outside the viewport. */
function Spacer({ rows, rowHeight }: { rows: number; rowHeight: number }) {
  if (rows <= 0) return null;
  return (
    <tr aria-hidden>
      <td style={{ height: rows * rowHeight, padding: 0 }} />
    </tr>
  );
}
