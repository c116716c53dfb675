import { Button, Loader, SegmentedControl, Text, Title } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMessages } from "../i18n";
import { Empty } from "../parts/empty";
import { LoadFailed } from "../parts/failure";
import { useQueryString } from "../parts/query-string";
import { RowTable, type Column } from "../parts/row-table";
import { InstantText } from "../parts/values";
import { partsMessages } from "../parts/messages";
import { DeliveryDialog } from "./delivery-dialog";
import { DeliveryState, NextAttempt, SubjectText, useAttemptText } from "./delivery-parts";
import { useEventText } from "./event-messages";
import classes from "./outgoing.module.css";
import { deliveryMessages } from "./webhook-messages";
import { isThrough, lastOf, type Delivery, type Webhook } from "./webhook";
import { deliveriesQuery, DELIVERY_STATUSES, type DeliveryStatus } from "./webhooks";
import { outgoingMessages } from "./messages";

/** Deliveries of a webhook, newest first, with a detail dialog. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const t = useMessages(deliveryMessages);
  const tOutgoing = useMessages(outgoingMessages);
  const [query, change] = useQueryString("status", "delivery");
  const status = DELIVERY_STATUSES.find((one) => one === query.status);
  const shown = Number(query.delivery) || undefined;
  return (
    <>
      <div className={classes.head}>
        <Title order={2}>{t("title")}</Title>
        <SegmentedControl
          aria-label={tOutgoing("status")}
          size="xs"
          value={status ?? ""}
          onChange={(to) => change({ status: to })}
          data={[
            { value: "", label: tOutgoing("all") },
            ...DELIVERY_STATUSES.map((value) => ({ value, label: t(`status_${value}`) })),
          ]}
        />
      </div>
      <List webhook={webhook} status={status} />
      {shown && (
        <DeliveryDialog
          webhook={webhook}
          id={shown}
          onShow={(to) => change({ delivery: String(to) })}
          onClose={() => change({ delivery: undefined })}
        />
      )}
    </>
  );
}

function List({ webhook: { id }, status }: { webhook: Webhook; status: DeliveryStatus | undefined }) {
  const t = useMessages(deliveryMessages);
  const tOutgoing = useMessages(outgoingMessages);
  const tParts = useMessages(partsMessages);
  const columns = useColumns();
  const deliveries = useInfiniteQuery(deliveriesQuery(id, status));
  const rows = deliveries.data?.pages.flatMap(({ items }) => items);
  if (deliveries.isError && !rows)
    return <LoadFailed failure={deliveries.error} retry={() => void deliveries.refetch()} />;
  if (!rows) return <Loader size="sm" aria-label={tParts("loading")} />;
  if (rows.length === 0) return <Empty message={t(status ? "noneMatch" : "none")} />;
  const href = (delivery: number) =>
    `/outgoing/webhooks/${id}?${new URLSearchParams({ ...(status && { status }), delivery: String(delivery) }).toString()}`;
  return (
    <>
      <RowTable
        label={t("title")}
        columns={columns}
        rows={rows}
        keyOf={({ id: delivery }) => delivery}
        hrefOf={({ id: delivery }) => href(delivery)}
      />
      {deliveries.hasNextPage && (
        <Button
          variant="default"
          className={classes.more}
          loading={deliveries.isFetchingNextPage}
          onClick={() => void deliveries.fetchNextPage()}>
          {tOutgoing("loadMore")}
        </Button>
      )}
    </>
  );
}

function useColumns(): Column<Delivery>[] {
  const t = useMessages(deliveryMessages);
  const tOutgoing = useMessages(outgoingMessages);
  const eventText = useEventText();
  return [
    { id: "event", heading: t("event"), cell: ({ type }) => eventText(type) },
    { id: "subject", heading: t("subject"), cell: ({ subject }) => <SubjectText subject={subject} /> },
    { id: "status", heading: tOutgoing("status"), cell: ({ status }) => <DeliveryState status={status} /> },
    {
      id: "createdAt",
      heading: t("createdAt"),
      cell: ({ createdAt }) => <InstantText instant={createdAt} seconds />,
    },
    { id: "attempts", heading: tOutgoing("attempts"), numeric: true, cell: ({ attemptCount }) => attemptCount },
    { id: "last", heading: t("lastAnswer"), most: 300, cell: (delivery) => <LastAnswer delivery={delivery} /> },
    { id: "next", heading: tOutgoing("nextAttempt"), cell: (delivery) => <NextAttempt delivery={delivery} /> },
  ];
}

function LastAnswer({ delivery }: { delivery: Delivery }) {
  const attemptText = useAttemptText();
  const last = lastOf(delivery);
  if (!last) return null;
  const words = attemptText(last);
  return (
    <Text span size="sm" title={words} {...(!isThrough(last) && { c: "var(--status-error)" })}>
      {words}
    </Text>
  );
}
