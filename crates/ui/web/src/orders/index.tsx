import { Button, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRef, useState, type RefObject } from "react";
import { Link } from "wouter";
import { useUndoKey } from "../disposition/undo";
import { ColumnMenu } from "../grid/column-menu";
import type { GridHandle } from "../grid/props";
import { RecordCard, useRecordColumns, type RecordColumn, type RecordColumns } from "../grid/record-columns";
import { RecordGrid } from "../grid/record-grid";
import { useCursorRows, type RecordRows } from "../grid/record-rows";
import { useLanguage, useMessages } from "../i18n";
import { documentTypeName } from "../parts/common-names";
import { Empty } from "../parts/empty";
import { useExport, workbookOf, type TableQuery } from "../parts/export";
import { ExportMenu } from "../parts/export-menu";
import { Page } from "../parts/page";
import { useQueryString } from "../parts/query-string";
import { useRefresh } from "../parts/refresh";
import { SourceText } from "../parts/source";
import { InstantText, MoneyText, useTotalText } from "../parts/values";
import { RunOfUrl } from "../runs/progress";
import { useMay } from "../session/session";
import { OrderFilters } from "./filters";
import { HandoverText } from "./handover-status";
import { OrderStatus } from "./order-status";
import {
  ORDER_FILTERS,
  ordersCountQuery,
  ordersSource,
  type OrderFilter,
  type OrderRow,
  type OrderSort,
} from "./orders";
import classes from "./orders.module.css";
import { Promised } from "./promised-date";
import { ordersMessages } from "./messages";

const SORTS: readonly OrderSort[] = ["-createdAt", "createdAt"];
const NEWEST_FIRST = "-createdAt";
/** Rows that decide whether the transfer column is shown. */
const LOOKED_AT = 500;

export default function OrdersPage() {
  const t = useMessages(ordersMessages);
  const [{ sort: sorted, ...filter }, change] = useQueryString(...ORDER_FILTERS, "sort");
  const sort = SORTS.find((one) => one === sorted) ?? NEWEST_FIRST;
  const rows = useCursorRows(ordersSource(filter, sort));
  const columns = useOrderColumns(useHandedOver(rows));
  const mayOrder = useMay("orders:write");
  useUndoKey(t("title"));
  const saving = useExport();
  const exportList = (table: TableQuery) =>
    saving.mutate({ path: "/api/sales/order/export", query: { ...filter, sort, ...table } });
  return (
    <Page
      title={t("title")}
      {...(filter.runId && { window: t("windowOfRun", { run: filter.runId }) })}
      fill
      actions={
        <>
          <ExportMenu
            heading={t("title")}
            onExcel={() => exportList(workbookOf(exportedColumns(columns)))}
            onCsv={() => exportList({ format: "csv" })}
            pending={saving.isPending}
            labelled
          />
          {!columns.cards && <ColumnMenu columns={columns.state} />}
          {mayOrder && (
            <Button component={Link} href="/orders/new" leftSection={<Plus size={14} aria-hidden />}>
              {t("newOrder")}
            </Button>
          )}
        </>
      }>
      <RunOfUrl />
      <OrderFilters filter={filter} change={change} />
      <OrderList {...{ filter, change, sort, rows, columns }} />
    </Page>
  );
}

interface ListProps {
  filter: OrderFilter;
  sort: OrderSort;
  change: (changes: { [key in keyof OrderFilter | "sort"]?: string | undefined }) => void;
  rows: RecordRows<OrderRow>;
  columns: RecordColumns<OrderRow>;
}

function OrderList({ filter, sort, change, rows, columns }: ListProps) {
  const t = useMessages(ordersMessages);
  const grid = useRef<GridHandle>(null);
  const narrowed = ORDER_FILTERS.some((key) => filter[key]);
  const clear = () => change(Object.fromEntries(ORDER_FILTERS.map((key) => [key, undefined])));
  return (
    <>
      <RecordGrid
        label={t("list")}
        rows={rows}
        columns={columns}
        sort={sort}
        onSort={(by) => change({ sort: by === NEWEST_FIRST ? undefined : by })}
        toneOf={toneOf}
        fill
        main
        handle={grid}
        empty={
          <Empty message={t(narrowed ? "emptyMatch" : "emptyNone")}>
            {narrowed && (
              <Button variant="default" onClick={clear}>
                {t("clear")}
              </Button>
            )}
          </Empty>
        }
      />
      {rows.total && (rows.count > 0 || !narrowed) && <Foot filter={filter} total={rows.total} grid={grid} />}
    </>
  );
}

interface FootProps {
  filter: OrderFilter;
  total: { value: number; exact: boolean };
  grid: RefObject<GridHandle | null>;
}

/** Number of matching orders; offers new ones. */
function Foot({ filter, total, grid }: FootProps) {
  const t = useMessages(ordersMessages);
  const totalText = useTotalText();
  const queryClient = useQueryClient();
  const now = useQuery(ordersCountQuery(filter));
  useRefresh(["orders", "count"]);
  const arrived = total.exact && now.data?.exact ? now.data.value - total.value : 0;
  const show = () => {
    grid.current?.reset();
    void queryClient.invalidateQueries({ queryKey: ["orders", "list"] });
  };
  return (
    <div className={classes.foot}>
      <Text size="sm" className="quiet" component="div" role="status">
        {t("matching", { count: total.value, total: totalText(total) })}
        {arrived > 0 && (
          <Button variant="light" ml="sm" onClick={show}>
            {t("arrived", { count: arrived })}
          </Button>
        )}
      </Text>
    </div>
  );
}

function toneOf({ status }: OrderRow): string | undefined {
  return status === "voided" ? "quiet" : undefined;
}

/** Returns whether any order so far has a transfer; once true, the column stays. */
function useHandedOver(rows: RecordRows<OrderRow>): boolean {
  const [seen, see] = useState(false);
  const some = Array.from({ length: Math.min(rows.count, LOOKED_AT) }, (_, row) => rows.rowAt(row));
  const has = some.some((order) => order?.handedOver);
  if (has && !seen) see(true);
  return has || seen;
}

/** Names in the API by column. */
const EXPORTED: Readonly<Record<string, readonly string[]>> = {
  number: ["documentNo"],
  customer: ["bpartnerCode", "bpartnerName"],
  status: ["status"],
  handedOver: ["receiver", "receiverNumber", "handedOverAt", "refusalReason"],
  poReference: ["poReference"],
  datePromised: ["datePromised"],
  lines: ["lineCount"],
  net: ["totalLines"],
  currency: ["currencyCode"],
  docType: ["docType"],
  source: ["dataSourceInternalName"],
  created: ["createdAt"],
  organisation: ["orgCode"],
};

/** Returns the columns of an export, in the order of the visible columns. */
function exportedColumns({ state, cards }: RecordColumns<OrderRow>): string[] {
  return cards ? [] : state.shown.flatMap(({ id }) => EXPORTED[id] ?? []);
}

/** Includes the transfer column if any order has a transfer. */
function useOrderColumns(handedOver: boolean): RecordColumns<OrderRow> {
  const language = useLanguage();
  const t = useMessages(ordersMessages);
  const receiver: RecordColumn<OrderRow> = {
    id: "handedOver",
    header: t("handedOver"),
    size: 170,
    show: (order) => <HandoverText order={order} />,
  };
  const columns: RecordColumn<OrderRow>[] = [
    { id: "number", header: t("number"), size: 84, pinned: true, show: (order) => order.documentNo },
    { id: "customer", header: t("customer"), size: 220, show: ({ bpartner }) => <Named {...bpartner.bpartner} /> },
    { id: "status", header: t("status"), size: 122, show: (order) => <OrderStatus order={order} /> },
    ...(handedOver ? [receiver] : []),
    { id: "poReference", header: t("poReference"), size: 126, show: (order) => order.poReference },
    {
      id: "datePromised",
      header: t("datePromised"),
      size: 148,
      show: (order) => <Promised at={order.datePromised} short />,
    },
    { id: "lines", header: t("lines"), size: 98, numeric: true, show: (order) => order.lineCount },
    { id: "net", header: t("net"), size: 96, numeric: true, show: (order) => <MoneyText value={order.totalLines} /> },
    { id: "currency", header: t("currency"), size: 96, show: (order) => order.currencyCode },
    { id: "docType", header: t("docType"), size: 126, show: (order) => documentTypeName(order.docType.name, language) },
    {
      id: "source",
      header: t("source"),
      size: 124,
      show: ({ dataSourceInternalName }) =>
        dataSourceInternalName ? <SourceText name={dataSourceInternalName} /> : t("enteredHere"),
    },
    {
      id: "created",
      header: t("created"),
      size: 150,
      sort: "createdAt",
      show: (order) => <InstantText instant={order.createdAt} />,
    },
    {
      id: "organisation",
      header: t("organisation"),
      size: 130,
      hidden: true,
      show: ({ org }) => org.name ?? org.code,
    },
  ];
  return useRecordColumns({
    name: "salesOrders",
    columns,
    hrefOf: ({ salesOrderId }) => `/orders/${salesOrderId}`,
    cardLabel: t("order"),
    card: (order) => (
      <RecordCard
        title={order.bpartner.bpartner.name ?? order.bpartner.bpartner.code}
        end={
          <>
            <MoneyText value={order.totalLines} /> <span className="quiet">{order.currencyCode}</span>
          </>
        }>
        <OrderStatus order={order} /> {[order.documentNo, order.poReference].filter(Boolean).join(" · ")}
        {order.handedOver && (
          <>
            {" · "}
            <HandoverText order={order} />
          </>
        )}
      </RecordCard>
    ),
  });
}

function Named({ code, name }: { code?: string | null; name?: string | null }) {
  return (
    <span title={name ?? undefined}>
      {name ?? code} {name && <span className="quiet">{code}</span>}
    </span>
  );
}
