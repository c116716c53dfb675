// How a run goes on, told by the service as it happens, and what became of it.
import { Alert, Anchor, Button, Group, Loader, Modal, Progress, Stack, Text } from "@mantine/core";
import { skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "wouter";
import { api, Refusal, told } from "../api/client";
import { isOver, type Run } from "../api/events";
import { useWords } from "../i18n";
import { FailureText, LoadFailed } from "../parts/failure";
import { partsWords } from "../parts/words";
import { useMay } from "../session/session";
import { runSummary } from "./run-summary";
import { runWords } from "./run-words";
import classes from "./progress.module.css";

/** The stream of events tells sooner; this is for when it is cut, in milliseconds. */
const LOOK_AGAIN = 3_000;

/** A run as it is now; the service tells how it goes on. */
export function useRun(id: number | undefined) {
  return useQuery({
    queryKey: ["run", id],
    queryFn:
      id === undefined
        ? skipToken
        : ({ signal }) => told(api.GET("/api/process-runs/{id}", { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : LOOK_AGAIN),
    // a server that is being started again is found again
    retry: (_failures, failure) => !(failure instanceof Refusal && failure.status < 500),
    retryDelay: 1_000,
  });
}

/** The run of the page's address, which survives a reload. */
export function useRunOfUrl(): [number | undefined, (run: number | undefined) => void] {
  const [search, setSearch] = useSearchParams();
  const run = Number(search.get("run")) || undefined;
  const setRun = (to: number | undefined) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (to === undefined) after.delete("run");
        else after.set("run", String(to));
        return after;
      },
      { replace: true },
    );
  return [run, setRun];
}

/** Shows the run of the page's address over the page. */
export function RunOfUrl() {
  const t = useWords(runWords);
  const parts = useWords(partsWords);
  const [id, setRun] = useRunOfUrl();
  const { data: run } = useRun(id);
  const title = run ? t(`kind_${run.kind as "process"}`) : "";
  const close = () => setRun(undefined);
  const over = run !== undefined && isOver(run);
  return (
    <Modal opened={id !== undefined} onClose={close} title={title} closeButtonProps={{ "aria-label": parts("close") }}>
      {id !== undefined && <RunProgress id={id} onLeave={close} />}
      {over && (
        <Group justify="flex-end" mt="md">
          <Button onClick={close} data-autofocus>
            {parts("close")}
          </Button>
        </Group>
      )}
    </Modal>
  );
}

export function RunProgress({ id, onLeave }: { id: number; onLeave?: () => void }) {
  const t = useWords(runWords);
  const parts = useWords(partsWords);
  const run = useRun(id);
  useRefreshAtEnd(run.data);
  if (run.error instanceof Refusal && run.error.status === 404) return <Alert color="gray">{t("gone", { id })}</Alert>;
  if (run.isError && !run.data) return <LoadFailed failure={run.error} retry={() => void run.refetch()} />;
  if (!run.data) return <Loader size="sm" aria-label={parts("loading")} />;
  const lost = run.failureCount > 0;
  if (isOver(run.data)) return <Outcome run={run.data} onLeave={onLeave} />;
  return <AtWork run={run.data} lost={lost} onLeave={onLeave} />;
}

/** What shows candidates or orders is asked for again when the run is over. */
function useRefreshAtEnd(run: Run | undefined) {
  const queries = useQueryClient();
  const worked = useRef(false);
  useEffect(() => {
    if (!run) return;
    if (isOver(run) && worked.current) {
      for (const queryKey of [["candidates"], ["orders"], ["runs"]]) void queries.invalidateQueries({ queryKey });
    }
    worked.current = !isOver(run);
  }, [run, queries]);
}

interface AtWorkProps {
  run: Run;
  lost: boolean;
  onLeave: (() => void) | undefined;
}

function AtWork({ run, lost, onLeave }: AtWorkProps) {
  const t = useWords(runWords);
  const queries = useQueryClient();
  const mayStop = useMay("process:run");
  const stop = useMutation({
    mutationFn: () => told(api.POST("/api/process-runs/{id}/stop", { params: { path: { id: run.id } } })),
    onSuccess: (after) => queries.setQueryData(["run", run.id], after),
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
      <Group justify="flex-end">
        {onLeave && (
          <Button variant="subtle" onClick={onLeave}>
            {t("background")}
          </Button>
        )}
        {mayStop && (
          <Button variant="default" disabled={stopping} onClick={() => stop.mutate()}>
            {t("stop")}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** How long it still takes if it goes on as since it began. */
function useTimeLeft(run: Run): string | undefined {
  const t = useWords(runWords);
  const [now, setNow] = useState(Date.now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock is read whenever the run was told anew
  useEffect(() => setNow(Date.now()), [run]);
  const total = run.total;
  const { selected: done } = run.counts;
  if (!run.startedAt || done === 0 || total <= done) return undefined;
  const seconds = (((now - Date.parse(run.startedAt)) / 1_000) * (total - done)) / done;
  return seconds < 100
    ? t("secondsLeft", { count: Math.max(1, Math.round(seconds)) })
    : t("minutesLeft", { count: Math.round(seconds / 60) });
}

function Outcome({ run, onLeave }: { run: Run; onLeave: (() => void) | undefined }) {
  const t = useWords(runWords);
  const { id, kind, state, counts } = run;
  const left = run.total - counts.selected;
  const color = state === "failed" ? "red" : state === "stopped" || counts.failed > 0 ? "yellow" : "green";
  const filtered = (outcome: string) => `/candidates?${new URLSearchParams({ runId: String(id), outcome }).toString()}`;
  const link = (href: string, words: string) => (
    <Anchor component={Link} href={href} size="sm" onClick={onLeave}>
      {words}
    </Anchor>
  );
  return (
    <Alert
      variant="outline"
      color={color}
      title={t(`state_${state as "done"}`)}
      role="status"
      classNames={{ label: classes.state ?? "" }}>
      <Stack gap={4}>
        {runSummary(t, run).map((sentence) => (
          <Text key={sentence} size="sm">
            {sentence}
          </Text>
        ))}
        {state !== "done" && left > 0 && <Text size="sm">{t("notAll", { left })}</Text>}
        <Group gap="md" mt={4}>
          {kind === "process" && counts.orders > 0 && link(`/orders?runId=${id}`, t("showOrders"))}
          {counts.failed > 0 && link(filtered("failed"), t("showFailed"))}
          {link(`/runs/${id}`, t("showRun"))}
        </Group>
      </Stack>
    </Alert>
  );
}
