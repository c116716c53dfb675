import { Text } from "@mantine/core";
import type { Schemas } from "../../api/client";
import { RecordCard, useRecordColumns, type RecordColumns } from "../../grid/record-columns";
import { RecordGrid } from "../../grid/record-grid";
import { completeRows } from "../../grid/record-rows";
import { useMessages } from "../../i18n";
import { partsMessages } from "../../parts/messages";
import { dialogMessages } from "./messages";

type SkippedOrder = Schemas["ExcludedOrder"];
/** Incoming order with its position as row id. */
type Row = SkippedOrder & { id: number };

interface SkippedOrdersProps {
  orders: SkippedOrder[];
  /** Total number; `orders` may be partial. */
  count: number;
}

/** Incoming orders that are skipped because one of their lines is deselected: id, reference, number of lines. */
export function SkippedOrders({ orders, count }: SkippedOrdersProps) {
  const t = useMessages(dialogMessages);
  const tParts = useMessages(partsMessages);
  const columns = useSkippedColumns();
  if (count === 0) return null;
  const data = orders.map((order, id) => ({ ...order, id }));
  const more = Math.max(count, orders.length) - orders.length;
  return (
    <div role="status">
      <Text size="sm" mb={6}>
        {t("skippedOrders", { count })}
      </Text>
      <RecordGrid
        label={t("skippedOrdersList")}
        rows={completeRows("skippedOrders", { data, isError: false, error: null, refetch: () => {} })}
        columns={columns}
        maxHeight="24vh"
        place={null}
        empty={null}
      />
      {more > 0 && (
        <Text size="xs" className="quiet">
          {tParts("andMore", { count: more })}
        </Text>
      )}
    </div>
  );
}

function useSkippedColumns(): RecordColumns<Row> {
  const t = useMessages(dialogMessages);
  return useRecordColumns<Row>({
    name: "skippedOrders",
    columns: [
      {
        id: "headerId",
        header: t("incomingOrder"),
        size: 220,
        show: ({ externalHeaderId, candidateId }) => externalHeaderId ?? candidateId,
      },
      { id: "poReference", header: t("poReference"), size: 150, show: ({ poReference }) => poReference },
      { id: "lines", header: t("lines"), size: 90, numeric: true, show: ({ lines }) => lines },
    ],
    hrefOf: ({ candidateId }) => `/candidates/${candidateId}`,
    cardLabel: t("incomingOrder"),
    card: ({ externalHeaderId, candidateId, poReference, lines }) => (
      <RecordCard title={externalHeaderId ?? candidateId} end={t("lineCount", { count: lines })}>
        {poReference}
      </RecordCard>
    ),
  });
}
