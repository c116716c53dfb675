// Progress and result of a run.
import { Alert, Anchor, Button, CloseButton, Group, Loader, Progress, Stack, Text } from "@mantine/core";
import { skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { PackagePlus, Undo2 } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { api, ApiError, unwrap } from "../api/client";
import { isOver, type Run } from "../api/events";
import { useMessages } from "../i18n";
import { CHORDS, SHORTCUTS } from "../keys/chords";
import { useKeys } from "../keys/keys";
import { FailureText, LoadFailed } from "../parts/failure";
import { Toned } from "../parts/status";
import { partsMessages } from "../parts/messages";
import { useMay } from "../session/session";
import { useRunOfUrl } from "./run-of-url";
import { runSummary } from "./run-summary";
import { runMessages } from "./run-messages";
import { askUndo, isUndoable, useMayUndo } from "./undo";
import classes from "./progress.module.css";

const CreateOrdersDialog = lazy(() => import("../disposition/dialogs/create-orders"));

/** Polling interval while the event stream is down, in milliseconds. */
const LOOK_AGAIN = 3_000;

/** Returns the current state of a run. */
export function useRun(id: number | undefined) {
  return useQuery({
    queryKey: ["run", id],
    queryFn:
      id === undefined
        ? skipToken
        : ({ signal }) => unwrap(api.GET("/api/process-runs/{id}", { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : LOOK_AGAIN),
    // survive a restart of the server
    retry: (_failures, failure) => !(failure instanceof ApiError && failure.status < 500),
    retryDelay: 1_000,
  });
}

interface RunOfUrlProps {
  /** Heading of shortcuts, if one creates orders of the results. */
  keysOf?: string;
}

/** Progress bar of the run in the URL. */
export function RunOfUrl({ keysOf }: RunOfUrlProps) {
  const t = useMessages(runMessages);
  const tParts = useMessages(partsMessages);
  const [id, setRun] = useRunOfUrl();
  const { data: run } = useRun(id);
  if (id === undefined) return null;
  return (
    <section className={classes.bar} aria-label={run ? t(`kind_${run.kind as "process"}`) : t("run", { id })}>
      <div className={classes.progress}>
        <RunProgress key={id} id={id} keysOf={keysOf} />
      </div>
      <CloseButton aria-label={tParts("close")} onClick={() => setRun(undefined)} />
    </section>
  );
}

export function RunProgress({ id, keysOf }: { id: number } & RunOfUrlProps) {
  const t = useMessages(runMessages);
  const tParts = useMessages(partsMessages);
  const run = useRun(id);
  useRefreshAtEnd(run.data);
  if (run.error instanceof ApiError && run.error.status === 404) return <Alert color="gray">{t("gone", { id })}</Alert>;
  if (run.isError && !run.data) return <LoadFailed failure={run.error} retry={() => void run.refetch()} />;
  if (!run.data) return <Loader size="sm" aria-label={tParts("loading")} />;
  const lost = run.failureCount > 0;
  if (isOver(run.data)) return <Outcome run={run.data} keysOf={keysOf} />;
  return <AtWork run={run.data} lost={lost} />;
}

/** Invalidates candidates and orders at the end. */
function useRefreshAtEnd(run: Run | undefined) {
  const queryClient = useQueryClient();
  const worked = useRef(false);
  useEffect(() => {
    if (!run) return;
    if (isOver(run) && worked.current) {
      for (const queryKey of [["candidates"], ["orders"], ["runs"]]) void queryClient.invalidateQueries({ queryKey });
    }
    worked.current = !isOver(run);
  }, [run, queryClient]);
}

interface AtWorkProps {
  run: Run;
  lost: boolean;
}

function AtWork({ run, lost }: AtWorkProps) {
  const t = useMessages(runMessages);
  const queryClient = useQueryClient();
  const mayStop = useMay("process:run");
  const stop = useMutation({
    mutationFn: () => unwrap(api.POST("/api/process-runs/{id}/stop", { params: { path: { id: run.id } } })),
    onSuccess: (after) => queryClient.setQueryData(["run", run.id], after),
  });
  const { selected: done, failed } = run.counts;
  const total = run.total;
  const stopping = run.stopRequested || stop.isPending;
  const left = useTimeLeft(run);
  const words = [
    total > 0 ? t("ofTotal", { done, total }) : t("done", { done }),
    failed > 0 && t("failed", { count: failed }),
    stopping ? t("stopping") : run.state === "queued" ? t("state_queued") : left,
  ];
  return (
    <Stack gap="xs">
      <Progress
        value={total > 0 ? (done / total) * 100 : 100}
        animated={total === 0 || run.state === "queued"}
        size="lg"
        aria-label={t("progress", { id: run.id })}
      />
      <Text size="sm" aria-live="polite">
        {words.filter(Boolean).join(" · ")}
      </Text>
      {lost && (
        <Text size="sm" c="var(--status-error)" role="status">
          {t("lost")}
        </Text>
      )}
      {stop.isError && (
        <Text size="sm" c="var(--status-error)" role="alert">
          <FailureText failure={stop.error} />
        </Text>
      )}
      {mayStop && (
        <Group justify="flex-end">
          <Button variant="default" disabled={stopping} onClick={() => stop.mutate()}>
            {t("stop")}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** Returns the estimated remaining time. */
function useTimeLeft(run: Run): string | undefined {
  const t = useMessages(runMessages);
  const [now, setNow] = useState(Date.now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read the clock on every update
  useEffect(() => setNow(Date.now()), [run]);
  const total = run.total;
  const { selected: done } = run.counts;
  if (!run.startedAt || done === 0 || total <= done) return undefined;
  const seconds = (((now - Date.parse(run.startedAt)) / 1_000) * (total - done)) / done;
  return seconds < 100
    ? t("secondsLeft", { count: Math.max(1, Math.round(seconds)) })
    : t("minutesLeft", { count: Math.round(seconds / 60) });
}

function Outcome({ run, keysOf }: { run: Run } & RunOfUrlProps) {
  const t = useMessages(runMessages);
  const tParts = useMessages(partsMessages);
  const mayUndo = useMayUndo();
  const { id, kind, state, counts, undoneBy } = run;
  const left = run.total - counts.selected;
  const tone = state === "failed" ? "error" : state === "stopped" || counts.failed > 0 ? "inactive" : "processed";
  const filtered = (outcome: string) => `/candidates?${new URLSearchParams({ runId: String(id), outcome }).toString()}`;
  const link = (href: string, words: string) => (
    <Anchor component={Link} href={href} size="sm">
      {words}
    </Anchor>
  );
  return (
    <Group gap="sm" role="status">
      <Toned tone={tone}>{t(`state_${state as "done"}`)}</Toned>
      <Text size="sm">{runSummary(t, run).join(" ")}</Text>
      {state !== "done" && left > 0 && <Text size="sm">{t("notAll", { left })}</Text>}
      {kind === "process" && counts.orders > 0 && link(`/orders?runId=${id}`, t("showOrders"))}
      {counts.failed > 0 && link(filtered("failed"), t(kind === "undo" ? "showLeft" : "showFailed"))}
      {link(`/runs/${id}`, t("showRun"))}
      {undoneBy !== undefined && link(`/runs/${undoneBy}`, t("undone"))}
      <OrdersOfRun run={run} keysOf={keysOf} />
      {isUndoable(run) && mayUndo(run) && (
        <Button variant="default" leftSection={<Undo2 size={14} aria-hidden />} onClick={() => askUndo(run.id)}>
          {tParts("undo")}…
        </Button>
      )}
    </Group>
  );
}

/** Button that creates orders of fixed lines. */
function OrdersOfRun({ run, keysOf }: { run: Run } & RunOfUrlProps) {
  const t = useMessages(runMessages);
  const [isAsking, ask] = useState(false);
  const mayRun = useMay("process:run");
  const mends = run.kind === "edit" || run.kind === "revalidate";
  const offered = mayRun && mends && run.counts.processed > 0 && run.undoneBy === undefined;
  const key = {
    press: "$mod+Enter",
    shown: CHORDS.createOrders,
    label: t("createOrders"),
    // dialogs handle the same key
    run: () => document.querySelector("[aria-modal=true]") ?? ask(true),
    offered: true,
  };
  useKeys({ heading: keysOf ?? "", keys: offered && keysOf ? [key] : [] });
  if (!offered) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<PackagePlus size={14} aria-hidden />}
        aria-keyshortcuts={keysOf && SHORTCUTS.createOrders}
        onClick={() => ask(true)}>
        {t("createOrders")}
      </Button>
      <Suspense>
        {isAsking && (
          <CreateOrdersDialog
            selection={{ filter: { runId: run.id, status: ["new"] } }}
            count={run.counts.processed}
            onClose={() => ask(false)}
          />
        )}
      </Suspense>
    </>
  );
}
