import { Anchor, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Link } from "wouter";
import { useLanguage, useMessages } from "../i18n";
import type { Schemas } from "../api/client";
import { groupKey, groupsQuery, listOf, type ProblemGroup } from "../inbox/groups";
import { trendOf } from "../inbox/trend";
import { FailureText } from "../parts/failure";
import { useProblemTitle } from "../parts/problem-title";
import { withUnitNames } from "../parts/unit-names";
import { localeOf } from "../values/locale";
import { showInstant } from "../values/day";
import { Amounts } from "./amounts";
import { Card } from "./card";
import classes from "./dashboard.module.css";
import { dashboardMessages } from "./messages";
import { sumOfWorths } from "./worth";

/** Maximum number of causes shown. */
const TOP = 5;

interface CausesProps {
  dataSource: string | undefined;
}

/** Most frequent causes with value per currency and weekly trend, including resolved ones. */
export function Causes({ dataSource }: CausesProps) {
  const t = useMessages(dashboardMessages);
  const language = useLanguage();
  const groups = useQuery(groupsQuery(language, dataSource));
  const items = groups.data?.items ?? [];
  return (
    <Card title={t("causes")} link={{ href: "/inbox", label: t("toInbox") }}>
      {groups.isError && !groups.data && (
        <Text size="sm" role="alert">
          <FailureText failure={groups.error} />
        </Text>
      )}
      {groups.data && items.length === 0 && (
        <Text size="sm" className="quiet">
          {t("noCauses")}
        </Text>
      )}
      {groups.data && items.length > 0 && <CauseTable answer={groups.data} dataSource={dataSource} />}
      {items.length > 0 && groups.data?.countedSince && (
        <Text size="sm" className="quiet">
          {t("countedSince", { at: showInstant(groups.data.countedSince, language) })}
        </Text>
      )}
    </Card>
  );
}

function CauseTable({ answer, dataSource }: CausesProps & { answer: Schemas["ProblemGroupsAnswer"] }) {
  const t = useMessages(dashboardMessages);
  return (
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
        {answer.items.slice(0, TOP).map((group) => (
          <Cause key={groupKey(group)} group={group} dataSource={dataSource} />
        ))}
      </tbody>
      {answer.groups > 1 && (
        <tfoot>
          <Sums answer={answer} />
        </tfoot>
      )}
    </table>
  );
}

/** Other causes and total. Values and trends are known only if all causes are loaded. */
function Sums({ answer: { items, more, groups, candidates } }: { answer: Schemas["ProblemGroupsAnswer"] }) {
  const t = useMessages(dashboardMessages);
  const number = new Intl.NumberFormat(localeOf(useLanguage()));
  const [top, others] = [items.slice(0, TOP), items.slice(TOP)];
  const shown = top.reduce((sum, group) => sum + group.candidates, 0);
  const rows = [
    ...(groups > top.length
      ? [{ words: t("otherCauses", { count: groups - top.length }), count: candidates - shown, of: others }]
      : []),
    { words: t("total"), count: candidates, of: items },
  ];
  return rows.map(({ words, count, of }) => (
    <tr key={words}>
      <th scope="row">{words}</th>
      <td data-numeric data-part={t("stillOpen")}>
        {number.format(count)}
      </td>
      <td data-numeric data-part={more ? undefined : t("ofWeek")}>
        {!more && number.format(of.reduce((sum, group) => sum + group.lastWeek, 0))}
      </td>
      <td data-numeric>{!more && <Amounts worth={sumOfWorths(of.map(({ worth }) => worth))} />}</td>
    </tr>
  ));
}

function Cause({ group, dataSource }: CausesProps & { group: ProblemGroup }) {
  const t = useMessages(dashboardMessages);
  const title = useProblemTitle();
  const language = useLanguage();
  const number = new Intl.NumberFormat(localeOf(language));
  const href = listOf(group);
  return (
    <tr>
      <td>
        <Anchor
          size="sm"
          underline="hover"
          component={Link}
          href={dataSource ? `${href}&${new URLSearchParams({ dataSource }).toString()}` : href}>
          {title(group.code, group.message ?? group.code)}
        </Anchor>
        <div className="quiet">{withUnitNames(group.message ?? "", group.params, language)}</div>
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
