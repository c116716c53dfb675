// System status for administrators: instances, schedules, runs, deliveries, storage.
import { useQuery } from "@tanstack/react-query";
import { useMessages } from "../i18n";
import { healthOf } from "../outgoing/webhook";
import { webhooksQuery } from "../outgoing/webhooks";
import { FailureText } from "../parts/failure";
import { schedulerMessages } from "../runs/messages";
import { instancesQuery, isClockWrong, settingsQuery } from "../runs/runs";
import { isPaused } from "../runs/schedule-state";
import { Card } from "./card";
import classes from "./dashboard.module.css";
import { dashboardMessages } from "./messages";
import { State } from "./state";
import { Storage } from "./storage";

export function Running({ failedRuns }: { failedRuns: number }) {
  const t = useMessages(dashboardMessages);
  return (
    <Card title={t("running")}>
      <ul className={classes.states}>
        <Instances />
        <Schedules />
        <State good={failedRuns === 0} link={{ href: "/scheduler", label: t("toScheduler") }}>
          {failedRuns > 0 ? t("failedRuns", { count: failedRuns }) : t("noFailedRuns")}
        </State>
        <Deliveries />
        <Storage />
      </ul>
    </Card>
  );
}

/** Instances with a heartbeat, and whether one runs the schedules. */
function Instances() {
  const t = useMessages(dashboardMessages);
  const { data, isError, error } = useQuery(instancesQuery);
  if (isError && !data) {
    return (
      <State good={false}>
        <FailureText failure={error} />
      </State>
    );
  }
  if (!data) return null;
  const { alive, silent } = byHeartbeat(data.items);
  const versions = [...new Set(alive.map(({ version }) => version))];
  const wrong = alive.filter(isClockWrong).length;
  return (
    <>
      <State good>
        {[t("instances", { count: alive.length }), ...versions.map((version) => t("version", { version }))].join(" · ")}
      </State>
      {silent.length > 0 && <State good={false}>{t("silent", { count: silent.length })}</State>}
      {wrong > 0 && <State good={false}>{t("clocks", { count: wrong })}</State>}
    </>
  );
}

/** Maximum age of a heartbeat in milliseconds, compared with the newest one. */
const HEARTBEAT_AGE = 15_000;

function byHeartbeat<One extends { lastSignAt: string }>(instances: readonly One[]) {
  const at = ({ lastSignAt }: One) => Date.parse(lastSignAt);
  const oldest = Math.max(...instances.map(at)) - HEARTBEAT_AGE;
  return {
    alive: instances.filter((one) => at(one) >= oldest),
    silent: instances.filter((one) => at(one) < oldest),
  };
}

/** Number of schedules that start runs. */
function Schedules() {
  const t = useMessages(schedulerMessages);
  const items = useQuery(settingsQuery).data?.items;
  if (!items || items.length === 0) return null;
  const active = items.filter((one) => one.schedule.active && !isPaused(one)).length;
  return <State good={active === items.length}>{t("activeSchedules", { count: items.length, active })}</State>;
}

/** Delivery status of webhooks. */
function Deliveries() {
  const t = useMessages(dashboardMessages);
  const webhooks = useQuery(webhooksQuery).data?.items ?? [];
  if (webhooks.length === 0) return null;
  const faring = webhooks.filter((webhook) => healthOf(webhook) === "active").length;
  const well = faring === webhooks.length;
  return (
    <State good={well} link={{ href: "/outgoing", label: t("toOutgoing") }}>
      {well ? t("receivers", { count: faring }) : t("receiversNot", { count: webhooks.length - faring })}
    </State>
  );
}
