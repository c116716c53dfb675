import { Loader, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLanguage, useMessages } from "../i18n";
import { Empty } from "../parts/empty";
import { LoadFailed } from "../parts/failure";
import { RowTable, type Column } from "../parts/row-table";
import { InstantText } from "../parts/values";
import { partsMessages } from "../parts/messages";
import { showInstant } from "../values/day";
import { useEventText } from "./event-messages";
import { HealthText } from "./health";
import { webhookMessages } from "./webhook-messages";
import { healthOf, nameOf, type Webhook } from "./webhook";
import { webhooksQuery } from "./webhooks";
import { outgoingMessages } from "./messages";

export function WebhookList() {
  const t = useMessages(webhookMessages);
  const tParts = useMessages(partsMessages);
  const columns = useColumns();
  const webhooks = useQuery(webhooksQuery);
  const rows = webhooks.data?.items;
  if (webhooks.isError && !rows) return <LoadFailed failure={webhooks.error} retry={() => void webhooks.refetch()} />;
  if (!rows) return <Loader size="sm" aria-label={tParts("loading")} />;
  if (rows.length === 0) return <Empty message={t("none")} />;
  return (
    <RowTable
      label={t("list")}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/outgoing/webhooks/${id}`}
    />
  );
}

function useColumns(): Column<Webhook>[] {
  const t = useMessages(webhookMessages);
  const tOutgoing = useMessages(outgoingMessages);
  return [
    {
      id: "name",
      heading: t("name"),
      most: 320,
      cell: (webhook) => <span title={webhook.url}>{nameOf(webhook)}</span>,
    },
    { id: "status", heading: tOutgoing("status"), cell: (webhook) => <HealthText webhook={webhook} /> },
    {
      id: "lastSuccess",
      heading: t("lastSuccess"),
      cell: ({ lastSuccessAt }) =>
        lastSuccessAt ? <InstantText instant={lastSuccessAt} seconds /> : tOutgoing("never"),
    },
    { id: "waiting", heading: t("waiting"), cell: (webhook) => <WaitingText webhook={webhook} /> },
    {
      id: "failingSince",
      heading: t("failingSince"),
      cell: (webhook) =>
        healthOf(webhook) === "active" ? null : <InstantText instant={webhook.failingSince} seconds />,
    },
    { id: "events", heading: t("events"), most: 220, cell: (webhook) => <EventsText webhook={webhook} /> },
    { id: "org", heading: tOutgoing("organisation"), cell: ({ orgCode }) => orgCode ?? tOutgoing("all") },
  ];
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

export function EventsText({ webhook: { types } }: { webhook: Webhook }) {
  const t = useMessages(webhookMessages);
  const eventText = useEventText();
  const words = types.length === 0 ? t("allEvents") : types.map(eventText).join(", ");
  return <span title={words}>{words}</span>;
}
