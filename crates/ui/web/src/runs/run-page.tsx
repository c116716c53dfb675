import { Anchor, Button, Group, Loader, SegmentedControl, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCcw, Undo2 } from "lucide-react";
import { Link, useLocation, useParams } from "wouter";
import { api, ApiError, unwrapRun } from "../api/client";
import { isOver, type Run } from "../api/events";
import { reasonKey, releaseMessages, type Reason } from "../disposition/release-messages";
import { useUndoKey } from "../disposition/undo";
import { useMessages } from "../i18n";
import { useKeys } from "../keys/keys";
import { Empty } from "../parts/empty";
import { LoadFailed, useFailureText } from "../parts/failure";
import { Page } from "../parts/page";
import { useQueryString } from "../parts/query-string";
import { useRefresh } from "../parts/refresh";
import { RowTable, type Column } from "../parts/row-table";
import { InstantText } from "../parts/values";
import { partsMessages } from "../parts/messages";
import { useMay } from "../session/session";
import { RunOfUrl, RunProgress, useRun } from "./progress";
import { Duration, RunState, Stated } from "./run-state";
import { runSummary } from "./run-summary";
import { runMessages } from "./run-messages";
import { resultsQuery, RUNS, type Outcome, type RunResult } from "./runs";
import classes from "./runs.module.css";
import { askUndo, isUndoable, useMayUndo } from "./undo";
import { undoRunMessages } from "./undo-messages";
import { runPageMessages, schedulerMessages } from "./messages";

export default function RunPage() {
  const { id = "" } = useParams();
  const t = useMessages(runPageMessages);
  const tParts = useMessages(partsMessages);
  const run = useRun(Number(id));
  useRefresh(RUNS);
  const title = t("title", { id });
  useUndoKey(title);
  if (run.data) return <RunView run={run.data} />;
  return (
    <Page title={title}>
      {!run.isError && <Loader size="sm" aria-label={tParts("loading")} />}
      {run.isError &&
        (run.error instanceof ApiError && run.error.status < 500 && run.error.status !== 429 ? (
          <Text>
            {t("notFound")}{" "}
            <Anchor component={Link} href="/scheduler">
              {t("toScheduler")}
            </Anchor>
          </Text>
        ) : (
          <LoadFailed failure={run.error} retry={() => void run.refetch()} />
        ))}
    </Page>
  );
}

function RunView({ run }: { run: Run }) {
  const t = useMessages(runPageMessages);
  return (
    <Page
      title={t("title", { id: run.id })}
      fill
      beside={<RunState state={run.state} />}
      actions={<Actions run={run} />}>
      <RunOfUrl />
      <Facts run={run} />
      {isOver(run) ? <Summary run={run} /> : <RunProgress id={run.id} />}
      <Results run={run} />
    </Page>
  );
}

function Facts({ run }: { run: Run }) {
  const t = useMessages(runPageMessages);
  const tScheduler = useMessages(schedulerMessages);
  const tRun = useMessages(runMessages);
  const tUndoRun = useMessages(undoRunMessages);
  const tRelease = useMessages(releaseMessages);
  const released = run.release?.map((reason) => tRelease(reasonKey(reason as Reason))).join(", ");
  // biome-ignore-start lint/correctness/useJsxKeyInIterable: pairs, not a list of elements
  const facts: [string, React.ReactNode][] = [
    [tScheduler("kind"), tRun(`kind_${run.kind as "process"}`)],
    [tScheduler("trigger"), tScheduler(`trigger_${run.trigger as "schedule"}`)],
    [tScheduler("actor"), run.actor],
    [tScheduler("queued"), <InstantText instant={run.queuedAt} seconds />],
    [tScheduler("started"), <InstantText instant={run.startedAt} seconds />],
    [tScheduler("finished"), <InstantText instant={run.finishedAt} seconds />],
    [tScheduler("duration"), <Duration run={run} />],
    ...(released ? [[t("released"), released] as [string, React.ReactNode]] : []),
    ...(run.undoes ? [[tUndoRun("undoes"), <RunLink id={run.undoes} />] as [string, React.ReactNode]] : []),
    ...(run.undoneBy ? [[tUndoRun("undoneBy"), <RunLink id={run.undoneBy} />] as [string, React.ReactNode]] : []),
  ];
  // biome-ignore-end lint/correctness/useJsxKeyInIterable: pairs, not a list of elements
  return (
    <dl className={classes.facts} aria-label={t("facts")}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function RunLink({ id }: { id: number }) {
  const t = useMessages(undoRunMessages);
  return (
    <Anchor size="sm" underline="hover" component={Link} href={`/runs/${id}`}>
      {t("run", { id })}
    </Anchor>
  );
}

function Summary({ run }: { run: Run }) {
  const t = useMessages(runPageMessages);
  const tRun = useMessages(runMessages);
  return (
    <Text size="sm" role="status" component="div">
      {runSummary(tRun, run).join(" ")}{" "}
      {run.kind === "process" && run.counts.orders > 0 && (
        <>
          <Anchor size="sm" component={Link} href={`/orders?runId=${run.id}`}>
            {t("showOrders")}
          </Anchor>
          {" · "}
        </>
      )}
      <Anchor size="sm" component={Link} href={`/candidates?runId=${run.id}`}>
        {t("showCandidates")}
      </Anchor>
    </Text>
  );
}

/** Maximum wait for the revalidation, in seconds. */
const PATIENCE = 120;

async function runAgain({ id, kind }: Run): Promise<Run> {
  const body = { selection: { filter: { runId: id, outcome: "failed" as const } } };
  const params = { header: { Prefer: `wait=${PATIENCE}` } };
  // failed lines have an error, so runs skip them until revalidated
  const validated = await unwrapRun(api.POST("/api/sales/order/candidates/revalidate", { body, params }));
  if (kind === "revalidate" || !isOver(validated)) return validated;
  return unwrapRun(api.POST("/api/sales/order/candidates/process", { body }));
}

function Actions({ run }: { run: Run }) {
  return (
    <Group gap="xs">
      <Undo run={run} />
      <Again run={run} />
    </Group>
  );
}

function Undo({ run }: { run: Run }) {
  const t = useMessages(undoRunMessages);
  const tParts = useMessages(partsMessages);
  const may = useMayUndo()(run) && isUndoable(run);
  const ask = () => askUndo(run.id);
  useKeys({
    heading: t("run", { id: run.id }),
    keys: may ? [{ press: "u", label: t("key"), run: ask, offered: true }] : [],
  });
  if (!may) return null;
  return (
    <Button variant="default" leftSection={<Undo2 size={14} aria-hidden />} onClick={ask} aria-keyshortcuts="u">
      {tParts("undo")}…
    </Button>
  );
}

/** Starts the run again for failed lines. */
function Again({ run }: { run: Run }) {
  const t = useMessages(runPageMessages);
  const mayRun = useMay("process:run");
  const failureText = useFailureText();
  const queryClient = useQueryClient();
  const [, go] = useLocation();
  const start = useMutation({
    mutationFn: () => runAgain(run),
    onSuccess: (started) => {
      void queryClient.invalidateQueries({ queryKey: RUNS });
      go(`/runs/${started.id}`);
    },
    onError: (failure) => notifications.show({ message: failureText(failure), color: "red", autoClose: false }),
  });
  // runs do not store the changes of an edit
  if (!mayRun || !isOver(run) || run.counts.failed === 0 || run.kind === "edit" || run.kind === "undo") return null;
  return (
    <Button leftSection={<RotateCcw size={14} aria-hidden />} loading={start.isPending} onClick={() => start.mutate()}>
      {t("again")}
    </Button>
  );
}

const OUTCOMES: Record<string, Outcome[]> = {
  process: ["ordered", "held", "failed", "passed"],
  revalidate: ["held", "failed", "passed"],
  edit: ["changed", "unchanged", "failed"],
  undo: ["changed", "failed"],
};

function Results({ run }: { run: Run }) {
  const t = useMessages(runPageMessages);
  const tParts = useMessages(partsMessages);
  const tScheduler = useMessages(schedulerMessages);
  const [{ outcome }, change] = useQueryString("outcome");
  const columns = useResultColumns();
  const results = useInfiniteQuery(resultsQuery(run.id, outcome as Outcome | undefined));
  const rows = results.data?.pages.flatMap(({ items }) => items);
  return (
    <>
      <div className={classes.scheduleHead}>
        <Title order={2}>{t("results")}</Title>
        <SegmentedControl
          aria-label={t("outcome")}
          size="xs"
          value={outcome ?? ""}
          onChange={(to) => change({ outcome: to })}
          data={["", ...(OUTCOMES[run.kind] ?? [])].map((value) => ({
            value,
            label: t(`outcome_${(value || "all") as Outcome | "all"}`),
          }))}
        />
      </div>
      {results.isError && !rows && <LoadFailed failure={results.error} retry={() => void results.refetch()} />}
      {!rows && !results.isError && <Loader size="sm" aria-label={tParts("loading")} />}
      {rows?.length === 0 && <Empty message={t(outcome ? "noneMatch" : "noneYet")} />}
      {rows && rows.length > 0 && (
        <RowTable
          label={t("results")}
          columns={columns}
          rows={rows}
          keyOf={({ candidateId }) => candidateId ?? 0}
          hrefOf={({ candidateId }) => `/candidates/${candidateId}`}
        />
      )}
      {results.hasNextPage && (
        <Button
          variant="default"
          className={classes.more}
          loading={results.isFetchingNextPage}
          onClick={() => void results.fetchNextPage()}>
          {tScheduler("loadMore")}
        </Button>
      )}
    </>
  );
}

function useResultColumns(): Column<RunResult>[] {
  const t = useMessages(runPageMessages);
  return [
    { id: "candidate", heading: t("candidate"), cell: ({ candidateId }) => candidateId },
    {
      id: "outcome",
      heading: t("outcome"),
      cell: ({ outcome }) => <Stated state={outcome}>{t(`outcome_${outcome as Outcome}`)}</Stated>,
    },
    {
      id: "order",
      heading: t("order"),
      cell: ({ order }) =>
        order && (
          <Anchor size="sm" underline="hover" component={Link} href={`/orders/${order.salesOrderId}`}>
            {t("orderLine", { number: order.documentNo, line: order.line })}
          </Anchor>
        ),
    },
    { id: "why", heading: t("why"), wrap: true, cell: (result) => <Why result={result} /> },
  ];
}

/** Hold or failure of a line. */
function Why({ result: { holdMessage, problems, warnings, status } }: { result: RunResult }) {
  const t = useMessages(runPageMessages);
  const tParts = useMessages(partsMessages);
  const messages = [
    ...(holdMessage ? [holdMessage] : []),
    ...[...(problems ?? []), ...(warnings ?? [])].map(({ message }) => message),
  ];
  if (status) messages.push(t("wasStatus", { status: tParts(`status_${status as "new"}`) }));
  return (
    <>
      {messages.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no id and a fixed order
        <div key={index}>{message}</div>
      ))}
    </>
  );
}
