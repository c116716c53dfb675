// Next runs and required dates.
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLanguage, useMessages } from "../i18n";
import { FailureText } from "../parts/failure";
import { useCronDescription } from "../runs/cron";
import { settingsQuery, type Settings } from "../runs/runs";
import { StateText } from "../runs/schedule-state";
import { addDays, showSoon } from "../values/day";
import { Card } from "./card";
import classes from "./dashboard.module.css";
import { todayOf } from "./days";
import { intakeQuery, MONTH } from "./intake";
import { dashboardMessages } from "./messages";
import { OpenLines, type Range } from "./open-lines";

/** Days after today in a range of their own. */
const SOON = 7;

/** Next runs and required dates; hidden without organisations. */
export function Due({ dataSource }: { dataSource: string | undefined }) {
  const t = useMessages(dashboardMessages);
  const settings = useQuery(settingsQuery);
  if (settings.data?.items.length === 0) return null;
  return (
    <Card title={t("due")} link={{ href: "/scheduler", label: t("toScheduler") }}>
      {settings.isError && !settings.data && (
        <Text size="sm" role="alert">
          <FailureText failure={settings.error} />
        </Text>
      )}
      {settings.data && (
        <ul className={classes.schedules} aria-label={t("runs")}>
          {settings.data.items.map((one) => (
            <NextRun key={one.org.code} settings={one} />
          ))}
        </ul>
      )}
      <RequiredDates dataSource={dataSource} />
    </Card>
  );
}

/** Next run of an organisation. */
function NextRun({ settings }: { settings: Settings }) {
  const t = useMessages(dashboardMessages);
  const language = useLanguage();
  const words = useCronDescription(settings.schedule.cron);
  const [next] = settings.schedule.nextRuns;
  const at = next && t("nextRun", { at: showSoon(next, language) });
  return (
    <li className={classes.schedule}>
      <span className={classes.scheduleName}>{settings.org.name}</span>
      <StateText settings={settings} />
      <Text size="sm" className="quiet">
        {[words, at].filter(Boolean).join(" · ")}
      </Text>
    </li>
  );
}

/** Open lines by required date, in days of the organisation. */
function RequiredDates({ dataSource }: { dataSource: string | undefined }) {
  const t = useMessages(dashboardMessages);
  const month = useQuery(intakeQuery(MONTH, dataSource)).data;
  if (!month) return null;
  const now = todayOf(month.buckets);
  const day = (days: number) => addDays(now, days) ?? now;
  const ranges: Range[] = [
    { name: t("overdue"), filter: { dateRequiredTo: day(-1) } },
    { name: t("dueToday"), filter: { dateRequiredFrom: now, dateRequiredTo: now } },
    { name: t("dueSoon", { count: SOON }), filter: { dateRequiredFrom: day(1), dateRequiredTo: day(SOON) } },
    { name: t("dueLater"), filter: { dateRequiredFrom: day(SOON + 1) } },
  ];
  return (
    <OpenLines
      label={t("requiredDates")}
      heading={t("requiredDate")}
      ranges={ranges}
      rest={t("noDate")}
      dataSource={dataSource}
    />
  );
}
