// Charts, loaded lazily after the figures.
import "@mantine/charts/styles.layer.css";
import { BarChart } from "@mantine/charts";
import { useLanguage, useMessages } from "../i18n";
import { partsMessages } from "../parts/messages";
import { STATUSES, type Counts } from "./intake";
import { localeOf } from "../values/locale";

/** Maximum characters of a name beside a bar. */
const ROOM = 34;

function shortened(name: string): string {
  return name.length > ROOM ? `${name.slice(0, ROOM - 1)}…` : name;
}

export interface Bar extends Counts {
  name: string;
}

interface StackedBarsProps {
  label: string;
  bars: Bar[];
  /** Horizontal bars, with room for names. */
  lying?: boolean;
}

export default function StackedBars({ label, bars, lying }: StackedBarsProps) {
  const t = useMessages(partsMessages);
  const language = useLanguage();
  const format = new Intl.NumberFormat(localeOf(language));
  return (
    <div role="img" aria-label={label}>
      <BarChart
        h={lying ? Math.max(90, 60 + bars.length * 34) : 230}
        data={bars}
        dataKey="name"
        type="stacked"
        orientation={lying ? "vertical" : "horizontal"}
        series={STATUSES.map((status) => ({
          name: status,
          label: t(`status_${status}`),
          color: `var(--status-${status})`,
        }))}
        valueFormatter={(value) => format.format(value)}
        withLegend
        legendProps={{ verticalAlign: "top", height: 30, itemSorter: null }}
        xAxisProps={lying ? { allowDecimals: false } : { interval: "preserveStartEnd", minTickGap: 12 }}
        yAxisProps={lying ? { width: 240, interval: 0, tickFormatter: shortened } : { allowDecimals: false, width: 64 }}
        maxBarWidth={lying ? 18 : 40}
        textColor="var(--quiet)"
        gridColor="var(--line)"
        barProps={{ isAnimationActive: false }}
        // the table is the accessible alternative
        accessibilityLayer={false}
      />
    </div>
  );
}
