// System status: schedule, data sources, deliveries.
import { Anchor, Button, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { useLanguage, useMessages } from "../i18n";
import { healthOf } from "../outgoing/webhook";
import { webhooksQuery } from "../outgoing/webhooks";
import { agoText } from "../parts/durations";
import { FailureText } from "../parts/failure";
import { useSourceName } from "../parts/source";
import { Toned } from "../parts/status";
import { useCronDescription } from "../runs/cron";
import { settingsQuery, type Settings } from "../runs/runs";
import { StateText } from "../runs/schedule-state";
import { useMay } from "../session/session";
import { showInstant } from "../values/day";
import { localeOf } from "../values/locale";
import classes from "./dashboard.module.css";
import { dayQuery, type Intake } from "./intake";
import { Storage } from "./storage";
import { dashboardMessages } from "./messages";

/** Number of data sources shown initially. */
const SOURCES = 6;

export function Running({ intake }: { intake: Intake }) {
  const t = useMessages(dashboardMessages);
  const settings = useQuery(settingsQuery);
  const mayAdminister = useMay("admin");
  return (
    <section className={classes.card} aria-label={t("running")}>
      <div className={classes.cardHead}>
        <Title order={2}>{t("running")}</Title>
        <Anchor size="sm" underline="hover" component={Link} href="/scheduler">
          {t("toScheduler")}
        </Anchor>
      </div>
      {settings.isError && !settings.data && (
        <Text size="sm" role="alert">
          <FailureText failure={settings.error} />
        </Text>
      )}
      {settings.data?.items.map((one) => (
        <ScheduleLine key={one.org.code} settings={one} />
      ))}
      <Text size="sm" component="div">
        <Toned tone={intake.failedRuns > 0 ? "error" : "processed"}>
          {intake.failedRuns > 0 ? t("failedRuns", { count: intake.failedRuns }) : t("noFailedRuns")}
        </Toned>
      </Text>
      {mayAdminister && <Deliveries />}
      {mayAdminister && <Storage />}
      <Sources />
    </section>
  );
}

function ScheduleLine({ settings }: { settings: Settings }) {
  const t = useMessages(dashboardMessages);
  const language = useLanguage();
  const words = useCronDescription(settings.schedule.cron);
  const [next] = settings.schedule.nextRuns;
  const at = next && t("nextRun", { at: showInstant(next, language) });
  return (
    <div className={classes.schedule}>
      <b>{settings.org.name}</b>
      <StateText settings={settings} />
      <Text size="sm" className="quiet">
        {[words, at].filter(Boolean).join(" · ")}
      </Text>
    </div>
  );
}

/** Delivery status of webhooks. */
function Deliveries() {
  const t = useMessages(dashboardMessages);
  const webhooks = useQuery(webhooksQuery).data?.items ?? [];
  if (webhooks.length === 0) return null;
  const faring = webhooks.filter((webhook) => healthOf(webhook) === "active").length;
  const well = faring === webhooks.length;
  return (
    <Text size="sm" component="div">
      <Toned tone={well ? "processed" : "error"}>
        {well ? t("receivers", { count: faring }) : t("receiversNot", { count: webhooks.length - faring })}
      </Toned>{" "}
      <Anchor size="sm" component={Link} href="/outgoing">
        {t("toOutgoing")}
      </Anchor>
    </Text>
  );
}

/** Lines per data source today, compared with usual ones by now. */
function Sources() {
  const t = useMessages(dashboardMessages);
  const language = useLanguage();
  const nameOf = useSourceName();
  const number = new Intl.NumberFormat(localeOf(language));
  const [all, showAll] = useState(false);
  const sources = useQuery(dayQuery(undefined)).data?.sources ?? [];
  if (sources.length === 0) return null;
  const shown = all ? sources : sources.slice(0, SOURCES);
  return (
    <>
      <table className={classes.table} aria-label={t("sources")}>
        <thead>
          <tr>
            <th scope="col">{t("source")}</th>
            <th scope="col">{t("lastCame")}</th>
            <th scope="col" data-numeric>
              {t("today")}
            </th>
            <th scope="col" data-numeric>
              {t("usually")}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ dataSource: { name }, last, today, usualByNow, usual, quiet }) => (
            <tr key={name}>
              <th scope="row">
                <Anchor
                  size="sm"
                  underline="hover"
                  component={Link}
                  href={`/candidates?${new URLSearchParams({ dataSource: name }).toString()}`}>
                  {nameOf(name)}
                </Anchor>
              </th>
              <td>{last && agoText(last, language)}</td>
              <td data-numeric>
                {number.format(today)}
                {quiet && <div className={classes.quiet}>{t("quieter")}</div>}
              </td>
              <td data-numeric>
                {usualByNow == null ? t("pending") : number.format(usualByNow)}
                {usual != null && <div className="quiet">{t("wholeDay", { count: usual })}</div>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {sources.length > SOURCES && (
        <Button variant="subtle" size="compact-sm" aria-expanded={all} onClick={() => showAll(!all)}>
          {all ? t("fewerSources") : t("moreSources", { count: sources.length - SOURCES })}
        </Button>
      )}
    </>
  );
}
