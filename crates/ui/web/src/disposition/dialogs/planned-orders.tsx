import { ScrollArea, Table, Text } from "@mantine/core";
import type { Schemas } from "../../api/client";
import { useWords } from "../../i18n";
import { Promised } from "../../orders/promised";
import { MoneyText } from "../../parts/values";
import { partsWords } from "../../parts/words";
import { dialogWords } from "./words";

export type PlannedOrder = Schemas["PlannedOrderHead"];

/** More are not drawn: nobody reads them one by one. */
const SHOWN = 100;
/** Narrower windows show the same in two columns. */
const ROOMY = "sm";

interface PlannedOrdersProps {
  label: string;
  orders: PlannedOrder[];
  /** How many there are in all. */
  count: number;
  /** The dialog's height that they may take. */
  height: string;
}

/** Orders that would result, as a clerk judges them: whose, for what, until when, for how much. */
export function PlannedOrders({ label, orders, count, height }: PlannedOrdersProps) {
  const t = useWords(dialogWords);
  const parts = useWords(partsWords);
  if (orders.length === 0) return null;
  const shown = orders.slice(0, SHOWN);
  const more = Math.max(count, orders.length) - shown.length;
  return (
    <>
      <ScrollArea.Autosize mah={height} type="auto" viewportProps={{ tabIndex: 0, "aria-label": label, role: "group" }}>
        <Table verticalSpacing={3} stickyHeader aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("customer")}</Table.Th>
              <Table.Th visibleFrom={ROOMY}>{t("poReference")}</Table.Th>
              <Table.Th visibleFrom={ROOMY}>{t("required")}</Table.Th>
              <Table.Th visibleFrom={ROOMY} ta="right">
                {t("lines")}
              </Table.Th>
              <Table.Th ta="right">{t("total")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((order, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: what is planned has no name of its own and stays in its order
              <Row key={place} order={order} />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      {more > 0 && (
        <Text size="xs" className="quiet">
          {parts("andMore", { count: more })}
        </Text>
      )}
    </>
  );
}

function Row({ order }: { order: PlannedOrder }) {
  const t = useWords(dialogWords);
  const { code, name } = order.bpartner.bpartner;
  return (
    <Table.Tr>
      <Table.Td>
        {name ?? code} {name && <span className="quiet">{code}</span>}
        <Text size="xs" className="quiet" hiddenFrom={ROOMY}>
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
      <Table.Td ta="right" style={{ whiteSpace: "nowrap" }}>
        <MoneyText value={order.grandTotal} /> {order.currencyCode}
        <Text size="xs" className="quiet" hiddenFrom={ROOMY}>
          {t("linesUntil", { count: order.lineCount })} <Promised at={order.datePromised} short />
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}

/** What orders come to, in each currency. */
export function Worth({ worth }: { worth: Schemas["PlannedRun"]["worth"] }) {
  const known = worth.filter(({ amount }) => amount != null);
  if (known.length === 0) return null;
  return (
    <Text size="md" fw={600}>
      {known.map(({ currencyCode, amount }, place) => (
        <span key={currencyCode}>
          {place > 0 && " · "}
          <MoneyText value={amount} /> {currencyCode}
        </span>
      ))}
    </Text>
  );
}
