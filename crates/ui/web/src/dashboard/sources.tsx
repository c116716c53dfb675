// Lines received today by data source.
import { Anchor, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import type { Schemas } from "../api/client";
import { useLanguage, useMessages } from "../i18n";
import { agoText } from "../parts/durations";
import { useSourceName } from "../parts/source";
import { localeOf } from "../values/locale";
import { Card } from "./card";
import classes from "./dashboard.module.css";
import { dayQuery } from "./intake";
import { dashboardMessages } from "./messages";

type SourceDay = Schemas["SourceDay"];

/** Number of data sources shown initially. */
const SOURCES = 6;

/** Lines per data source today, compared with usual ones by now. The total includes all data sources. */
export function Sources({ dataSource }: { dataSource: string | undefined }) {
  const t = useMessages(dashboardMessages);
  const [all, showAll] = useState(false);
  const day = useQuery(dayQuery(undefined)).data;
  const sources = (day?.sources ?? []).filter((one) => !dataSource || one.dataSource.name === dataSource);
  if (sources.length === 0) return null;
  const compared = sources.some(({ usualByNow }) => usualByNow != null);
  return (
    <Card title={t("received")}>
      <table className={classes.table} aria-label={t("sources")}>
        <thead>
          <tr>
            <th scope="col">{t("source")}</th>
            <th scope="col">{t("lastCame")}</th>
            <th scope="col" data-numeric>
              {t("title")}
            </th>
            {compared && (
              <th scope="col" data-numeric>
                {t("usually")}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {(all ? sources : sources.slice(0, SOURCES)).map((source) => (
            <Source key={source.dataSource.name} source={source} compared={compared} />
          ))}
        </tbody>
        {sources.length > 1 && <Totals sources={sources} compared={compared} />}
      </table>
      {sources.length > SOURCES && (
        <Button variant="subtle" size="compact-sm" aria-expanded={all} onClick={() => showAll(!all)}>
          {all ? t("fewerSources") : t("moreSources", { count: sources.length - SOURCES })}
        </Button>
      )}
    </Card>
  );
}

interface SourceProps {
  source: SourceDay;
  /** Shows usual numbers. */
  compared: boolean;
}

function Source({ source, compared }: SourceProps) {
  const t = useMessages(dashboardMessages);
  const language = useLanguage();
  const nameOf = useSourceName();
  const number = new Intl.NumberFormat(localeOf(language));
  const { dataSource, last, today, usualByNow, usual, quiet } = source;
  return (
    <tr>
      <th scope="row">
        <Anchor
          size="sm"
          underline="hover"
          component={Link}
          href={`/candidates?${new URLSearchParams({ dataSource: dataSource.name }).toString()}`}>
          {nameOf(dataSource.name)}
        </Anchor>
      </th>
      <td>{last && agoText(last, language)}</td>
      <td data-numeric>
        {number.format(today)}
        {quiet && <div className={classes.quiet}>{t("quieter")}</div>}
      </td>
      {compared && (
        <td data-numeric>
          {usualByNow != null && number.format(usualByNow)}
          {usual != null && <div className="quiet">{t("wholeDay", { count: usual })}</div>}
        </td>
      )}
    </tr>
  );
}

function Totals({ sources, compared }: { sources: readonly SourceDay[]; compared: boolean }) {
  const t = useMessages(dashboardMessages);
  const number = new Intl.NumberFormat(localeOf(useLanguage()));
  const sum = (figure: "today" | "usualByNow") =>
    number.format(sources.reduce((all, source) => all + (source[figure] ?? 0), 0));
  return (
    <tfoot>
      <tr>
        <th scope="row">{t("total")}</th>
        <td />
        <td data-numeric>{sum("today")}</td>
        {compared && <td data-numeric>{sum("usualByNow")}</td>}
      </tr>
    </tfoot>
  );
}
