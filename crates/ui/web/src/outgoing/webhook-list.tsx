import { Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { RecordCard, useRecordColumns, type RecordColumn, type RecordColumns } from "../grid/record-columns";
import { RecordGrid } from "../grid/record-grid";
import { completeRows, sortedRows } from "../grid/record-rows";
import { RecordTools } from "../grid/record-tools";
import { useLanguage, useMessages } from "../i18n";
import { Empty } from "../parts/empty";
import { useQueryString } from "../parts/query-string";
import { InstantText } from "../parts/values";
import { showInstant } from "../values/day";
import { useEventText } from "./event-messages";
import { HealthText } from "./health";
import { webhookMessages } from "./webhook-messages";
import { healthOf, nameOf, type Webhook } from "./webhook";
import { webhooksQuery } from "./webhooks";
import { outgoingMessages } from "./messages";

export function WebhookList() {
  const t = useMessages(webhookMessages);
  const columns = useWebhookColumns();
  const [{ sort = "" }, change] = useQueryString("sort");
  const webhooks = useQuery(webhooksQuery);
  const data = webhooks.data && sortedRows(webhooks.data.items, columns.all, sort);
  const rows = completeRows("webhooks", { ...webhooks, data });
  return (
    <>
      <Group justify="end">
        <RecordTools label={t("list")} file={t("file")} rows={rows} columns={columns} />
      </Group>
      <RecordGrid
        label={t("list")}
        rows={rows}
        columns={columns}
        sort={sort}
        onSort={(by) => change({ sort: by })}
        place=""
        empty={<Empty message={t("none")} />}
      />
    </>
  );
}

function useWebhookColumns(): RecordColumns<Webhook> {
  const t = useMessages(webhookMessages);
  const tOutgoing = useMessages(outgoingMessages);
  const eventsText = useEventsText();
  const organisation = ({ orgCode }: Webhook) => orgCode ?? tOutgoing("all");
  const failing = (webhook: Webhook) => (healthOf(webhook) === "active" ? undefined : webhook.failingSince);
  const columns: RecordColumn<Webhook>[] = [
    {
      id: "name",
      header: t("name"),
      size: 300,
      pinned: true,
      sort: "name",
      show: (webhook) => <span title={webhook.url}>{nameOf(webhook)}</span>,
      value: nameOf,
    },
    {
      id: "status",
      header: tOutgoing("status"),
      size: 140,
      sort: "status",
      show: (webhook) => <HealthText webhook={webhook} />,
      value: (webhook) => t(`health_${healthOf(webhook)}`),
    },
    {
      id: "lastSuccess",
      header: t("lastSuccess"),
      size: 210,
      sort: "lastSuccess",
      show: ({ lastSuccessAt }) =>
        lastSuccessAt ? <InstantText instant={lastSuccessAt} seconds /> : tOutgoing("never"),
      value: ({ lastSuccessAt }) => lastSuccessAt,
    },
    {
      id: "waiting",
      header: t("waiting"),
      size: 200,
      sort: "waiting",
      show: (webhook) => <WaitingText webhook={webhook} />,
      value: ({ waiting }) => waiting,
    },
    {
      id: "failingSince",
      header: t("failingSince"),
      size: 180,
      sort: "failingSince",
      show: (webhook) => <InstantText instant={failing(webhook)} seconds />,
      value: failing,
    },
    { id: "events", header: t("events"), size: 220, sort: "events", show: eventsText, value: eventsText },
    {
      id: "org",
      header: tOutgoing("organisation"),
      size: 130,
      sort: "org",
      show: organisation,
      value: organisation,
    },
  ];
  return useRecordColumns({
    name: "webhooks",
    columns,
    hrefOf: ({ id }) => `/outgoing/webhooks/${id}`,
    cardLabel: t("name"),
    card: (webhook) => (
      <RecordCard title={nameOf(webhook)} end={<HealthText webhook={webhook} />}>
        {t("waiting")}: <WaitingText webhook={webhook} />
      </RecordCard>
    ),
  });
}

/** Number and age of queued deliveries. */
export function WaitingText({ webhook: { waiting, oldestWaitingAt } }: { webhook: Webhook }) {
  const t = useMessages(webhookMessages);
  const language = useLanguage();
  const count = new Intl.NumberFormat(language).format(waiting);
  if (waiting === 0 || !oldestWaitingAt) return <>{count}</>;
  return (
    <>
      {count}{" "}
      <Text span size="sm" className="quiet">
        {t("waitingSince", { at: showInstant(oldestWaitingAt, language) })}
      </Text>
    </>
  );
}

/** Returns the event types of a webhook. */
function useEventsText(): (webhook: Webhook) => string {
  const t = useMessages(webhookMessages);
  const eventText = useEventText();
  return ({ types }) => (types.length === 0 ? t("allEvents") : types.map(eventText).join(", "));
}

export function EventsText({ webhook }: { webhook: Webhook }) {
  const words = useEventsText()(webhook);
  return <span title={words}>{words}</span>;
}
