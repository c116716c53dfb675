import { Anchor, Button, Group, Loader, Modal, Stack, Table, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { api, started, tried, type Schemas } from "../../api/client";
import { useWords } from "../../i18n";
import { LoadFailed } from "../../parts/failure";
import { partsWords } from "../../parts/words";
import { useStartRun } from "../actions";
import type { Selection } from "../candidates";
import type { Reason } from "../release-words";
import { NotStarted } from "./not-started";
import { PlannedOrders, Worth } from "./planned-orders";
import { Releases } from "./releases";
import { dialogWords } from "./words";

interface CreateOrdersProps {
  selection: Selection;
  count: number;
  onClose: () => void;
}

const REASONS = 10;
/** After so long the reader is told that it takes long, in milliseconds. */
const LONG = 2_000;

/** Tells what would become of candidates, and makes orders of them. */
export default function CreateOrdersDialog({ selection, count, onClose }: CreateOrdersProps) {
  const t = useWords(dialogWords);
  const parts = useWords(partsWords);
  const [release, setRelease] = useState<Reason[]>([]);
  const plan = useQuery({
    queryKey: ["plan-orders", selection, release],
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => {
      const params = { query: { dryRun: true } };
      const body = { selection, release };
      return tried(api.POST("/api/sales/order/candidates/process", { params, body, signal }));
    },
  });
  const start = useStartRun((wanted: Selection) => {
    const body = { selection: wanted, release };
    return started(api.POST("/api/sales/order/candidates/process", { body }));
  }, true);
  // what is begun is what is shown; the button keeps the focus although it does nothing now
  const idle = plan.isPlaceholderData || plan.data?.counts.processed === 0;
  const create = () => idle || start.mutate(selection, { onSuccess: onClose });
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t("createOrders")}
      closeButtonProps={{ "aria-label": parts("close") }}>
      <Stack gap="md">
        {plan.isPending && <Planning count={count} />}
        {plan.isError && <LoadFailed failure={plan.error} retry={() => void plan.refetch()} />}
        {plan.data && <Resulting plan={plan.data} busy={plan.isPlaceholderData} />}
        {plan.data && (
          <Releases holds={plan.data.holds} released={plan.data.released} release={release} onRelease={setRelease} />
        )}
        {plan.data && <Staying plan={plan.data} />}
        <Text size="xs" className="quiet">
          <b>{t("grouping")}:</b> {t("groupingRule")}
        </Text>
        {start.isError && <NotStarted failure={start.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {parts("cancel")}
          </Button>
          <Button
            onClick={create}
            loading={start.isPending}
            data-disabled={idle || undefined}
            aria-disabled={idle}
            data-autofocus>
            {plan.data ? t("create") : t("createBlind")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Planning({ count }: { count: number }) {
  const t = useWords(dialogWords);
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Group gap="sm" wrap="nowrap" role="status">
      <Loader size="sm" aria-hidden />
      <div>
        <Text size="sm">{t("planning", { count })}</Text>
        {long && (
          <Text size="xs" className="quiet">
            {t("planningLong")}
          </Text>
        )}
      </div>
    </Group>
  );
}

/** The orders that would result; of many the first are named. */
function Resulting({ plan, busy }: { plan: Schemas["PlannedRun"]; busy: boolean }) {
  const t = useWords(dialogWords);
  const { counts, orders, released, worth } = plan;
  // those that go only because something was released stand by their reason
  const apart = new Set(released.map(({ index }) => index));
  const plain = orders.filter((_, place) => !apart.has(place));
  const untold = Math.max(0, counts.orders - orders.length);
  return (
    <div>
      <Group justify="space-between" gap="xs" role="status" aria-busy={busy} mb={6}>
        <Text size="md" fw={600}>
          {counts.processed > 0
            ? t("becomes", { count: counts.processed, orders: t("orders", { count: counts.orders }) })
            : t("becomesNone")}
        </Text>
        <Worth worth={worth} />
      </Group>
      <PlannedOrders label={t("willResult")} orders={plain} count={plain.length + untold} height="36vh" />
    </div>
  );
}

/** What would stay, and why. */
function Staying({ plan: { counts, stays, results } }: { plan: Schemas["PlannedRun"] }) {
  const t = useWords(dialogWords);
  const staying = results.filter(({ outcome }) => outcome !== "ordered");
  const whole = staying.length >= counts.stayed + counts.failed;
  const sentences = (
    [
      [stays.error, "stayError"],
      [stays.processed, "stayProcessed"],
      [stays.inactive, "stayAside"],
      [stays.held, "stayHeld"],
    ] as const
  ).filter(([count]) => count > 0);
  if (sentences.length === 0) return null;
  return (
    <div role="status">
      {sentences.map(([count, key]) => (
        <Text key={key} size="sm">
          {t(key, { count })}
        </Text>
      ))}
      <Reasons results={staying} all={whole ? 0 : stays.error + stays.held} />
    </div>
  );
}

/** The first of those that stay, each with the service's own words for it; `all` where not all of them were told. */
function Reasons({ results, all }: { results: Schemas["PlannedRunResult"][]; all: number }) {
  const t = useWords(dialogWords);
  const parts = useWords(partsWords);
  const reasons = results
    .map((result) => ({ id: result.candidateId, words: reasonOf(result) }))
    .filter(({ words }) => words);
  if (reasons.length === 0) return null;
  const more = Math.max(reasons.length, all) - REASONS;
  return (
    <Table mt="xs" verticalSpacing={2} aria-label={t("why")}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={110}>{t("candidate")}</Table.Th>
          <Table.Th>{t("reason")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {reasons.slice(0, REASONS).map(({ id, words }) => (
          <Table.Tr key={id}>
            <Table.Td>
              <Anchor component={Link} href={`/candidates/${id}`} size="sm">
                {id}
              </Anchor>
            </Table.Td>
            <Table.Td>{words}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      {more > 0 && <Table.Caption>{parts("andMore", { count: more })}</Table.Caption>}
    </Table>
  );
}

function reasonOf({ holdMessage, problems }: Schemas["PlannedRunResult"]): string {
  return holdMessage ?? (problems ?? []).map(({ message }) => message).join(" ");
}
