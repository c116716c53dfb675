import { Button, Loader, Text, Title } from "@mantine/core";
import { BarChart3, Table as TableIcon } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useLanguage, useMessages } from "../i18n";
import { partsMessages } from "../parts/messages";
import type { Bar } from "./charts";
import classes from "./dashboard.module.css";
import { STATUSES, totalOf } from "./intake";
import { dashboardMessages } from "./messages";
import { localeOf } from "../values/locale";

const StackedBars = lazy(() => import("./charts"));

interface ChartCardProps {
  title: string;
  /** Description of a bar. */
  of: string;
  bars: Bar[];
  lying?: boolean;
}

/** Chart with a table view. */
export function ChartCard({ title, of, bars, lying }: ChartCardProps) {
  const t = useMessages(dashboardMessages);
  const tParts = useMessages(partsMessages);
  const [table, setTable] = useState(false);
  const Icon = table ? BarChart3 : TableIcon;
  const empty = bars.every((bar) => totalOf(bar) === 0);
  return (
    <section className={classes.card} aria-label={title}>
      <div className={classes.cardHead}>
        <Title order={2}>{title}</Title>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<Icon size={14} aria-hidden />}
          onClick={() => setTable(!table)}>
          {t(table ? "asChart" : "asTable")}
        </Button>
      </div>
      {empty && !table && (
        <Text size="sm" className="quiet">
          {t("nothing")}
        </Text>
      )}
      {table && <BarTable title={title} of={of} bars={bars} />}
      {!empty && !table && (
        <Suspense fallback={<Loader size="sm" aria-label={tParts("loading")} />}>
          <StackedBars label={title} bars={bars} lying={lying ?? false} />
        </Suspense>
      )}
    </section>
  );
}

function BarTable({ title, of, bars }: { title: string; of: string; bars: Bar[] }) {
  const t = useMessages(dashboardMessages);
  const tParts = useMessages(partsMessages);
  const format = new Intl.NumberFormat(localeOf(useLanguage()));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll regions need keyboard access
    <div className={classes.tableScroll} tabIndex={0} role="group" aria-label={title}>
      <table className={classes.table} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            {STATUSES.map((status) => (
              <th key={status} scope="col" data-numeric>
                {tParts(`status_${status}`)}
              </th>
            ))}
            <th scope="col" data-numeric>
              {t("total")}
            </th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.name}>
              <th scope="row">{bar.name}</th>
              {STATUSES.map((status) => (
                <td key={status} data-numeric>
                  {format.format(bar[status])}
                </td>
              ))}
              <td data-numeric>{format.format(totalOf(bar))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
