import { Anchor, Button, Group, Loader, Modal, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { api, told, toldWhole, type Schemas } from "../../api/client";
import type { Run } from "../../api/events";
import { useWords } from "../../i18n";
import { LoadFailed } from "../../parts/failure";
import { partsWords } from "../../parts/words";
import { useStartRun } from "../actions";
import type { Selection } from "../candidates";
import { dialogWords } from "./words";

interface CreateOrdersProps {
  selection: Selection;
  count: number;
  onClose: () => void;
}

/** What a dry run tells. */
interface Planned {
  counts: Schemas["RunCounts"];
  results: Schemas["RunResult"][];
}

/** A dry run tells reasons of the first so many. */
const MOST_TOLD = 10_000;
const REASONS = 10;
/** After so long the reader is told that it takes long, in milliseconds. */
const LONG = 2_000;

/** Tells what would become of candidates, and makes orders of them. */
export default function CreateOrdersDialog({ selection, count, onClose }: CreateOrdersProps) {
  const t = useWords(dialogWords);
  const parts = useWords(partsWords);
  const plan = useQuery({
    queryKey: ["plan-orders", selection],
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => {
      const params = { query: { dryRun: true } };
      const told_ = await told(api.POST("/api/sales/order/candidates/process", { params, body: { selection }, signal }));
      return told_ as unknown as Planned;
    },
  });
  const start = useStartRun(async (wanted: Selection) => {
    const answer = await toldWhole(api.POST("/api/sales/order/candidates/process", { body: { selection: wanted } }));
    return answer.data as Run;
  });
  const create = () => start.mutate(selection, { onSuccess: onClose });
  const hopeless = plan.data?.counts.processed === 0;
  return (
    <Modal opened onClose={onClose} size="lg" title={t("createOrders")} closeButtonProps={{ "aria-label": parts("close") }}>
      <Stack gap="md">
        {plan.isPending && <Planning count={count} />}
        {plan.isError && <LoadFailed failure={plan.error} retry={() => void plan.refetch()} />}
        {plan.data && <PlanTold plan={plan.data} />}
        <Text size="xs" className="quiet"><b>{t("grouping")}:</b> {t("groupingRule")}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>{parts("cancel")}</Button>
          <Button onClick={create} loading={start.isPending} disabled={hopeless} data-autofocus>
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
        {long && <Text size="xs" className="quiet">{t("planningLong")}</Text>}
      </div>
    </Group>
  );
}

/** What would become of them, and what would stay and why. */
function PlanTold({ plan }: { plan: Planned }) {
  const t = useWords(dialogWords);
  const { counts, results } = plan;
  const staying = results.filter(({ outcome }) => outcome !== "ordered");
  const have = (test: (result: Schemas["RunResult"]) => boolean) => staying.filter(test).length;
  const sentences = [
    [have(({ outcome, status }) => outcome === "failed" || status === "error"), "stayError"],
    [have(({ status }) => status === "processed"), "stayProcessed"],
    [have(({ status }) => status === "inactive"), "stayAside"],
    [have(({ outcome }) => outcome === "held"), "stayHeld"],
  ] as const;
  const whole = counts.selected <= MOST_TOLD;
  const stays = counts.stayed + counts.failed;
  return (
    <div role="status">
      <Text size="md" fw={600}>
        {counts.processed > 0
          ? t("becomes", { count: counts.processed, orders: t("orders", { count: counts.orders }) })
          : t("becomesNone")}
      </Text>
      {whole
        ? sentences.filter(([count]) => count > 0).map(([count, key]) => <Text key={key} size="sm">{t(key, { count })}</Text>)
        : stays > 0 && <Text size="sm">{t("stay", { count: stays })}</Text>}
      {!whole && <Text size="xs" className="quiet">{t("firstOnly", { count: MOST_TOLD })}</Text>}
      <Reasons results={staying} />
    </div>
  );
}

/** The first of those that stay, each with the service's own words for it. */
function Reasons({ results }: { results: Schemas["RunResult"][] }) {
  const t = useWords(dialogWords);
  const parts = useWords(partsWords);
  const reasons = results.map((result) => ({ id: result.candidateId, words: reasonOf(result) })).filter(({ words }) => words);
  if (reasons.length === 0) return null;
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
            <Table.Td><Anchor component={Link} href={`/candidates/${id}`} size="sm">{id}</Anchor></Table.Td>
            <Table.Td>{words}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      {reasons.length > REASONS && (
        <Table.Caption>{parts("andMore", { count: reasons.length - REASONS })}</Table.Caption>
      )}
    </Table>
  );
}

function reasonOf({ holdMessage, problems }: Schemas["RunResult"]): string {
  return holdMessage ?? (problems ?? []).map(({ message }) => message).join(" ");
}
