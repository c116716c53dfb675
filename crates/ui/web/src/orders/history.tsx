import { Anchor, Group, Loader, Text, Timeline, Title } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { Schemas } from "../api/client";
import { useWords } from "../i18n";
import { LoadFailed } from "../parts/failure";
import { InstantText } from "../parts/values";
import { partsWords } from "../parts/words";
import { orderWords } from "./order-words";
import { orderHistoryQuery, type Order } from "./orders";

/** Each candidate may have come with a request of its own. */
const SHOWN = 5;

type Entry = Schemas["OrderHistoryEntry"];

/** Who made an order, when and of what; who voided it, and why. */
export function OrderHistory({ order }: { order: Order }) {
  const t = useWords(orderWords);
  const parts = useWords(partsWords);
  const history = useQuery({ ...orderHistoryQuery(order), placeholderData: keepPreviousData });
  return (
    <section className="no-print" aria-label={t("history")}>
      <Title order={2} mb={6}>
        {t("history")}
      </Title>
      {history.isPending && <Loader size="sm" aria-label={parts("loading")} />}
      {history.isError && <LoadFailed failure={history.error} retry={() => void history.refetch()} />}
      <Timeline bulletSize={12} lineWidth={2} color="gray">
        {[...(history.data?.items ?? [])].reverse().map((entry) => (
          <Timeline.Item key={entry.event} title={<Heading entry={entry} />}>
            <What entry={entry} />
          </Timeline.Item>
        ))}
      </Timeline>
    </section>
  );
}

function Heading({ entry: { event, actor, at } }: { entry: Entry }) {
  const t = useWords(orderWords);
  return (
    <Group gap={8}>
      <Text size="sm" fw={600}>
        {t(`event_${event as "created" | "voided"}`)}
      </Text>
      <Text size="xs" className="quiet">
        {actor && `${actor} · `}
        <InstantText instant={at} seconds />
      </Text>
    </Group>
  );
}

function What({ entry: { reason, runId, requestIds } }: { entry: Entry }) {
  const t = useWords(orderWords);
  const parts = useWords(partsWords);
  return (
    <>
      {reason && (
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {reason}
        </Text>
      )}
      <Group gap={6} fz="xs">
        {runId && (
          <Anchor underline="always" size="xs" component={Link} href={`/runs/${runId}`}>
            {t("madeByRun", { id: runId })}
          </Anchor>
        )}
        {requestIds && (
          <span className="quiet">
            {t("sentWith", { count: requestIds.length, ids: requestIds.slice(0, SHOWN).join(", ") })}
            {requestIds.length > SHOWN && ` ${parts("andMore", { count: requestIds.length - SHOWN })}`}
          </span>
        )}
      </Group>
    </>
  );
}
