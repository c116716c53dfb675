// What came of it today, beside what is usual on such a day?
import { useQuery } from "@tanstack/react-query";
import { useLanguage, useWords } from "../i18n";
import { useTotalText } from "../parts/values";
import { addDays, today } from "../values/day";
import { localeOf } from "../values/locale";
import { totalOn, usualOn } from "./comparison";
import classes from "./dashboard.module.css";
import { daysOf, intakeQuery, MONTH, ordersOnQuery, type Intake } from "./intake";
import { Tile } from "./tile";
import { dashboardWords } from "./words";

interface WorthProps {
  intake: Intake;
  dataSource: string | undefined;
}

/** Orders and lines of today. */
export function Worth({ intake, dataSource }: WorthProps) {
  const t = useWords(dashboardWords);
  const language = useLanguage();
  const number = new Intl.NumberFormat(localeOf(language));
  const totalText = useTotalText();
  const now = today();
  const before = addDays(now, -7) ?? now;
  const weekday = new Intl.DateTimeFormat(localeOf(language), { weekday: "long" }).format(new Date(`${now}T12:00:00`));
  const month = useQuery(intakeQuery(MONTH, dataSource));
  const orders = useQuery(ordersOnQuery(now, dataSource));
  const ordersBefore = useQuery(ordersOnQuery(before, dataSource));
  const days = month.data ? daysOf(month.data) : [];
  const usual = usualOn(now, days);
  const list = (page: string, parameters: Record<string, string>) =>
    `${page}?${new URLSearchParams({ ...parameters, ...(dataSource && { dataSource }) }).toString()}`;
  return (
    <ul className={classes.tiles} aria-label={t("worth")}>
      <Tile
        words={t("ordersToday")}
        figure={orders.data ? totalText(orders.data) : t("pending")}
        tone="processed"
        href={list("/orders", { status: "completed", dateOrderedFrom: now, dateOrderedTo: now })}
        beneath={ordersBefore.data && t("weekAgo", { weekday, count: ordersBefore.data.value })}
      />
      <Tile
        words={t("processedToday")}
        figure={number.format(intake.processedToday)}
        tone="processed"
        href={list("/candidates", { status: "processed" })}
      />
      <Tile
        words={t("linesToday")}
        figure={month.data ? number.format(totalOn(now, days)) : t("pending")}
        href={list("/candidates", { createdFrom: now })}
        beneath={usual === undefined ? t("usualUnknown") : t("usual", { weekday, count: usual })}
      />
    </ul>
  );
}
