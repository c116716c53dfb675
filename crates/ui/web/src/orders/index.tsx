import { Button, Loader, Text } from "@mantine/core";
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, Plus } from "lucide-react";
import { Link } from "wouter";
import { useUndoKey } from "../disposition/undo";
import { useLanguage, useMessages } from "../i18n";
import { documentTypeName } from "../parts/common-names";
import { Empty } from "../parts/empty";
import { useExport } from "../parts/export";
import { LoadFailed } from "../parts/failure";
import { Page } from "../parts/page";
import { useQueryString } from "../parts/query-string";
import { useRefresh } from "../parts/refresh";
import { RowTable, type Column } from "../parts/row-table";
import { SourceText } from "../parts/source";
import { InstantText, MoneyText, useTotalText } from "../parts/values";
import { partsMessages } from "../parts/messages";
import { RunOfUrl } from "../runs/progress";
import { useMay } from "../session/session";
import { OrderFilters } from "./filters";
import { HandoverText } from "./handover-status";
import { OrderStatus } from "./order-status";
import { ORDER_FILTERS, ordersCountQuery, ordersQuery, type OrderFilter, type OrderHead } from "./orders";
import classes from "./orders.module.css";
import { Promised } from "./promised-date";
import { ordersMessages } from "./messages";

const NEWEST_FIRST = "-createdAt";

export default function OrdersPage() {
  const t = useMessages(ordersMessages);
  const [{ sort = NEWEST_FIRST, ...filter }, change] = useQueryString(...ORDER_FILTERS, "sort");
  const mayOrder = useMay("orders:write");
  useUndoKey(t("title"));
  const saving = useExport();
  const exportList = () => saving.mutate({ path: "/api/sales/order/export", query: { ...filter, sort } });
  return (
    <Page
      title={t("title")}
      {...(filter.runId && { window: t("windowOfRun", { run: filter.runId }) })}
      fill
      actions={
        <>
          <Button
            variant="default"
            loading={saving.isPending}
            onClick={exportList}
            leftSection={<Download size={14} aria-hidden />}>
            {t("export")}
          </Button>
          {mayOrder && (
            <Button component={Link} href="/orders/new" leftSection={<Plus size={14} aria-hidden />}>
              {t("newOrder")}
            </Button>
          )}
        </>
      }>
      <RunOfUrl />
      <OrderFilters filter={filter} change={change} />
      <OrderList filter={filter} change={change} sort={sort} />
    </Page>
  );
}

interface ListProps {
  filter: OrderFilter;
  sort: string;
  change: (changes: { [key in keyof OrderFilter | "sort"]?: string | undefined }) => void;
}

function OrderList({ filter, sort, change }: ListProps) {
  const t = useMessages(ordersMessages);
  const tParts = useMessages(partsMessages);
  const list = useInfiniteQuery({ ...ordersQuery(filter, sort), placeholderData: keepPreviousData });
  const pages = list.data?.pages;
  const rows = pages?.flatMap(({ items }) => items);
  const columns = useOrderColumns(rows?.some(({ handedOver }) => handedOver) ?? false);
  if (list.isError && !rows) return <LoadFailed failure={list.error} retry={() => void list.refetch()} />;
  if (!rows) return <Loader size="sm" aria-label={tParts("loading")} />;
  if (rows.length === 0) {
    const narrowed = ORDER_FILTERS.some((key) => filter[key]);
    const clear = () => change(Object.fromEntries(ORDER_FILTERS.map((key) => [key, undefined])));
    return (
      <Empty message={t(narrowed ? "emptyMatch" : "emptyNone")}>
        {narrowed && (
          <Button variant="default" onClick={clear}>
            {t("clear")}
          </Button>
        )}
      </Empty>
    );
  }
  const more = list.hasNextPage && !list.isFetchingNextPage ? () => void list.fetchNextPage() : undefined;
  return (
    <>
      <RowTable
        label={t("list")}
        onEnd={more}
        columns={columns}
        rows={rows}
        keyOf={({ salesOrderId }) => salesOrderId ?? ""}
        hrefOf={({ salesOrderId }) => `/orders/${salesOrderId}`}
        sorted={{ by: sort, onSort: (by) => change({ sort: by === NEWEST_FIRST ? undefined : by }) }}
      />
      <div className={classes.foot}>
        <Shown filter={filter} shown={rows.length} total={pages?.[0]?.total} />
        {list.hasNextPage && (
          <Button variant="default" loading={list.isFetchingNextPage} onClick={more}>
            {t("loadMore")}
          </Button>
        )}
      </div>
    </>
  );
}

/** Number of shown orders; offers new ones. */
function Shown({
  filter,
  shown,
  total,
}: {
  filter: OrderFilter;
  shown: number;
  total: { value: number; exact: boolean } | undefined;
}) {
  const t = useMessages(ordersMessages);
  const totalText = useTotalText();
  const queryClient = useQueryClient();
  const now = useQuery(ordersCountQuery(filter));
  useRefresh(["orders", "count"]);
  const arrived = total?.exact && now.data?.exact ? now.data.value - total.value : 0;
  return (
    <Text size="sm" className="quiet" component="div" role="status">
      {total && t("shown", { shown, total: totalText(total) })}
      {arrived > 0 && (
        <Button
          variant="light"
          ml="sm"
          onClick={() => void queryClient.invalidateQueries({ queryKey: ["orders", "list"] })}>
          {t("arrived", { count: arrived })}
        </Button>
      )}
    </Text>
  );
}

/** Includes the transfer column if any order has a transfer. */
function useOrderColumns(handedOver: boolean): Column<OrderHead>[] {
  const language = useLanguage();
  const t = useMessages(ordersMessages);
  const receiver: Column<OrderHead> = {
    id: "handedOver",
    heading: t("handedOver"),
    most: 180,
    cell: (order) => <HandoverText order={order} />,
  };
  return [
    { id: "number", heading: t("number"), cell: (order) => order.documentNo },
    { id: "status", heading: t("status"), cell: (order) => <OrderStatus order={order} /> },
    ...(handedOver ? [receiver] : []),
    { id: "docType", heading: t("docType"), cell: (order) => documentTypeName(order.docType.name, language) },
    { id: "customer", heading: t("customer"), most: 240, cell: ({ bpartner }) => <Named {...bpartner.bpartner} /> },
    { id: "poReference", heading: t("poReference"), cell: (order) => order.poReference },
    { id: "datePromised", heading: t("datePromised"), cell: (order) => <Promised at={order.datePromised} short /> },
    { id: "lines", heading: t("lines"), numeric: true, cell: (order) => order.lineCount },
    { id: "net", heading: t("net"), numeric: true, cell: (order) => <MoneyText value={order.totalLines} /> },
    { id: "currency", heading: t("currency"), cell: (order) => order.currencyCode },
    {
      id: "source",
      heading: t("source"),
      most: 130,
      cell: ({ dataSourceInternalName }) =>
        dataSourceInternalName ? <SourceText name={dataSourceInternalName} /> : t("enteredHere"),
    },
    {
      id: "created",
      heading: t("created"),
      sort: "createdAt",
      cell: (order) => <InstantText instant={order.createdAt} />,
    },
  ];
}

function Named({ code, name }: { code?: string | null; name?: string | null }) {
  return (
    <span title={name ?? undefined}>
      {code} <span className="quiet">{name}</span>
    </span>
  );
}
