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
import { localeOf } from "../values/locale";
import { Causes } from "./causes";
import { ChartCard } from "./chart-card";
import classes from "./dashboard.module.css";
import { intakeQuery, PERIODS, STATISTICS, totalOf, type Intake, type Period } from "./intake";
import { Running } from "./running";
import { Todo } from "./todo";
import { dashboardMessages } from "./messages";
import { OrderValue } from "./order-value";

/** Minimum refresh interval, in milliseconds. */
const REFRESH = 5_000;

export default function DashboardPage() {
  const t = useMessages(dashboardMessages);
  const [query, change] = useQueryString("period", "dataSource");
  const period = PERIODS.find((one) => one === query.period) ?? "24h";
  const choose = (to: Period) => change({ period: to === "24h" ? undefined : to });
  const intake = useQuery(intakeQuery(period, query.dataSource));
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
  const narrow = (
    <>
      <SegmentedControl
        aria-label={t("period")}
        size="xs"
        value={period}
        onChange={(to) => choose(to as Period)}
        data={PERIODS.map((one) => ({ value: one, label: t(`period_${one}`) }))}
      />
      <SourceFilter period={period} value={query.dataSource} onChange={(dataSource) => change({ dataSource })} />
    </>
  );
  return (
    <Page title={t("title")} actions={narrow}>
      <RunOfUrl />
      <WebhookWarning />
      {intake.data ? (
        <Figures intake={intake.data} dataSource={query.dataSource} />
      ) : intake.isError ? (
        <LoadFailed failure={intake.error} retry={() => void intake.refetch()} />
      ) : (
        <Skeleton as="cards" />
      )}
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

function Figures({ intake, dataSource }: { intake: Intake; dataSource: string | undefined }) {
  const t = useMessages(dashboardMessages);
  const language = useLanguage();
  const sourceName = useSourceName();
  const hours = intake.period === "24h";
  const buckets = intake.buckets.map(({ start, ...counts }) => ({
    ...counts,
    name: bucketName(start, hours, language),
  }));
  const sources = intake.sources.map(({ dataSource: source, ...counts }) => ({
    ...counts,
    name: sourceName(source.name),
  }));
  const came = intake.buckets.some((bucket) => totalOf(bucket) > 0);
  return (
    <>
      <div className={classes.cards}>
        <div className={classes.column}>
          <Question words={t("todo")}>
            <Todo intake={intake} dataSource={dataSource} />
          </Question>
          <Causes />
        </div>
        <div className={classes.column}>
          <Running intake={intake} />
          <Question words={t("worth")}>
            <OrderValue intake={intake} dataSource={dataSource} />
          </Question>
        </div>
      </div>
      {came && (
        <div className={classes.charts}>
          <ChartCard title={t("intake")} of={t(hours ? "hour" : "day")} bars={buckets} />
          <ChartCard title={t("bySource")} of={t("source")} bars={sources} lying />
        </div>
      )}
    </>
  );
}

function Question({ words, children }: { words: string; children: ReactNode }) {
  return (
    <section className={classes.card} aria-label={words}>
      <div className={classes.cardHead}>
        <Title order={2}>{words}</Title>
      </div>
      {children}
    </section>
  );
}

/** Formats the hour or day in the organisation's time zone, as in `start`. */
function bucketName(start: string, hours: boolean, language: Language): string {
  if (hours) return start.slice(11, 16);
  const format = new Intl.DateTimeFormat(localeOf(language), { day: "numeric", month: "short", timeZone: "UTC" });
  return format.format(Date.parse(`${start.slice(0, 10)}T00:00:00Z`));
}
