import { Anchor, Box, Button, Loader, Text, Timeline, Title } from "@mantine/core";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { api, unwrap } from "../api/client";
import { useLanguage, useMessages } from "../i18n";
import { CommentBox } from "../parts/comment-box";
import { actorText } from "../parts/common-names";
import { LoadFailed } from "../parts/failure";
import { InstantText } from "../parts/values";
import { partsMessages } from "../parts/messages";
import { useMay } from "../session/session";
import classes from "./order.module.css";
import { orderMessages } from "./order-messages";
import { orderHistoryQuery, type Order } from "./orders";
import { orderHistory, type HistoryItem } from "./order-history";

/** Maximum number of requests listed. */
const SHOWN = 5;

/** History of an order with comments. */
export function OrderTimeline({ order }: { order: Order }) {
  const t = useMessages(orderMessages);
  const tParts = useMessages(partsMessages);
  const history = useInfiniteQuery({ ...orderHistoryQuery(order), placeholderData: keepPreviousData });
  const mayWrite = useMay("orders:write");
  const id = order.salesOrderId ?? "";
  const send = async (text: string) => {
    const body = { text };
    await unwrap(api.POST("/api/sales/order/{id}/comments", { params: { path: { id } }, body }));
    await history.refetch();
  };
  return (
    <section aria-label={t("history")}>
      <Title order={2} className={classes.heading}>
        {t("history")}
      </Title>
      {history.isPending && <Loader size="sm" aria-label={tParts("loading")} />}
      {history.isError && <LoadFailed failure={history.error} retry={() => void history.refetch()} />}
      {mayWrite && (
        <Box className="no-print" mb="md">
          <CommentBox about={`order.${id}`} send={send} />
        </Box>
      )}
      {history.data && (
        <Timeline bulletSize={12} lineWidth={2} color="gray">
          {orderHistory(
            order,
            history.data.pages.flatMap(({ items }) => items),
          ).map((one) => (
            <Timeline.Item key={`${one.what} ${one.at} ${one.words}`} title={<Heading happening={one} />}>
              <What happening={one} />
            </Timeline.Item>
          ))}
        </Timeline>
      )}
      {history.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          className="no-print"
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}>
          {tParts("showOlder")}
        </Button>
      )}
    </section>
  );
}

function Heading({ happening: { what, handover, actor, at } }: { happening: HistoryItem }) {
  const t = useMessages(orderMessages);
  const language = useLanguage();
  const key = what === "taken" && handover?.number ? "takenAs" : what;
  return (
    <>
      <Text size="sm" fw={600}>
        {t(`event_${key}`, { receiver: handover?.receiver, number: handover?.number })}
      </Text>
      <Text size="xs" className="quiet">
        {actor && `${actorText(actor, language)} · `}
        <InstantText instant={at} seconds />
      </Text>
    </>
  );
}

function What({ happening: { words, entry } }: { happening: HistoryItem }) {
  const t = useMessages(orderMessages);
  const tParts = useMessages(partsMessages);
  const { runId, requestIds } = entry ?? {};
  return (
    <>
      {words && (
        <Text size="sm" className={classes.words}>
          <bdi>{words}</bdi>
        </Text>
      )}
      {runId && (
        <Anchor size="xs" display="block" component={Link} href={`/runs/${runId}`}>
          {t("madeByRun", { id: runId })}
        </Anchor>
      )}
      {requestIds && (
        <Text size="xs" className="quiet">
          {t("sentWith", { count: requestIds.length, ids: requestIds.slice(0, SHOWN).join(", ") })}
          {requestIds.length > SHOWN && ` ${tParts("andMore", { count: requestIds.length - SHOWN })}`}
        </Text>
      )}
    </>
  );
}
