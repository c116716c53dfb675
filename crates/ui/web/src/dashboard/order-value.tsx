// Today's results compared with usual ones, in the organisation's time zone.
import { useQuery } from "@tanstack/react-query";
import { useLanguage, useMessages } from "../i18n";
import { useTotalText } from "../parts/values";
import { addDays } from "../values/day";
import { localeOf } from "../values/locale";
import { totalOn, averageOn } from "./comparison";
import classes from "./dashboard.module.css";
import { Amounts } from "./amounts";
import { receivedSince, todayOf } from "./days";
import { dayQuery, daysOf, intakeQuery, MONTH, listAt, type Day, ordersOnQuery, type Intake } from "./intake";
import { Tile } from "./tile";
import { dashboardMessages } from "./messages";

interface OrderValueProps {
  intake: Intake;
  dataSource: string | undefined;
}

/** Orders and lines of today. */
export function OrderValue({ intake, dataSource }: OrderValueProps) {
  const t = useMessages(dashboardMessages);
  const language = useLanguage();
  const number = new Intl.NumberFormat(localeOf(language));
  const percent = new Intl.NumberFormat(localeOf(language), { style: "percent" });
  const totalText = useTotalText();
  const now = todayOf(intake.buckets);
  const before = addDays(now, -7) ?? now;
  const weekday = new Intl.DateTimeFormat(localeOf(language), { weekday: "long" }).format(new Date(`${now}T12:00:00`));
  const month = useQuery(intakeQuery(MONTH, dataSource));
  const orders = useQuery(ordersOnQuery(now, dataSource));
  const ordersBefore = useQuery(ordersOnQuery(before, dataSource));
  const days = month.data ? daysOf(month.data) : [];
  const usual = averageOn(now, days);
  const list = (page: string, parameters: Record<string, string>) => listAt(page, parameters, dataSource);
  const day = useQuery(dayQuery(dataSource)).data;
  return (
    <>
      <ul className={classes.tiles} aria-label={t("worth")}>
        <Tile
          label={t("ordersToday")}
          value={orders.data ? totalText(orders.data) : t("pending")}
          tone={orders.data?.value ? "processed" : undefined}
          href={list("/orders", { status: "completed", dateOrderedFrom: now, dateOrderedTo: now })}
          footer={ordersBefore.data && t("weekAgo", { weekday, count: ordersBefore.data.value })}
        />
        <Tile
          label={t("processedToday")}
          value={number.format(intake.processedToday)}
          tone={intake.processedToday > 0 ? "processed" : undefined}
          href={list("/candidates", { status: "processed" })}
          footer={day && day.ordered > 0 && t("untouched", { share: percent.format(day.untouched / day.ordered) })}
        />
        <Tile
          label={t("linesToday")}
          value={month.data ? number.format(totalOn(now, days)) : t("pending")}
          href={list("/candidates", { createdFrom: receivedSince(month.data?.buckets ?? [], 0) })}
          footer={usual === undefined ? t("usualUnknown") : t("usual", { weekday, count: usual })}
        />
      </ul>
      {day && <OrderAmounts day={day} weekday={weekday} />}
    </>
  );
}

/** Value of today's orders, compared with a week ago up to the same time. */
function OrderAmounts({ day, weekday }: { day: Day; weekday: string }) {
  const t = useMessages(dashboardMessages);
  const rows = [
    { words: t("ordersOfToday"), of: day.orders },
    { words: t("ordersWeekAgo", { weekday }), of: day.ordersWeekAgo },
  ].filter(({ of }) => of.orders > 0);
  if (rows.length === 0) return null;
  return (
    <table className={classes.table} aria-label={t("ordersWorth")}>
      <thead>
        <tr>
          <th scope="col">{t("ordersWorth")}</th>
          <th scope="col" data-numeric>
            {t("orders")}
          </th>
          <th scope="col" data-numeric>
            {t("lines")}
          </th>
          <th scope="col" data-numeric>
            {t("net")}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ words, of: { orders, candidates, worth, whole } }) => (
          <tr key={words}>
            <th scope="row">{words}</th>
            <td data-numeric>{whole ? t("figure", { count: orders }) : t("figureAtLeast", { count: orders })}</td>
            <td data-numeric>{t("figure", { count: candidates })}</td>
            <td data-numeric>
              <Amounts worth={worth} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
