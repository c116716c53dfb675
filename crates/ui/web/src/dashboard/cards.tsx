import { Anchor, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useLanguage, useWords } from "../i18n";
import { FailureText } from "../parts/failure";
import { useProblemTitle } from "../parts/problem-title";
import { useCronWords } from "../runs/cron";
import { settingsQuery, type Settings } from "../runs/runs";
import { StateText } from "../runs/schedule-state";
import { showInstant } from "../values/day";
import classes from "./dashboard.module.css";
import type { Intake } from "./intake";
import { dashboardWords } from "./words";
import { localeOf } from "../values/locale";

/** So many problems are shown. */
const TOP = 5;

/** What is wrong most often, each leading to the candidates that have it. */
export function Problems({ intake, dataSource }: { intake: Intake; dataSource: string | undefined }) {
  const t = useWords(dashboardWords);
  const title = useProblemTitle();
  const number = new Intl.NumberFormat(localeOf(useLanguage()));
  const problems = intake.problems.slice(0, TOP);
  const href = (problem: string) =>
    `/candidates?${new URLSearchParams({ status: "error", problem, ...(dataSource && { dataSource }) }).toString()}`;
  return (
    <section className={classes.card} aria-label={t("problems")}>
      <div className={classes.cardHead}>
        <Title order={2}>{t("problems")}</Title>
      </div>
      {problems.length === 0 ? (
        <Text size="sm" className="quiet">
          {t("noProblems")}
        </Text>
      ) : (
        <table className={classes.table} aria-label={t("problems")}>
          <thead>
            <tr>
              <th scope="col">{t("problem")}</th>
              <th scope="col" data-numeric>
                {t("count")}
              </th>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ code, message, count }) => (
              <tr key={code}>
                <td>
                  <Anchor size="sm" component={Link} href={href(code)}>
                    {title(code, message)}
                  </Anchor>
                </td>
                <td data-numeric>{number.format(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** Whether candidates become orders by themselves, and when. */
export function SchedulerCard() {
  const t = useWords(dashboardWords);
  const settings = useQuery(settingsQuery);
  return (
    <section className={classes.card} aria-label={t("scheduler")}>
      <div className={classes.cardHead}>
        <Title order={2}>{t("scheduler")}</Title>
        <Anchor size="sm" component={Link} href="/scheduler">
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
    </section>
  );
}

function ScheduleLine({ settings }: { settings: Settings }) {
  const t = useWords(dashboardWords);
  const language = useLanguage();
  const words = useCronWords(settings.schedule.cron);
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
