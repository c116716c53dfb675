// Charts, loaded lazily after the figures.
import "@mantine/charts/styles.layer.css";
import { BarChart } from "@mantine/charts";
import { useMediaQuery } from "@mantine/hooks";
import { PHONE } from "../frame/sidebar-state";
import { useLanguage, useMessages } from "../i18n";
import { partsMessages } from "../parts/messages";
import { STATUSES, type Counts } from "./intake";
import { localeOf } from "../values/locale";

/** Width of the names of bars in pixels, and their maximum characters. */
const NAMES = { wide: { width: 240, most: 34 }, narrow: { width: 110, most: 15 } };

function shortened(name: string, most: number): string {
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
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
  const narrow = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false;
  const { width, most } = NAMES[narrow ? "narrow" : "wide"];
  // two lines on phones
  const legend = narrow ? 50 : 30;
  return (
    <div role="img" aria-label={label}>
      <BarChart
        h={lying ? Math.max(60 + legend, 30 + legend + bars.length * 34) : 200 + legend}
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
        legendProps={{ verticalAlign: "top", height: legend, itemSorter: null }}
        xAxisProps={lying ? { allowDecimals: false } : { interval: "preserveStartEnd", minTickGap: 12 }}
        yAxisProps={
          lying
            ? { width, interval: 0, tickFormatter: (name: string) => shortened(name, most) }
            : { allowDecimals: false, width: 64 }
        }
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
