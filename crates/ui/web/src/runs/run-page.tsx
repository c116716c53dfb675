import { Anchor, Button, Group, Loader, SegmentedControl, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCcw, Undo2 } from "lucide-react";
import { Link, useLocation, useParams } from "wouter";
import { api, ApiError, unwrapRun } from "../api/client";
import { isOver, type Run } from "../api/events";
import { lineName } from "../disposition/line-name";
import { reasonKey, releaseMessages, type Reason } from "../disposition/release-messages";
import { useUndoKey } from "../disposition/undo";
import { RecordCard, useRecordColumns, type RecordColumn, type RecordColumns } from "../grid/record-columns";
import { RecordGrid } from "../grid/record-grid";
import { useCursorRows } from "../grid/record-rows";
import { RecordTools } from "../grid/record-tools";
import { useMessages } from "../i18n";
import { useKeys } from "../keys/keys";
import { Empty } from "../parts/empty";
import { LoadFailed, useFailureText } from "../parts/failure";
import { Page } from "../parts/page";
import { useQueryString } from "../parts/query-string";
import { useRefresh } from "../parts/refresh";
import { InstantText } from "../parts/values";
import { partsMessages } from "../parts/messages";
import { useMay } from "../session/session";
import { RunOfUrl, RunProgress, useRun } from "./progress";
import { Duration, RunState, Stated } from "./run-state";
import { runSummary } from "./run-summary";
import { runMessages } from "./run-messages";
import { resultsSource, RUNS, type Outcome, type ResultRow } from "./runs";
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
const WAIT_SECONDS = 120;

async function runAgain({ id, kind }: Run): Promise<Run> {
  const body = { selection: { filter: { runId: id, outcome: "failed" as const } } };
  const params = { header: { Prefer: `wait=${WAIT_SECONDS}` } };
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
  // runs do not store the changes of an edit or the target of a mapping
  const isRepeatable = run.kind === "process" || run.kind === "revalidate";
  if (!mayRun || !isOver(run) || run.counts.failed === 0 || !isRepeatable) return null;
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
  map: ["changed", "unchanged", "failed"],
  undo: ["changed", "failed"],
};

function Results({ run }: { run: Run }) {
  const t = useMessages(runPageMessages);
  const [query, change] = useQueryString("outcome");
  const outcomes = OUTCOMES[run.kind] ?? [];
  const outcome = outcomes.find((one) => one === query.outcome);
  const rows = useCursorRows(resultsSource(run, outcome));
  const columns = useResultColumns();
  return (
    <>
      <div className={classes.scheduleHead}>
        <Title order={2}>{t("results")}</Title>
        <Group gap="xs">
          <SegmentedControl
            aria-label={t("outcome")}
            size="xs"
            value={outcome ?? ""}
            onChange={(to) => change({ outcome: to })}
            data={["", ...outcomes].map((value) => ({
              value,
              label: t(`outcome_${(value || "all") as Outcome | "all"}`),
            }))}
          />
          <RecordTools label={t("results")} file={t("resultsFile", { id: run.id })} rows={rows} columns={columns} />
        </Group>
      </div>
      <RecordGrid
        label={t("results")}
        rows={rows}
        columns={columns}
        faultOf={faultOf}
        fill
        main
        empty={<Empty message={t(outcome ? "noneMatch" : "noneYet")} />}
      />
    </>
  );
}

/** Problems of a line that failed. */
function faultOf({ problems = [] }: ResultRow, column: string) {
  if (column !== "why" || problems.length === 0) return undefined;
  return { message: problems.map(({ message }) => message).join(" ") };
}

/** Order reference and line id; the number of a line that cannot be loaded. */
function lineText({ id, line }: ResultRow): string {
  return line ? lineName(line) : String(id);
}

function customerText({ line }: ResultRow): string {
  const known = line?.bpartner?.bpartner;
  return known?.name ?? known?.code ?? "";
}

function useResultColumns(): RecordColumns<ResultRow> {
  const t = useMessages(runPageMessages);
  const why = useReason();
  const outcomeText = ({ outcome }: ResultRow) => t(`outcome_${outcome as Outcome}`);
  const orderText = ({ order }: ResultRow) => order && t("orderLine", { number: order.documentNo, line: order.line });
  const columns: RecordColumn<ResultRow>[] = [
    { id: "line", header: t("line"), size: 170, pinned: true, show: lineText, value: lineText },
    { id: "customer", header: t("customer"), size: 200, show: customerText, value: customerText },
    {
      id: "outcome",
      header: t("outcome"),
      size: 150,
      show: (result) => <Stated state={result.outcome}>{outcomeText(result)}</Stated>,
      value: outcomeText,
    },
    {
      id: "order",
      header: t("order"),
      size: 210,
      show: (result) =>
        result.order && (
          <Anchor size="sm" underline="hover" component={Link} href={`/orders/${result.order.salesOrderId}`}>
            {orderText(result)}
          </Anchor>
        ),
      value: orderText,
    },
    { id: "why", header: t("why"), size: 620, show: why, value: why },
    { id: "candidate", header: t("candidate"), size: 110, hidden: true, show: ({ id }) => id, value: ({ id }) => id },
  ];
  return useRecordColumns({
    name: "runResults",
    columns,
    hrefOf: ({ id }) => `/candidates/${id}`,
    cardLabel: t("candidate"),
    card: (result) => (
      <RecordCard
        title={customerText(result) || lineText(result)}
        end={<Stated state={result.outcome}>{outcomeText(result)}</Stated>}>
        {[lineText(result), why(result) || orderText(result)].filter(Boolean).join(" · ")}
      </RecordCard>
    ),
  });
}

/** Returns the hold or failure of a line as text. */
function useReason(): (result: ResultRow) => string {
  const t = useMessages(runPageMessages);
  const tParts = useMessages(partsMessages);
  return ({ holdMessage, problems, warnings, status }) => {
    const messages = [
      ...(holdMessage ? [holdMessage] : []),
      ...[...(problems ?? []), ...(warnings ?? [])].map(({ message }) => message),
    ];
    if (status) messages.push(t("wasStatus", { status: tParts(`status_${status as "new"}`) }));
    return messages.join(" ");
  };
}
