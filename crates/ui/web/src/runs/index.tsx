import { Button, Loader, Title } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, Play } from "lucide-react";
import { useState } from "react";
import { api, unwrap } from "../api/client";
import { useActiveRuns, type Run } from "../api/events";
import { useStartRun } from "../disposition/actions";
import { PHONE, RecordCard, useRecordColumns, type RecordColumn, type RecordColumns } from "../grid/record-columns";
import { RecordGrid } from "../grid/record-grid";
import { useCursorRows } from "../grid/record-rows";
import { RecordTools } from "../grid/record-tools";
import { useLanguage, useMessages } from "../i18n";
import { useKeyHandlers } from "../keys/keys";
import { Empty } from "../parts/empty";
import { LoadFailed } from "../parts/failure";
import { Page } from "../parts/page";
import { useRefresh } from "../parts/refresh";
import { DecimalText, InstantText } from "../parts/values";
import { partsMessages } from "../parts/messages";
import { useMay } from "../session/session";
import { showSoon } from "../values/day";
import { RunOfUrl } from "./progress";
import { Instances } from "./instances";
import { Duration, durationOf, RunState, Stated } from "./run-state";
import { runMessages } from "./run-messages";
import { RUNS, runsSource, settingsQuery, type Settings } from "./runs";
import classes from "./runs.module.css";
import { Schedule } from "./schedule";
import { isPaused } from "./schedule-state";
import { schedulerMessages } from "./messages";

export default function SchedulerPage() {
  const t = useMessages(schedulerMessages);
  const mayRun = useMay("process:run");
  // clerks do not need the instances
  const technical = useMay("admin");
  useRefresh(RUNS);
  return (
    <Page title={t("title")} fill actions={mayRun && <RunNow />}>
      <RunOfUrl />
      <Schedules />
      <History />
      {technical && <Instances />}
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

/** More organisations have one row each. */
const FEW = 2;

function Schedules() {
  const tParts = useMessages(partsMessages);
  const phone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false;
  const settings = useQuery(settingsQuery);
  const [unfolded, setUnfolded] = useState(false);
  if (settings.isError && !settings.data)
    return <LoadFailed failure={settings.error} retry={() => void settings.refetch()} />;
  if (!settings.data) return <Loader size="sm" aria-label={tParts("loading")} />;
  const compact = phone || settings.data.items.length > FEW;
  return (
    // folded on phones only; the same element keeps an open dialog when the window changes its width
    <details
      className={classes.folded}
      data-phone={phone || undefined}
      open={!phone || unfolded}
      onToggle={({ currentTarget }) => phone && setUnfolded(currentTarget.open)}>
      <SchedulesSummary all={settings.data.items} />
      <div className={classes.schedules} data-compact={compact || undefined}>
        {settings.data.items.map((one) => (
          <Schedule key={one.org.code} settings={one} compact={compact} />
        ))}
      </div>
    </details>
  );
}

/** State of all schedules and the next run, in one line. */
function SchedulesSummary({ all }: { all: readonly Settings[] }) {
  const t = useMessages(schedulerMessages);
  const language = useLanguage();
  const active = all.filter((one) => one.schedule.active && !isPaused(one));
  const [next] = active.flatMap(({ schedule }) => schedule.nextRuns.slice(0, 1)).sort(byTime);
  return (
    <summary>
      <Stated state={active.length === all.length ? "active" : "paused"}>
        {t("activeSchedules", { count: all.length, active: active.length })}
      </Stated>
      <span className="quiet">{next && t("nextRunAt", { at: showSoon(next, language) })}</span>
      <ChevronDown size={16} aria-hidden />
    </summary>
  );
}

const byTime = (one: string, other: string) => Date.parse(one) - Date.parse(other);

function History() {
  const t = useMessages(schedulerMessages);
  const active = useActiveRuns();
  const stored = useCursorRows(runsSource);
  const columns = useRunColumns();
  // the event stream is more current
  const current = (run: Run | undefined) => run && (active.find(({ id }) => id === run.id) ?? run);
  const rows = { ...stored, rowAt: (row: number) => current(stored.rowAt(row)) };
  return (
    <>
      <div className={classes.scheduleHead}>
        <Title order={2}>{t("history")}</Title>
        <RecordTools label={t("history")} file={t("file")} rows={stored} columns={columns} />
      </div>
      <RecordGrid
        label={t("history")}
        rows={rows}
        columns={columns}
        fill
        main
        empty={<Empty message={t("noRuns")} />}
      />
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

function useRunColumns(): RecordColumns<Run> {
  const t = useMessages(schedulerMessages);
  const tRun = useMessages(runMessages);
  const count = (id: keyof Run["counts"], header: string): RecordColumn<Run> => ({
    id,
    header,
    size: 100,
    numeric: true,
    show: ({ counts }) => <DecimalText value={counts[id]} />,
    value: ({ counts }) => counts[id],
  });
  const trigger = (run: Run) => t(`trigger_${run.trigger as "schedule"}`);
  const startedAt = (run: Run) => run.startedAt ?? run.queuedAt;
  const columns: RecordColumn<Run>[] = [
    { id: "run", header: t("run"), size: 90, pinned: true, show: ({ id }) => id, value: ({ id }) => id },
    {
      id: "state",
      header: t("state"),
      size: 116,
      show: ({ state }) => <RunState state={state} />,
      value: ({ state }) => tRun(`state_${state as "done"}`),
    },
    {
      id: "kind",
      header: t("kind"),
      size: 145,
      show: (run) => <Kind run={run} />,
      value: ({ kind }) => tRun(`kind_${kind as "process"}`),
    },
    { id: "trigger", header: t("trigger"), size: 104, show: trigger, value: trigger },
    { id: "actor", header: t("actor"), size: 120, show: ({ actor }) => actor, value: ({ actor }) => actor },
    {
      id: "started",
      header: t("started"),
      size: 176,
      show: (run) => <InstantText instant={startedAt(run)} seconds />,
      value: startedAt,
    },
    {
      id: "duration",
      header: t("duration"),
      size: 90,
      numeric: true,
      show: (run) => <Duration run={run} />,
      value: durationOf,
    },
    count("selected", t("selected")),
    count("processed", t("processed")),
    count("orders", t("orders")),
    count("stayed", t("stayed")),
    { ...count("failed", t("failedCount")), size: 130 },
  ];
  return useRecordColumns({
    name: "runs",
    columns,
    hrefOf: ({ id }) => `/runs/${id}`,
    cardLabel: t("run"),
    card: (run) => (
      <RecordCard title={<Kind run={run} />} end={<InstantText instant={startedAt(run)} />}>
        <RunState state={run.state} /> {run.id} · {trigger(run)}
      </RecordCard>
    ),
  });
}
