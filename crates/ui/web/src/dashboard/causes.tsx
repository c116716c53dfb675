import { Anchor, Text, Title } from "@mantine/core";
import { useQueries, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Link } from "wouter";
import { useLanguage, useWords } from "../i18n";
import { groupsQuery, listOf, type ProblemGroup } from "../inbox/groups";
import { FailureText } from "../parts/failure";
import { useProblemTitle } from "../parts/problem-title";
import { MoneyText } from "../parts/values";
import { today } from "../values/day";
import { localeOf } from "../values/locale";
import classes from "./dashboard.module.css";
import { countsQuery } from "./intake";
import { dashboardWords } from "./words";

/** So many causes are shown. */
const TOP = 5;

/** What stops most, what it is worth in each currency, and how much of it is of today. */
export function Causes() {
  const t = useWords(dashboardWords);
  const groups = useQuery(groupsQuery(useLanguage()));
  const top = groups.data?.items.slice(0, TOP) ?? [];
  const createdFrom = today();
  const counts = useQueries({
    queries: top.map(({ filter: { problem, cause } }) =>
      countsQuery({ createdFrom, ...(problem && { problem }), ...(cause && { cause }) }),
    ),
  });
  return (
    <section className={classes.card} aria-label={t("causes")}>
      <div className={classes.cardHead}>
        <Title order={2}>{t("causes")}</Title>
        <Anchor size="sm" component={Link} href="/inbox">
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
                {t("count")}
              </th>
              <th scope="col" data-numeric>
                {t("ofToday")}
              </th>
              <th scope="col" data-numeric>
                {t("amount")}
              </th>
            </tr>
          </thead>
          <tbody>
            {top.map((group, place) => (
              <Cause
                key={`${group.code} ${JSON.stringify(group.filter)}`}
                group={group}
                ofToday={counts[place]?.data?.error.value}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Cause({ group, ofToday }: { group: ProblemGroup; ofToday: number | undefined }) {
  const t = useWords(dashboardWords);
  const title = useProblemTitle();
  const number = new Intl.NumberFormat(localeOf(useLanguage()));
  return (
    <tr>
      <td>
        <Anchor size="sm" component={Link} href={listOf(group)}>
          {title(group.code, group.message ?? group.code)}
        </Anchor>
        <div className="quiet">{group.message}</div>
      </td>
      <td data-numeric data-part={t("count")}>
        {number.format(group.candidates)}
      </td>
      <td data-numeric data-part={t("ofToday")}>
        {ofToday ? `+${number.format(ofToday)}` : <span className="quiet">{ofToday}</span>}
      </td>
      <td data-numeric>
        {group.worth.map(({ currencyCode, net }) => (
          <div key={currencyCode} className={classes.money}>
            <MoneyText value={net} /> {currencyCode}
          </div>
        ))}
      </td>
    </tr>
  );
}
