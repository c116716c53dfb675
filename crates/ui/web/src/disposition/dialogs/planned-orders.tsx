import { Table, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { Schemas } from "../../api/client";
import { useMessages } from "../../i18n";
import { Promised } from "../../orders/promised-date";
import { Amount } from "../../parts/values";
import { partsMessages } from "../../parts/messages";
import { dialogMessages } from "./messages";
import { VirtualTable } from "./virtual-table";

export type PlannedOrder = Schemas["PlannedOrderHead"];

/** Narrower windows use two columns. */
const ROOMY = "sm";
const ROOM = "(min-width: 48em)";
const LOW = 28;
const HIGH = 46;

interface PlannedOrdersProps {
  label: string;
  orders: PlannedOrder[];
  /** Total number. */
  count: number;
  /** Maximum height. */
  height: string;
}

/** Table of resulting orders: customer, product, date, value. */
export function PlannedOrders({ label, orders, count, height }: PlannedOrdersProps) {
  const t = useMessages(dialogMessages);
  const tParts = useMessages(partsMessages);
  const roomy = useMediaQuery(ROOM, undefined, { getInitialValueInEffect: false }) ?? true;
  if (orders.length === 0) return null;
  const more = Math.max(count, orders.length) - orders.length;
  return (
    <>
      <VirtualTable
        label={label}
        count={orders.length}
        rowHeight={roomy ? LOW : HIGH}
        height={height}
        head={
          <>
            <Table.Th>{t("customer")}</Table.Th>
            <Table.Th visibleFrom={ROOMY} w="20%">
              {t("poReference")}
            </Table.Th>
            <Table.Th visibleFrom={ROOMY} w="17%">
              {t("required")}
            </Table.Th>
            <Table.Th visibleFrom={ROOMY} w="14%" ta="right">
              {t("lines")}
            </Table.Th>
            <Table.Th w={{ base: "50%", sm: "17%" }} ta="right">
              {t("total")}
            </Table.Th>
          </>
        }
        row={(place) => orders[place] && <Cells order={orders[place]} />}
      />
      {more > 0 && (
        <Text size="xs" className="quiet">
          {tParts("andMore", { count: more })}
        </Text>
      )}
    </>
  );
}

function Cells({ order }: { order: PlannedOrder }) {
  const t = useMessages(dialogMessages);
  const { code, name } = order.bpartner.bpartner;
  return (
    <>
      <Table.Td>
        {name ?? code} {name && <span className="quiet">{code}</span>}
        <Text size="xs" className="quiet" hiddenFrom={ROOMY} truncate>
          {order.poReference}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom={ROOMY}>{order.poReference}</Table.Td>
      <Table.Td visibleFrom={ROOMY}>
        <Promised at={order.datePromised} short />
      </Table.Td>
      <Table.Td visibleFrom={ROOMY} ta="right">
        {order.lineCount}
      </Table.Td>
      <Table.Td ta="right">
        <Amount value={order.grandTotal} currency={order.currencyCode} />
        <Text size="xs" className="quiet" hiddenFrom={ROOMY}>
          {t("linesUntil", { count: order.lineCount })} <Promised at={order.datePromised} short />
        </Text>
      </Table.Td>
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
