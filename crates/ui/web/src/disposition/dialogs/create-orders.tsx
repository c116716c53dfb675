import { Group, Loader, Modal, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, unwrapRun, unwrapPlan, type Schemas } from "../../api/client";
import { useMessages } from "../../i18n";
import { ConfirmFoot } from "../../parts/dialog-foot";
import { LoadFailed } from "../../parts/failure";
import { partsMessages } from "../../parts/messages";
import { useStartRun } from "../actions";
import type { Selection } from "../candidate";
import { holdMessages, type Reason } from "../release-messages";
import { NotStarted } from "./not-started";
import { PlannedOrders, Worth } from "./planned-orders";
import { Releases } from "./releases";
import { SkippedLines } from "./skipped-lines";
import { SkippedOrders } from "./skipped-orders";
import { dialogMessages } from "./messages";

interface CreateOrdersProps {
  selection: Selection;
  count: number;
  /** Holds that are released unless the user deselects them. */
  release?: Reason[];
  onClose: () => void;
}

/** Delay before the dialog reports a slow plan, in milliseconds. */
const LONG = 2_000;

/** Previews and creates orders. */
export default function CreateOrdersDialog({ selection, count, release: initial = [], onClose }: CreateOrdersProps) {
  const t = useMessages(dialogMessages);
  const tParts = useMessages(partsMessages);
  const [release, setRelease] = useState<Reason[]>(initial);
  const plan = useQuery({
    queryKey: ["plan-orders", selection, release],
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => {
      const params = { query: { dryRun: true } };
      const body = { selection, release };
      return unwrapPlan(api.POST("/api/sales/order/candidates/process", { params, body, signal }));
    },
  });
  const start = useStartRun((wanted: Selection) => {
    const body = { selection: wanted, release };
    return unwrapRun(api.POST("/api/sales/order/candidates/process", { body }));
  }, true);
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t("createOrders")}
      closeButtonProps={{ "aria-label": tParts("close") }}>
      <Stack gap="md">
        {plan.isPending && <Planning count={count} />}
        {plan.isError && <LoadFailed failure={plan.error} retry={() => void plan.refetch()} />}
        {plan.data && <Resulting plan={plan.data} busy={plan.isPlaceholderData} />}
        {plan.data && (
          <Releases holds={plan.data.holds} released={plan.data.released} release={release} onRelease={setRelease} />
        )}
        {plan.data && <SkippedSummary plan={plan.data} />}
        {plan.data && <SkippedOrders orders={plan.data.excluded} count={plan.data.excludedOrders} />}
        <Text size="xs" className="quiet">
          <b>{t("grouping")}:</b> {t("groupingRule")}
        </Text>
        {start.isError && <NotStarted failure={start.error} />}
        <ConfirmFoot
          submit={t("create")}
          previewed={plan.data !== undefined}
          idle={plan.isPlaceholderData || plan.data?.counts.processed === 0}
          busy={start.isPending}
          onClose={onClose}
          onSubmit={() => start.mutate(selection, { onSuccess: onClose })}
        />
      </Stack>
    </Modal>
  );
}

function Planning({ count }: { count: number }) {
  const t = useMessages(dialogMessages);
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

/** First resulting orders. */
function Resulting({ plan, busy }: { plan: Schemas["PlannedRun"]; busy: boolean }) {
  const t = useMessages(dialogMessages);
  const { counts, orders, released, worth } = plan;
  // orders that need a release are listed with it
  const apart = new Set(released.map(({ index }) => index));
  const plain = orders.filter((_, place) => !apart.has(place));
  const unlisted = Math.max(0, counts.orders - orders.length);
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
      {counts.added > 0 && (
        <Text size="sm" mb={6}>
          {t("added", { count: counts.added })}
        </Text>
      )}
      <PlannedOrders label={t("willResult")} orders={plain} count={plain.length + unlisted} height="36vh" />
    </div>
  );
}

/** Skipped lines with reasons. */
function SkippedSummary({ plan: { counts, stays, results, holds } }: { plan: Schemas["PlannedRun"] }) {
  const t = useMessages(dialogMessages);
  const tHold = useMessages(holdMessages);
  // waiting lines are resumed, not released
  const waiting = holds.find(({ hold }) => hold === "waiting");
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
      {waiting && <Text size="sm">{t("waits", { count: waiting.candidates, why: tHold("waiting") })}</Text>}
      <SkippedLines results={staying} all={whole ? 0 : stays.error + stays.held} />
    </div>
  );
}
