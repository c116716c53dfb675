import { Anchor, Box, Button, Group, Loader, Stack, Text, Timeline } from "@mantine/core";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { Link } from "wouter";
import { api, unwrap, type Schemas } from "../../api/client";
import { useLanguage, useMessages } from "../../i18n";
import { withUnitNames } from "../../parts/unit-names";
import { actorText } from "../../parts/common-names";
import { CommentBox } from "../../parts/comment-box";
import { LoadFailed } from "../../parts/failure";
import { StatusText } from "../../parts/status";
import { InstantText } from "../../parts/values";
import { partsMessages } from "../../parts/messages";
import { showDay } from "../../values/day";
import { showDecimal } from "../../values/decimal";
import { useMay } from "../../session/session";
import { attentionMessages } from "../attention/messages";
import type { Candidate } from "../candidate";
import { candidateQuery } from "../candidates";
import { memberMessages } from "../members";
import { reasonKey, releaseMessages, type Reason } from "../release-messages";
import { useChoice } from "./choice";
import { fieldOf, isMember } from "../fields";
import { currencyOf, digitsOf } from "../values";
import { panelMessages } from "./messages";
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
/** Events of assignment and waiting. */
const ATTENTION = ["waiting", "takenUp", "assigned", "commented"] as const;

interface HistoryProps {
  candidate: Candidate;
  /** Focus the comment box. */
  commenting: boolean;
  onComment: (wanted: boolean) => void;
}

export function HistoryTab({ candidate, commenting, onComment }: HistoryProps) {
  const mayWrite = useMay("candidates:write");
  const onTaken = useCallback(() => onComment(false), [onComment]);
  const tParts = useMessages(partsMessages);
  const id = candidate.id;
  const history = useInfiniteQuery({
    queryKey: [...candidateQuery(id).queryKey, "history", candidate.version],
    queryFn: ({ pageParam: after, signal }) => {
      const query = { sort: "-at" as const, ...(after && { after }) };
      return unwrap(api.GET("/api/sales/order/candidates/{id}/history", { params: { path: { id }, query }, signal }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  });
  if (history.isPending) return <Loader size="sm" m="md" aria-label={tParts("loading")} />;
  if (history.isError) return <LoadFailed failure={history.error} retry={() => void history.refetch()} />;
  const newestFirst = history.data.pages.flatMap(({ items }) => items);
  const send = async (text: string) => {
    const body = { text };
    await unwrap(api.POST("/api/sales/order/candidates/{id}/comments", { params: { path: { id } }, body }));
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
          {tParts("showOlder")}
        </Button>
      )}
    </>
  );
}

function Heading({ entry }: { entry: Entry }) {
  const t = useMessages(panelMessages);
  const language = useLanguage();
  const tAttention = useMessages(attentionMessages);
  const attended = ATTENTION.find((event) => event === entry.event);
  const before = entry.statusBefore && entry.statusBefore !== entry.status ? entry.statusBefore : undefined;
  return (
    <Group gap={8} wrap="wrap" fz="sm">
      <Text size="sm" fw={600}>
        {attended ? tAttention(`event_${attended}`) : t(`event_${entry.event as Event}`)}
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
  currency: string | null | undefined;
}

function What({ entry, currency }: WhatProps) {
  const t = useMessages(panelMessages);
  const tRelease = useMessages(releaseMessages);
  const tMember = useMessages(memberMessages);
  const tAttention = useMessages(attentionMessages);
  const language = useLanguage();
  // others read only imports of their organisations and their own requests
  const readsAll = useMay("admin");
  const shown = useShown(currency);
  const changes = Object.entries(entry.changes);
  return (
    <Stack gap={4} className={classes.what}>
      {changes.map(([member, change]) => (
        <div key={member} className={classes.change}>
          <span className="quiet">{isMember(member) ? tMember(member) : member}</span>
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
            tAttention("waitEnded")
          ) : (
            <>
              {tAttention("waitingUntil")} <b>{showDay(entry.waitingUntil, language)}</b>
            </>
          )}
        </Text>
      )}
      {entry.assignedTo !== undefined && (
        <Text size="sm">{tAttention("assignedToName", { name: entry.assignedTo ?? tAttention("nobody") })}</Text>
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
            why: (entry.released as Reason[]).map((reason) => tRelease(reasonKey(reason))).join("; "),
          })}
        </Text>
      )}
      {entry.problems.map((problem, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no id and a fixed order
        <Text key={index} size="xs" c="var(--status-error)">
          {withUnitNames(problem.message, problem.params, language)}
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
        {entry.requestId && (entry.event === "imported" || readsAll) && (
          <Anchor component={Link} href={`/requests/${entry.requestId}`} size="xs">
            {t("toRequest", { id: entry.requestId })}
          </Anchor>
        )}
      </Group>
    </Stack>
  );
}

/** Formats a value of the history, which is text. */
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
