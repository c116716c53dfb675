import { SegmentedControl, Select, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useUndoKey } from "../disposition/undo";
import { useLanguage, useMessages, type Language } from "../i18n";
import { GROUPS } from "../inbox/groups";
import { useKeys } from "../keys/keys";
import { WebhookWarning } from "../outgoing/warning";
import { LoadFailed } from "../parts/failure";
import { Page } from "../parts/page";
import { useQueryString } from "../parts/query-string";
import { useRefresh } from "../parts/refresh";
import { Skeleton } from "../parts/skeleton";
import { useSourceName } from "../parts/source";
import { RunOfUrl } from "../runs/progress";
import { RUNS } from "../runs/runs";
import { useMay } from "../session/session";
import { localeOf } from "../values/locale";
import { Ages } from "./ages";
import { Card } from "./card";
import { Causes } from "./causes";
import { ChartCard } from "./chart-card";
import classes from "./dashboard.module.css";
import { Due } from "./due";
import { intakeQuery, MONTH, PERIODS, STATISTICS, totalOf, type Intake, type Period } from "./intake";
import { KeyFigures } from "./key-figures";
import { Running } from "./running";
import { dashboardMessages } from "./messages";
import { OrderValue } from "./order-value";
import { Setup } from "./setup-list";
import { Sources } from "./sources";

/** Minimum refresh interval, in milliseconds. */
const REFRESH = 5_000;

export default function DashboardPage() {
  const t = useMessages(dashboardMessages);
  const [query, change] = useQueryString("period", "dataSource");
  const period = PERIODS.find((one) => one === query.period) ?? "24h";
  const choose = (to: Period) => change({ period: to === "24h" ? undefined : to });
  const current = useQuery(intakeQuery("24h", query.dataSource));
  useRefresh(STATISTICS, REFRESH);
  useRefresh(GROUPS, REFRESH);
  useRefresh(RUNS, REFRESH);
  useUndoKey(t("title"));
  useKeys({
    heading: t("title"),
    keys: PERIODS.map((one, index) => ({
      press: String(index + 1),
      label: t(`periodKey_${one}`),
      run: () => choose(one),
    })),
  });
  const choosePeriod = (
    <SegmentedControl
      aria-label={t("period")}
      size="xs"
      value={period}
      onChange={(to) => choose(to as Period)}
      data={PERIODS.map((one) => ({ value: one, label: t(`period_${one}`) }))}
    />
  );
  return (
    <Page
      title={t("title")}
      actions={
        <SourceFilter period={period} value={query.dataSource} onChange={(dataSource) => change({ dataSource })} />
      }>
      <RunOfUrl />
      <WebhookWarning />
      <Setup />
      {current.data ? (
        <>
          <KeyFigures intake={current.data} dataSource={query.dataSource} />
          <Cards intake={current.data} dataSource={query.dataSource} />
        </>
      ) : current.isError ? (
        <LoadFailed failure={current.error} retry={() => void current.refetch()} />
      ) : (
        <Skeleton as="cards" />
      )}
      <Charts period={period} dataSource={query.dataSource} choosePeriod={choosePeriod} />
    </Page>
  );
}

interface SourceFilterProps {
  period: Period;
  value: string | undefined;
  onChange: (source: string | undefined) => void;
}

function SourceFilter({ period, value, onChange }: SourceFilterProps) {
  const t = useMessages(dashboardMessages);
  const sourceName = useSourceName();
  const all = useQuery(intakeQuery(period, undefined));
  const names = new Set([
    ...(value ? [value] : []),
    ...(all.data?.sources ?? []).map(({ dataSource }) => dataSource.name),
  ]);
  return (
    <Select
      aria-label={t("source")}
      w={240}
      allowDeselect={false}
      value={value ?? ""}
      onChange={(to) => onChange(to ?? undefined)}
      data={[
        { value: "", label: `${t("source")}: ${t("allSources")}` },
        ...[...names].map((name) => ({ value: name, label: sourceName(name) })),
      ]}
    />
  );
}

interface CardsProps {
  intake: Intake;
  dataSource: string | undefined;
}

/** Work at the left; results and, for administrators, the system status at the right. */
function Cards({ intake, dataSource }: CardsProps) {
  const t = useMessages(dashboardMessages);
  const mayAdminister = useMay("admin");
  return (
    <div className={classes.cards}>
      <div className={classes.column}>
        <Causes dataSource={dataSource} />
        <Due dataSource={dataSource} />
        {intake.error + intake.new > 0 && <Ages dataSource={dataSource} />}
      </div>
      <div className={classes.column}>
        <Card title={t("worth")}>
          <OrderValue intake={intake} dataSource={dataSource} />
        </Card>
        {mayAdminister && <Running failedRuns={intake.failedRuns} />}
        <Sources dataSource={dataSource} />
      </div>
    </div>
  );
}

interface ChartsProps {
  period: Period;
  dataSource: string | undefined;
  choosePeriod: ReactNode;
}

/** Lines received within the period; hidden if none were received within a month. */
function Charts({ period, dataSource, choosePeriod }: ChartsProps) {
  const t = useMessages(dashboardMessages);
  const language = useLanguage();
  const sourceName = useSourceName();
  const intake = useQuery(intakeQuery(period, dataSource)).data;
  const month = useQuery(intakeQuery(MONTH, dataSource)).data;
  const came = [intake, month].some((one) => one?.buckets.some((bucket) => totalOf(bucket) > 0));
  if (!intake || !came) return null;
  const hours = intake.period === "24h";
  const buckets = intake.buckets.map(({ start, ...counts }) => ({
    ...counts,
    name: bucketName(start, hours, language),
  }));
  const sources = intake.sources.map(({ dataSource: source, ...counts }) => ({
    ...counts,
    name: sourceName(source.name),
  }));
  return (
    <>
      <div className={classes.period}>
        <Title order={2}>{t("intakeHeading")}</Title>
        {choosePeriod}
      </div>
      <div className={classes.charts}>
        <ChartCard title={t("intake")} of={t(hours ? "hour" : "day")} bars={buckets} />
        <ChartCard title={t("bySource")} of={t("source")} bars={sources} lying />
      </div>
    </>
  );
}

/** Formats the hour or day in the organisation's time zone, as in `start`. */
function bucketName(start: string, hours: boolean, language: Language): string {
  if (hours) return start.slice(11, 16);
  const format = new Intl.DateTimeFormat(localeOf(language), { day: "numeric", month: "short", timeZone: "UTC" });
  return format.format(Date.parse(`${start.slice(0, 10)}T00:00:00Z`));
}
