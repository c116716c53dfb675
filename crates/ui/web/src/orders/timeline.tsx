import { Anchor, Box, Button, Loader, Text, Timeline, Title } from "@mantine/core";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { api, told } from "../api/client";
import { useLanguage, useWords } from "../i18n";
import { CommentBox } from "../parts/comment-box";
import { actorText } from "../parts/common-names";
import { LoadFailed } from "../parts/failure";
import { InstantText } from "../parts/values";
import { partsWords } from "../parts/words";
import { useMay } from "../session/session";
import classes from "./order.module.css";
import { orderWords } from "./order-words";
import { orderHistoryQuery, type Order } from "./orders";
import { whatHappened, type Happening } from "./what-happened";

/** Each candidate may have come with a request of its own. */
const SHOWN = 5;

/** Who made an order, when and of what; who took, refused or voided it, and why; what was attached and said. */
export function OrderTimeline({ order }: { order: Order }) {
  const t = useWords(orderWords);
  const parts = useWords(partsWords);
  const history = useInfiniteQuery({ ...orderHistoryQuery(order), placeholderData: keepPreviousData });
  const mayWrite = useMay("orders:write");
  const id = order.salesOrderId ?? "";
  const send = async (text: string) => {
    const body = { text };
    await told(api.POST("/api/sales/order/{id}/comments", { params: { path: { id } }, body }));
    await history.refetch();
  };
  return (
    <section aria-label={t("history")}>
      <Title order={2} className={classes.heading}>
        {t("history")}
      </Title>
      {history.isPending && <Loader size="sm" aria-label={parts("loading")} />}
      {history.isError && <LoadFailed failure={history.error} retry={() => void history.refetch()} />}
      {mayWrite && (
        <Box className="no-print" mb="md">
          <CommentBox about={`order.${id}`} send={send} />
        </Box>
      )}
      {history.data && (
        <Timeline bulletSize={12} lineWidth={2} color="gray">
          {whatHappened(
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
          {parts("showOlder")}
        </Button>
      )}
    </section>
  );
}

function Heading({ happening: { what, handover, actor, at } }: { happening: Happening }) {
  const t = useWords(orderWords);
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

function What({ happening: { words, entry } }: { happening: Happening }) {
  const t = useWords(orderWords);
  const parts = useWords(partsWords);
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
          {requestIds.length > SHOWN && ` ${parts("andMore", { count: requestIds.length - SHOWN })}`}
        </Text>
      )}
    </>
  );
}
