import { Button, Loader, Text, Title } from "@mantine/core";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { api, unwrap } from "../api/client";
import { useActiveRuns, type Run } from "../api/events";
import { useStartRun } from "../disposition/actions";
import { useMessages } from "../i18n";
import { useKeyHandlers } from "../keys/keys";
import { Empty } from "../parts/empty";
import { LoadFailed } from "../parts/failure";
import { Page } from "../parts/page";
import { useRefresh } from "../parts/refresh";
import { RowTable, type Column } from "../parts/row-table";
import { DecimalText, InstantText } from "../parts/values";
import { partsMessages } from "../parts/messages";
import { useMay } from "../session/session";
import { RunOfUrl } from "./progress";
import { Instances } from "./instances";
import { Duration, RunState } from "./run-state";
import { runMessages } from "./run-messages";
import { RUNS, runsQuery, settingsQuery } from "./runs";
import classes from "./runs.module.css";
import { Schedule } from "./schedule";
import { schedulerMessages } from "./messages";

export default function SchedulerPage() {
  const t = useMessages(schedulerMessages);
  const mayRun = useMay("process:run");
  useRefresh(RUNS);
  return (
    <Page title={t("title")} fill actions={mayRun && <RunNow />}>
      <RunOfUrl />
      <Schedules />
      <Title order={2}>{t("history")}</Title>
      <History />
      {mayRun && <Instances />}
    </Page>
  );
}

function RunNow() {
  const t = useMessages(schedulerMessages);
  const queryClient = useQueryClient();
  const start = useStartRun(async () => {
    const run = await unwrap(api.POST("/api/process-runs", { params: { header: { Prefer: "wait=2" } } }));
    void queryClient.invalidateQueries({ queryKey: RUNS });
    return run;
  });
  const run = () => {
    if (!start.isPending) start.mutate(undefined);
  };
  useKeyHandlers(t("keys"), [{ label: t("runNow"), run }]);
  return (
    <Button leftSection={<Play size={14} aria-hidden />} loading={start.isPending} onClick={run}>
      {t("runNow")}
    </Button>
  );
}

function Schedules() {
  const tParts = useMessages(partsMessages);
  const settings = useQuery(settingsQuery);
  if (settings.isError && !settings.data)
    return <LoadFailed failure={settings.error} retry={() => void settings.refetch()} />;
  if (!settings.data) return <Loader size="sm" aria-label={tParts("loading")} />;
  return (
    <div className={classes.schedules}>
      {settings.data.items.map((one) => (
        <Schedule key={one.org.code} settings={one} />
      ))}
    </div>
  );
}

function History() {
  const t = useMessages(schedulerMessages);
  const tParts = useMessages(partsMessages);
  const columns = useRunColumns();
  const runs = useInfiniteQuery(runsQuery);
  const active = useActiveRuns();
  const listed = runs.data?.pages.flatMap(({ items }) => items);
  // the event stream is more current
  const rows = listed?.map((run) => active.find(({ id }) => id === run.id) ?? run);
  if (runs.isError && !rows) return <LoadFailed failure={runs.error} retry={() => void runs.refetch()} />;
  if (!rows) return <Loader size="sm" aria-label={tParts("loading")} />;
  if (rows.length === 0) return <Empty message={t("noRuns")} />;
  return (
    <>
      <RowTable
        label={t("history")}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/runs/${id}`}
      />
      {runs.hasNextPage && (
        <Button
          variant="default"
          className={classes.more}
          loading={runs.isFetchingNextPage}
          onClick={() => void runs.fetchNextPage()}>
          {t("loadMore")}
        </Button>
      )}
    </>
  );
}

function Kind({ run: { kind, undoneBy } }: { run: Run }) {
  const tRun = useMessages(runMessages);
  return (
    <>
      {tRun(`kind_${kind as "process"}`)}
      {undoneBy !== undefined && <span className="quiet"> · {tRun("undoneShort")}</span>}
    </>
  );
}

function useRunColumns(): Column<Run>[] {
  const t = useMessages(schedulerMessages);
  const count = (id: keyof Run["counts"], heading: string): Column<Run> => ({
    id,
    heading,
    numeric: true,
    cell: ({ counts }) => <DecimalText value={counts[id]} />,
  });
  return [
    { id: "run", heading: t("run"), cell: ({ id }) => id },
    { id: "state", heading: t("state"), cell: ({ state }) => <RunState state={state} /> },
    { id: "kind", heading: t("kind"), cell: (run) => <Kind run={run} /> },
    { id: "trigger", heading: t("trigger"), cell: ({ trigger }) => t(`trigger_${trigger as "schedule"}`) },
    {
      id: "actor",
      heading: t("actor"),
      most: 160,
      cell: ({ actor }) => (
        <Text span size="sm" title={actor}>
          {actor}
        </Text>
      ),
    },
    {
      id: "started",
      heading: t("started"),
      cell: ({ startedAt, queuedAt }) => <InstantText instant={startedAt ?? queuedAt} seconds />,
    },
    { id: "duration", heading: t("duration"), numeric: true, cell: (run) => <Duration run={run} /> },
    count("selected", t("selected")),
    count("processed", t("processed")),
    count("orders", t("orders")),
    count("stayed", t("stayed")),
    count("failed", t("failedCount")),
  ];
}
