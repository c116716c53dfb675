import { Anchor, Text } from "@mantine/core";
import { useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useLanguage, useMessages } from "../i18n";
import { ageText } from "../parts/durations";
import { useTotalText } from "../parts/values";
import { showInstant } from "../values/day";
import { localeOf } from "../values/locale";
import classes from "./dashboard.module.css";
import { Amounts } from "./amounts";
import { receivedBefore, receivedSince } from "./days";
import { countsQuery, dayQuery, intakeQuery, MONTH, type Day, type Intake } from "./intake";
import { Tile } from "./tile";
import { dashboardMessages } from "./messages";

/** Lines that a run would process now. */
const READY = { status: "new", held: "false" };

interface TodoProps {
  intake: Intake;
  dataSource: string | undefined;
}

/** Open work with links to the matching lists. */
export function Todo({ intake, dataSource }: TodoProps) {
  const t = useMessages(dashboardMessages);
  const language = useLanguage();
  const number = new Intl.NumberFormat(localeOf(language));
  const totalText = useTotalText();
  const list = (page: string, parameters: Record<string, string>) =>
    `${page}?${new URLSearchParams({ ...parameters, ...(dataSource && { dataSource }) }).toString()}`;
  const oldest = intake.oldestUnprocessed;
  const waiting = intake.waitingOrders;
  const mine = useQuery(dayQuery(dataSource)).data?.mine;
  const ready = useQuery(countsQuery({ ...(dataSource && { dataSource }) })).data?.ready;
  return (
    <>
      <ul className={classes.tiles} aria-label={t("figures")}>
        <Tile
          label={t("error")}
          value={number.format(intake.error)}
          href={dataSource ? list("/candidates", { status: "error" }) : "/inbox"}
          tone={intake.error > 0 ? "error" : undefined}
        />
        <Tile
          label={t("new")}
          value={ready ? totalText(ready) : "…"}
          href={list("/candidates", READY)}
          tone={ready && ready.value > 0 ? "new" : undefined}
        />
        <Tile
          label={t("oldest")}
          value={oldest ? ageText(oldest.createdAt, language) : t("none")}
          href={oldest ? `/candidates/${oldest.candidateId}` : list("/candidates", { status: "new,error" })}
          footer={oldest && showInstant(oldest.createdAt, language)}
        />
        {mine && mine.candidates > 0 && (
          <Tile
            label={t("mine")}
            value={number.format(mine.candidates)}
            href={list("/candidates", { assignedTo: "me", status: "new,error" })}
            tone={mine.error > 0 ? "error" : "new"}
            footer={[
              t("mineOrders", { count: mine.orders }),
              mine.error > 0 && t("mineError", { count: mine.error }),
              mine.oldest && t("waitingOldest", { age: ageText(mine.oldest, language) }),
            ]
              .filter(Boolean)
              .join(" · ")}
          />
        )}
        {waiting.count > 0 && (
          <Tile
            label={t("waitingOrders")}
            value={number.format(waiting.count)}
            href={list("/orders", { handedOver: "due" })}
            tone="new"
            footer={waiting.oldest && t("waitingOldest", { age: ageText(waiting.oldest, language) })}
          />
        )}
      </ul>
      {intake.error + intake.new > 0 && <Ages dataSource={dataSource} />}
    </>
  );
}

interface Age {
  words: "ageToday" | "ageWeek" | "ageOlder";
  /** Name in the API. */
  age: keyof Day["open"];
  createdFrom?: string;
  createdTo?: string;
}

/** Age groups by days of the organisation, as the server sums them. */
function ages(days: Intake["buckets"]): Age[] {
  const [today, week] = [receivedSince(days, 0), receivedSince(days, 7)];
  return [
    { words: "ageOlder", age: "longer", createdTo: receivedBefore(days, 7) },
    { words: "ageWeek", age: "week", createdFrom: week, createdTo: receivedBefore(days, 0) },
    { words: "ageToday", age: "today", createdFrom: today },
  ];
}

/** Open lines by age, oldest first. */
function Ages({ dataSource }: { dataSource: string | undefined }) {
  const t = useMessages(dashboardMessages);
  const totalText = useTotalText();
  const month = useQuery(intakeQuery(MONTH, dataSource)).data;
  const rows = month ? ages(month.buckets) : [];
  const counts = useQueries({
    queries: rows.map(({ words: _, age: __, ...between }) =>
      countsQuery({ ...between, ...(dataSource && { dataSource }) }),
    ),
  });
  const day = useQuery(dayQuery(dataSource)).data;
  const href = ({ words: _, age: __, ...between }: Age, filter: Record<string, string>) =>
    `/candidates?${new URLSearchParams({ ...filter, ...between, ...(dataSource && { dataSource }) }).toString()}`;
  return (
    <>
      <table className={classes.table} aria-label={t("age")}>
        <thead>
          <tr>
            <th scope="col">{t("age")}</th>
            <th scope="col" data-numeric>
              {t("error")}
            </th>
            <th scope="col" data-numeric>
              {t("new")}
            </th>
            <th scope="col" data-numeric>
              {t("amount")}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.words}>
              <th scope="row">{t(row.words)}</th>
              {(["error", "ready"] as const).map((figure) => {
                const count = counts[index]?.data?.[figure];
                const none = count?.value === 0;
                return (
                  <td key={figure} data-numeric>
                    {none && <span className="quiet">0</span>}
                    {count && !none && (
                      <Anchor
                        size="sm"
                        underline="hover"
                        component={Link}
                        href={href(row, figure === "ready" ? READY : { status: "error" })}>
                        {totalText(count)}
                      </Anchor>
                    )}
                  </td>
                );
              })}
              <td data-numeric data-part={t("amount")}>
                {day && <Amounts worth={day.open[row.age].worth} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {day && !day.openWhole && (
        <Text size="sm" className="quiet">
          {t("oldestSummed")}
        </Text>
      )}
    </>
  );
}
