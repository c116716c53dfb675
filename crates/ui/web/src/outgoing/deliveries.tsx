import { Group, SegmentedControl, Text, Title } from "@mantine/core";
import { RecordCard, useRecordColumns, type RecordColumn, type RecordColumns } from "../grid/record-columns";
import { RecordGrid } from "../grid/record-grid";
import { useCursorRows } from "../grid/record-rows";
import { RecordTools } from "../grid/record-tools";
import { useMessages } from "../i18n";
import { Empty } from "../parts/empty";
import { useQueryString } from "../parts/query-string";
import { InstantText } from "../parts/values";
import { DeliveryDialog } from "./delivery-dialog";
import { DeliveryState, NextAttempt, SubjectText, useAttemptText, useSubjectText } from "./delivery-parts";
import { useEventText } from "./event-messages";
import classes from "./outgoing.module.css";
import { deliveryMessages } from "./webhook-messages";
import { isThrough, lastOf, type Delivery, type Webhook } from "./webhook";
import { deliveriesSource, DELIVERY_STATUSES, type DeliveryStatus } from "./webhooks";
import { outgoingMessages } from "./messages";

/** Deliveries of a webhook, newest first, with a detail dialog. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const t = useMessages(deliveryMessages);
  const tOutgoing = useMessages(outgoingMessages);
  const [query, change] = useQueryString("status", "delivery");
  const status = DELIVERY_STATUSES.find((one) => one === query.status);
  const shown = Number(query.delivery) || undefined;
  const rows = useCursorRows(deliveriesSource(webhook.id, status));
  const columns = useDeliveryColumns(webhook.id, status);
  return (
    <>
      <div className={classes.head}>
        <Title order={2}>{t("title")}</Title>
        <Group gap="xs">
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
          <RecordTools label={t("title")} file={t("file")} rows={rows} columns={columns} />
        </Group>
      </div>
      <RecordGrid
        label={t("title")}
        rows={rows}
        columns={columns}
        place={status ?? ""}
        empty={<Empty message={t(status ? "noneMatch" : "none")} />}
      />
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

function useDeliveryColumns(id: number, status: DeliveryStatus | undefined): RecordColumns<Delivery> {
  const t = useMessages(deliveryMessages);
  const tOutgoing = useMessages(outgoingMessages);
  const eventText = useEventText();
  const subjectText = useSubjectText();
  const attemptText = useAttemptText();
  const event = ({ type }: Delivery) => eventText(type);
  const columns: RecordColumn<Delivery>[] = [
    { id: "event", header: t("event"), size: 210, pinned: true, show: event, value: event },
    {
      id: "subject",
      header: t("subject"),
      size: 190,
      show: ({ subject }) => <SubjectText subject={subject} />,
      value: ({ subject }) => subjectText(subject),
    },
    {
      id: "status",
      header: tOutgoing("status"),
      size: 130,
      show: (delivery) => <DeliveryState status={delivery.status} />,
      value: (delivery) => t(`status_${delivery.status as DeliveryStatus}`),
    },
    {
      id: "createdAt",
      header: t("createdAt"),
      size: 180,
      show: ({ createdAt }) => <InstantText instant={createdAt} seconds />,
      value: ({ createdAt }) => createdAt,
    },
    {
      id: "attempts",
      header: tOutgoing("attempts"),
      size: 90,
      numeric: true,
      show: ({ attemptCount }) => attemptCount,
      value: ({ attemptCount }) => attemptCount,
    },
    {
      id: "last",
      header: t("lastAnswer"),
      size: 300,
      show: (delivery) => <LastAnswer delivery={delivery} />,
      value: (delivery) => {
        const last = lastOf(delivery);
        return last && attemptText(last);
      },
    },
    {
      id: "next",
      header: tOutgoing("nextAttempt"),
      size: 180,
      show: (delivery) => <NextAttempt delivery={delivery} />,
      value: ({ status: now, nextAttemptAt }) => (now === "waiting" ? nextAttemptAt : undefined),
    },
  ];
  return useRecordColumns({
    name: "deliveries",
    columns,
    hrefOf: (delivery) =>
      `/outgoing/webhooks/${id}?${new URLSearchParams({ ...(status && { status }), delivery: String(delivery.id) }).toString()}`,
    cardLabel: t("title"),
    card: (delivery) => (
      <RecordCard title={event(delivery)} end={<DeliveryState status={delivery.status} />}>
        {[subjectText(delivery.subject), <InstantText key="at" instant={delivery.createdAt} />].map((part, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two fixed parts
          <span key={place}>
            {place > 0 && part && " · "}
            {part}
          </span>
        ))}
      </RecordCard>
    ),
  });
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
