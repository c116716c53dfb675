import { Anchor, Box, Button, Group, Loader, Stack, Text, Timeline } from "@mantine/core";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { Link } from "wouter";
import { api, told, type Schemas } from "../../api/client";
import { useLanguage, useWords } from "../../i18n";
import { actorText } from "../../parts/common-names";
import { CommentBox } from "../../parts/comment-box";
import { LoadFailed } from "../../parts/failure";
import { StatusText } from "../../parts/status";
import { InstantText } from "../../parts/values";
import { partsWords } from "../../parts/words";
import { showDay } from "../../values/day";
import { showDecimal } from "../../values/decimal";
import { useMay } from "../../session/session";
import { attentionWords } from "../attention/words";
import type { Candidate } from "../candidate";
import { candidateQuery } from "../candidates";
import { memberWords } from "../members";
import { reasonKey, releaseWords, type Reason } from "../release-words";
import { useChoice } from "./choice";
import { fieldOf, isMember } from "../fields";
import { currencyOf, digitsOf } from "../values";
import { panelWords } from "./words";
import classes from "./history.module.css";

type Entry = Schemas["HistoryEntry"];
type Event =
  | "imported"
  | "corrected"
  | "putAside"
  | "takenBack"
  | "cancelled"
  | "validated"
  | "ordered"
  | "orderVoided"
  | "undone";
/** Those of who looks after it and what it waits for. */
const ATTENTION = ["waiting", "takenUp", "assigned", "commented"] as const;

interface HistoryProps {
  candidate: Candidate;
  /** Whoever came wants to write a comment, until they are where that is done. */
  commenting: boolean;
  onComment: (wanted: boolean) => void;
}

export function HistoryTab({ candidate, commenting, onComment }: HistoryProps) {
  const mayWrite = useMay("candidates:write");
  const onTaken = useCallback(() => onComment(false), [onComment]);
  const parts = useWords(partsWords);
  const id = candidate.id;
  const history = useInfiniteQuery({
    queryKey: [...candidateQuery(id).queryKey, "history", candidate.version],
    queryFn: ({ pageParam: after, signal }) => {
      const query = { sort: "-at" as const, ...(after && { after }) };
      return told(api.GET("/api/sales/order/candidates/{id}/history", { params: { path: { id }, query }, signal }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  });
  if (history.isPending) return <Loader size="sm" m="md" aria-label={parts("loading")} />;
  if (history.isError) return <LoadFailed failure={history.error} retry={() => void history.refetch()} />;
  const newestFirst = history.data.pages.flatMap(({ items }) => items);
  const send = async (text: string) => {
    const body = { text };
    await told(api.POST("/api/sales/order/candidates/{id}/comments", { params: { path: { id } }, body }));
    await history.refetch();
  };
  return (
    <>
      {mayWrite && (
        <Box p="sm" pb={0}>
          <CommentBox about={`candidate.${id}`} send={send} wanted={commenting} onTaken={onTaken} />
        </Box>
      )}
      <Timeline bulletSize={12} lineWidth={2} p="sm" color="gray" classNames={{ item: classes.item ?? "" }}>
        {newestFirst.map((entry) => (
          <Timeline.Item key={`${entry.version} ${entry.event} ${entry.at}`} title={<Heading entry={entry} />}>
            <What entry={entry} currency={currencyOf(candidate)} />
          </Timeline.Item>
        ))}
      </Timeline>
      {history.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          m="sm"
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}>
          {parts("showOlder")}
        </Button>
      )}
    </>
  );
}

function Heading({ entry }: { entry: Entry }) {
  const t = useWords(panelWords);
  const language = useLanguage();
  const w = useWords(attentionWords);
  const attended = ATTENTION.find((event) => event === entry.event);
  const before = entry.statusBefore && entry.statusBefore !== entry.status ? entry.statusBefore : undefined;
  return (
    <Group gap={8} wrap="wrap" fz="sm">
      <Text size="sm" fw={600}>
        {attended ? w(`event_${attended}`) : t(`event_${entry.event as Event}`)}
      </Text>
      <Text size="xs" className="quiet">
        {entry.actor && `${actorText(entry.actor, language)} · `}
        <InstantText instant={entry.at} seconds />
      </Text>
      {before && (
        <Text size="xs" span>
          <StatusText status={before} /> → <StatusText status={entry.status} />
        </Text>
      )}
    </Group>
  );
}

interface WhatProps {
  entry: Entry;
  /** The currency of the candidate. */
  currency: string | null | undefined;
}

function What({ entry, currency }: WhatProps) {
  const t = useWords(panelWords);
  const why = useWords(releaseWords);
  const members = useWords(memberWords);
  const w = useWords(attentionWords);
  const language = useLanguage();
  const shown = useShown(currency);
  const changes = Object.entries(entry.changes);
  return (
    <Stack gap={4} className={classes.what}>
      {changes.map(([member, change]) => (
        <div key={member} className={classes.change}>
          <span className="quiet">{isMember(member) ? members(member) : member}</span>
          <span>
            {change.old == null ? <span className="quiet">{t("empty")}</span> : <del>{shown(member, change.old)}</del>}
            {" → "}
            {change.new == null ? <span className="quiet">{t("empty")}</span> : <ins>{shown(member, change.new)}</ins>}
          </span>
        </div>
      ))}
      {entry.waitingUntil !== undefined && (
        <Text size="sm">
          {entry.waitingUntil === null ? (
            w("waitEnded")
          ) : (
            <>
              {w("waitingUntil")} <b>{showDay(entry.waitingUntil, language)}</b>
            </>
          )}
        </Text>
      )}
      {entry.assignedTo !== undefined && (
        <Text size="sm">{w("assignedToName", { name: entry.assignedTo ?? w("nobody") })}</Text>
      )}
      {entry.comment && (
        <Text size="sm" className={classes.comment}>
          <bdi>{entry.comment}</bdi>
        </Text>
      )}
      {entry.released && entry.released.length > 0 && (
        <Text size="xs">
          {t("releasedBy", {
            by: entry.actor,
            why: (entry.released as Reason[]).map((reason) => why(reasonKey(reason))).join("; "),
          })}
        </Text>
      )}
      {entry.problems.map((problem, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no name of their own and stay in their order
        <Text key={place} size="xs" c="var(--status-error)">
          {problem.message}
        </Text>
      ))}
      <Group gap="sm">
        {entry.salesOrderId && (
          <Anchor component={Link} href={`/orders/${entry.salesOrderId}`} size="xs">
            {t("order", { no: entry.documentNo ?? entry.salesOrderId })}
          </Anchor>
        )}
        {entry.runId && (
          <Anchor component={Link} href={`/runs/${entry.runId}`} size="xs">
            {t("run", { id: entry.runId })}
          </Anchor>
        )}
      </Group>
    </Stack>
  );
}

/** A value of the history, which is text, in the reader's way. */
function useShown(currency: string | null | undefined): (member: string, value: string) => string {
  const language = useLanguage();
  const choice = useChoice();
  return (member, value) => {
    const kind = isMember(member) ? fieldOf(member).kind : undefined;
    if (kind?.as === "decimal") {
      return showDecimal(value, language, isMember(member) ? digitsOf(member, currency) : undefined);
    }
    if (kind?.as === "day") return showDay(value, language);
    if (kind?.as === "choice") return choice(value);
    return value;
  };
}
