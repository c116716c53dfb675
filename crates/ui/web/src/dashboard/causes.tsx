import { Anchor, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Link } from "wouter";
import { useLanguage, useMessages } from "../i18n";
import { groupsQuery, listOf, type ProblemGroup } from "../inbox/groups";
import { trendOf } from "../inbox/trend";
import { FailureText } from "../parts/failure";
import { useProblemTitle } from "../parts/problem-title";
import { localeOf } from "../values/locale";
import { showInstant } from "../values/day";
import { Amounts } from "./amounts";
import classes from "./dashboard.module.css";
import { dashboardMessages } from "./messages";

/** Maximum number of causes shown. */
const TOP = 5;

/** Most frequent causes with value per currency and weekly trend, including resolved ones. */
export function Causes() {
  const t = useMessages(dashboardMessages);
  const language = useLanguage();
  const groups = useQuery(groupsQuery(language));
  const top = groups.data?.items.slice(0, TOP) ?? [];
  return (
    <section className={classes.card} aria-label={t("causes")}>
      <div className={classes.cardHead}>
        <Title order={2}>{t("causes")}</Title>
        <Anchor size="sm" underline="hover" component={Link} href="/inbox">
          {t("toInbox")}
        </Anchor>
      </div>
      {groups.isError && !groups.data && (
        <Text size="sm" role="alert">
          <FailureText failure={groups.error} />
        </Text>
      )}
      {groups.data && top.length === 0 && (
        <Text size="sm" className="quiet">
          {t("noCauses")}
        </Text>
      )}
      {top.length > 0 && (
        <table className={clsx(classes.table, classes.causes)} aria-label={t("causes")}>
          <thead>
            <tr>
              <th scope="col">{t("cause")}</th>
              <th scope="col" data-numeric>
                {t("stillOpen")}
              </th>
              <th scope="col" data-numeric>
                {t("ofWeek")}
              </th>
              <th scope="col" data-numeric>
                {t("amount")}
              </th>
            </tr>
          </thead>
          <tbody>
            {top.map((group) => (
              <Cause key={`${group.code} ${JSON.stringify(group.filter)}`} group={group} />
            ))}
          </tbody>
        </table>
      )}
      {top.length > 0 && groups.data?.countedSince && (
        <Text size="sm" className="quiet">
          {t("countedSince", { at: showInstant(groups.data.countedSince, language) })}
        </Text>
      )}
    </section>
  );
}

function Cause({ group }: { group: ProblemGroup }) {
  const t = useMessages(dashboardMessages);
  const title = useProblemTitle();
  const number = new Intl.NumberFormat(localeOf(useLanguage()));
  return (
    <tr>
      <td>
        <Anchor size="sm" underline="hover" component={Link} href={listOf(group)}>
          {title(group.code, group.message ?? group.code)}
        </Anchor>
        <div className="quiet">{group.message}</div>
      </td>
      <td data-numeric data-part={t("stillOpen")}>
        {number.format(group.candidates)}
      </td>
      <td data-numeric data-part={t("ofWeek")}>
        {number.format(group.lastWeek)}
        <div className="quiet">{t(`trend_${trendOf(group)}`, { count: group.weekBefore })}</div>
      </td>
      <td data-numeric>
        <Amounts worth={group.worth} />
      </td>
    </tr>
  );
}
