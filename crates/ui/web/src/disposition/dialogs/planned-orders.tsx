import { Text } from "@mantine/core";
import type { Schemas } from "../../api/client";
import { RecordCard, useRecordColumns, type RecordColumns } from "../../grid/record-columns";
import { RecordGrid } from "../../grid/record-grid";
import { completeRows } from "../../grid/record-rows";
import { useMessages } from "../../i18n";
import { Promised } from "../../orders/promised-date";
import { Amount } from "../../parts/values";
import { partsMessages } from "../../parts/messages";
import { dialogMessages } from "./messages";

export type PlannedOrder = Schemas["PlannedOrderHead"];
/** Planned order with its position as row id. */
type Row = PlannedOrder & { id: number };

interface PlannedOrdersProps {
  label: string;
  orders: PlannedOrder[];
  /** Total number. */
  count: number;
  /** Maximum height. */
  height: string;
}

/** List of resulting orders: customer, product, date, value. */
export function PlannedOrders({ label, orders, count, height }: PlannedOrdersProps) {
  const tParts = useMessages(partsMessages);
  const columns = usePlannedColumns();
  if (orders.length === 0) return null;
  const data = orders.map((order, id) => ({ ...order, id }));
  const more = Math.max(count, orders.length) - orders.length;
  return (
    <>
      <RecordGrid
        label={label}
        rows={completeRows("planned", { data, isError: false, error: null, refetch: () => {} })}
        columns={columns}
        maxHeight={height}
        place={null}
        empty={null}
      />
      {more > 0 && (
        <Text size="xs" className="quiet">
          {tParts("andMore", { count: more })}
        </Text>
      )}
    </>
  );
}

function usePlannedColumns(): RecordColumns<Row> {
  const t = useMessages(dialogMessages);
  const money = ({ grandTotal, currencyCode }: Row) => <Amount value={grandTotal} currency={currencyCode} />;
  return useRecordColumns<Row>({
    name: "plannedOrders",
    columns: [
      {
        id: "customer",
        header: t("customer"),
        size: 250,
        show: ({ bpartner: { bpartner } }) => <Customer {...bpartner} />,
      },
      { id: "poReference", header: t("poReference"), size: 130, show: ({ poReference }) => poReference },
      {
        id: "required",
        header: t("required"),
        size: 120,
        show: ({ datePromised }) => <Promised at={datePromised} short />,
      },
      { id: "lines", header: t("lines"), size: 90, numeric: true, show: ({ lineCount }) => lineCount },
      { id: "total", header: t("total"), size: 130, numeric: true, show: money },
    ],
    cardLabel: t("customer"),
    card: (order) => (
      <RecordCard title={order.bpartner.bpartner.name ?? order.bpartner.bpartner.code} end={money(order)}>
        {order.poReference && `${order.poReference} · `}
        {t("linesUntil", { count: order.lineCount })} <Promised at={order.datePromised} short />
      </RecordCard>
    ),
  });
}

/** Customer by name, with the code. */
export function Customer({ code, name }: { code?: string | null; name?: string | null }) {
  return (
    <>
      {name ?? code} {name && <span className="quiet">{code}</span>}
    </>
  );
}

/** Value per currency. */
export function Worth({ worth }: { worth: Schemas["PlannedRun"]["worth"] }) {
  const known = worth.filter(({ amount }) => amount != null);
  if (known.length === 0) return null;
  return (
    <Text size="md" fw={600}>
      {known.map(({ currencyCode, amount }, index) => (
        <span key={currencyCode}>
          {index > 0 && " · "}
          <Amount value={amount} currency={currencyCode} />
        </span>
      ))}
    </Text>
  );
}
