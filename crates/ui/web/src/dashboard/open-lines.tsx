// Open lines by ranges of days: columns that add up, with links to the lists.
import { Anchor } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Schemas } from "../api/client";
import type { Filter } from "../disposition/filters";
import { useMessages } from "../i18n";
import { useTotalText } from "../parts/values";
import classes from "./dashboard.module.css";
import { countsQuery, HELD, heldOf, listAt, READY } from "./intake";
import { dashboardMessages } from "./messages";

type Total = Schemas["Total"];

const FIGURES = ["error", "held", "new"] as const;
type Figure = (typeof FIGURES)[number];
type Figures = Record<Figure, Total>;

const FILTERS: Record<Figure, Record<string, string>> = { error: { status: "error" }, held: HELD, new: READY };

export interface Range {
  name: string;
  filter: Filter;
  /** Cell of the last column. */
  end?: ReactNode;
}

interface OpenLinesProps {
  label: string;
  /** Heading of the ranges. */
  heading: string;
  /** Heading of the last column. */
  endHeading?: string;
  ranges: readonly Range[];
  /** Cell of the last column in the total row. */
  total?: ReactNode;
  /** Label of the row of lines in no range. */
  rest?: string;
  dataSource: string | undefined;
}

/** Table of open lines. Ranges without lines have no row; without open lines there is no table. */
export function OpenLines({ label, heading, endHeading, ranges, total, rest, dataSource }: OpenLinesProps) {
  const t = useMessages(dashboardMessages);
  const source = dataSource ? { dataSource } : {};
  const queries = [{}, ...ranges.map(({ filter }) => filter)].map((filter) => countsQuery({ ...filter, ...source }));
  const [all, ...counts] = useQueries({ queries }).map(({ data }) => data && figuresOf(data));
  if (!all || isEmpty(all)) return null;
  const outside = rest === undefined ? undefined : differenceOf(all, counts);
  return (
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          {FIGURES.map((figure) => (
            <th key={figure} scope="col" data-numeric>
              {t(figure)}
            </th>
          ))}
          {endHeading && (
            <th scope="col" data-numeric>
              {endHeading}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {ranges.map(({ name, filter, end }, index) => {
          const figures = counts[index];
          if (!figures || isEmpty(figures)) return null;
          return (
            <tr key={name}>
              <th scope="row">{name}</th>
              <Cells figures={figures} filter={filter} dataSource={dataSource} />
              {endHeading && <td data-numeric>{end}</td>}
            </tr>
          );
        })}
        {outside && !isEmpty(outside) && (
          <tr>
            <th scope="row">{rest}</th>
            <Cells figures={outside} />
            {endHeading && <td />}
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t("total")}</th>
          <Cells figures={all} filter={{}} dataSource={dataSource} />
          {endHeading && <td data-numeric>{total}</td>}
        </tr>
      </tfoot>
    </table>
  );
}

interface CellsProps {
  figures: Figures;
  /** Filter of the lists; none if they cannot select the lines. */
  filter?: Filter;
  dataSource?: string | undefined;
}

function Cells({ figures, filter, dataSource }: CellsProps) {
  const totalText = useTotalText();
  return FIGURES.map((figure) => (
    <td key={figure} data-numeric>
      {figures[figure].value === 0 && <span className="quiet">0</span>}
      {figures[figure].value > 0 && !filter && totalText(figures[figure])}
      {figures[figure].value > 0 && filter && (
        <Anchor
          size="sm"
          underline="hover"
          component={Link}
          href={listAt("/candidates", { ...FILTERS[figure], ...filter }, dataSource)}>
          {totalText(figures[figure])}
        </Anchor>
      )}
    </td>
  ));
}

function figuresOf(counts: Schemas["CandidateCountsAnswer"]): Figures {
  return { error: counts.error, held: heldOf(counts), new: counts.ready };
}

function isEmpty(figures: Figures): boolean {
  return FIGURES.every((figure) => figures[figure].value === 0);
}

/** Returns the lines in no range; undefined until all counts are loaded, or if one is not exact. */
function differenceOf(all: Figures, counts: readonly (Figures | undefined)[]): Figures | undefined {
  const rest = (figure: Figure): Total => {
    const totals = counts.map((one) => one?.[figure]);
    const exact = [all[figure], ...totals].every((one) => one?.exact);
    const value = exact ? totals.reduce((left, one) => left - (one?.value ?? 0), all[figure].value) : 0;
    return { value: Math.max(0, value), exact };
  };
  const figures = { error: rest("error"), held: rest("held"), new: rest("new") };
  return FIGURES.every((figure) => figures[figure].exact) ? figures : undefined;
}
