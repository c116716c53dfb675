import { Button, Group, Switch, Text, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap, type Schemas } from "../api/client";
import { useMessages } from "../i18n";
import { FailureText } from "../parts/failure";
import { InstantText } from "../parts/values";
import { useMay } from "../session/session";
import { useCronDescription } from "./cron";
import { RUNS, type Settings } from "./runs";
import classes from "./runs.module.css";
import { EditDialog, PauseDialog } from "./schedule-dialogs";
import { isPaused, StateText } from "./schedule-state";
import { schedulerMessages } from "./messages";

/** Mutation of an organisation's settings. */
export function useChangeSettings(org: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas["ProcessSettingsBody"]) =>
      unwrap(
        api.PUT("/api/process-settings/{org}", {
          params: { path: { org } },
          body,
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: RUNS }),
  });
}

/** Schedule of an organisation. */
export function Schedule({ settings, compact }: { settings: Settings; compact: boolean }) {
  const t = useMessages(schedulerMessages);
  const { org, schedule } = settings;
  const mayChange = useMay("admin");
  const change = useChangeSettings(org.code ?? "");
  const [dialog, open] = useState<"edit" | "pause">();
  const paused = isPaused(settings);
  return (
    <section className={classes.schedule} aria-label={org.name ?? org.code ?? ""}>
      <div className={classes.scheduleHead}>
        <div>
          <Title order={2}>{compact ? org.name : t("process")}</Title>
          <Text size="sm" className="quiet">
            {compact ? org.code : `${org.name} (${org.code})`}
          </Text>
        </div>
        {mayChange && (
          <Switch
            label={t("active")}
            checked={change.isPending ? (change.variables.active ?? schedule.active) : schedule.active}
            onChange={(event) => change.mutate({ active: event.currentTarget.checked })}
          />
        )}
      </div>
      <StateText settings={settings} />
      {change.isError && (
        <Text size="sm" c="var(--status-error)" role="alert">
          <FailureText failure={change.error} />
        </Text>
      )}
      <ScheduleFacts settings={settings} technical={mayChange && !compact} shown={compact ? 1 : 3} />
      {mayChange && (
        <Group gap={6} mt={compact ? 0 : "auto"}>
          <Button variant="default" onClick={() => open("edit")}>
            {t("edit")}
          </Button>
          {paused ? (
            <Button variant="default" onClick={() => change.mutate({ pausedUntil: null })}>
              {t("resume")}
            </Button>
          ) : (
            <Button variant="default" onClick={() => open("pause")}>
              {t("pause")}
            </Button>
          )}
        </Group>
      )}
      {dialog === "edit" && <EditDialog settings={settings} onClose={() => open(undefined)} />}
      {dialog === "pause" && <PauseDialog settings={settings} onClose={() => open(undefined)} />}
    </section>
  );
}

interface FactsProps {
  settings: Settings;
  /** Also the expression of the schedule. */
  technical: boolean;
  /** Number of next runs. */
  shown: number;
}

function ScheduleFacts({ settings: { schedule, handOverSince }, technical, shown }: FactsProps) {
  const t = useMessages(schedulerMessages);
  const words = useCronDescription(schedule.cron);
  const next = schedule.nextRuns.slice(0, shown);
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t("schedule")}</dt>
        <dd>{words}</dd>
        {(technical || !words) && <dd className={classes.cron}>{schedule.cron}</dd>}
      </div>
      <div>
        <dt>{t("nextRuns", { count: shown })}</dt>
        <dd>
          {next.length === 0 ? (
            t("noNextRuns", { count: shown })
          ) : (
            <ol>
              {next.map((instant) => (
                <li key={instant}>
                  <InstantText instant={instant} />
                </li>
              ))}
            </ol>
          )}
        </dd>
      </div>
      <div>
        <dt>{t("lastRun")}</dt>
        <dd>{schedule.lastRunAt ? <InstantText instant={schedule.lastRunAt} seconds /> : t("never")}</dd>
        {schedule.dueAt && (
          <>
            <dt>{t("due")}</dt>
            <dd>
              <InstantText instant={schedule.dueAt} seconds />
            </dd>
          </>
        )}
        {handOverSince && (
          <>
            <dt>{t("handOverFact")}</dt>
            <dd>
              <InstantText instant={handOverSince} />
            </dd>
          </>
        )}
      </div>
    </dl>
  );
}
