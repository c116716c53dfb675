// Figures of open work, with links to the matching lists.
import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "../api/client";
import { useLanguage, useMessages, type Language } from "../i18n";
import { groupsQuery } from "../inbox/groups";
import { isOfReference } from "../inbox/references";
import { HOLDS, holdsQuery } from "../on-hold/holds";
import { ageText } from "../parts/durations";
import { useRefresh } from "../parts/refresh";
import { useTotalText } from "../parts/values";
import { openCausesQuery, REJECTED } from "../rejected/rejected";
import { showDecimal, currencyDigits } from "../values/decimal";
import { showInstant } from "../values/day";
import { localeOf } from "../values/locale";
import classes from "./dashboard.module.css";
import { countsQuery, dayQuery, HELD, listAt, READY, type Intake } from "./intake";
import { dashboardMessages } from "./messages";
import { Tile } from "./tile";
import { sumOfWorths } from "./worth";

/** Minimum refresh interval, in milliseconds. */
const REFRESH = 5_000;

interface KeyFiguresProps {
  intake: Intake;
  dataSource: string | undefined;
}

export function KeyFigures({ intake, dataSource }: KeyFiguresProps) {
  const t = useMessages(dashboardMessages);
  const language = useLanguage();
  const number = new Intl.NumberFormat(localeOf(language));
  const totalText = useTotalText();
  const counts = useQuery(countsQuery(dataSource ? { dataSource } : {})).data;
  const oldest = intake.oldestUnprocessed;
  const waiting = intake.waitingOrders;
  return (
    <ul className={classes.figures} aria-label={t("figures")}>
      <Tile
        label={t("error")}
        value={number.format(intake.error)}
        href={dataSource ? listAt("/candidates", { status: "error" }, dataSource) : "/inbox"}
        tone={intake.error > 0 ? "error" : undefined}
        footer={<ErrorWorth dataSource={dataSource} />}
      />
      <Tile
        label={t("new")}
        value={counts ? totalText(counts.ready) : t("pending")}
        href={listAt("/candidates", READY, dataSource)}
        tone={counts && counts.ready.value > 0 ? "new" : undefined}
      />
      <Unresolved dataSource={dataSource} />
      <OnHold dataSource={dataSource} />
      <Rejected dataSource={dataSource} />
      {oldest && (
        <Tile
          label={t("oldest")}
          value={ageText(oldest.createdAt, language)}
          href={`/candidates/${oldest.candidateId}`}
          footer={showInstant(oldest.createdAt, language)}
        />
      )}
      <OwnQueue dataSource={dataSource} />
      {waiting.count > 0 && (
        <Tile
          label={t("waitingOrders")}
          value={number.format(waiting.count)}
          href={listAt("/orders", { handedOver: "due" }, dataSource)}
          tone="new"
          footer={waiting.oldest && t("waitingOldest", { age: ageText(waiting.oldest, language) })}
        />
      )}
    </ul>
  );
}

/** Value of the lines that need attention, if all causes are loaded. */
function ErrorWorth({ dataSource }: Pick<KeyFiguresProps, "dataSource">) {
  const language = useLanguage();
  const groups = useQuery(groupsQuery(language, dataSource)).data;
  if (!groups || groups.more) return null;
  return worthText(sumOfWorths(groups.items.map(({ worth }) => worth)), language);
}

function worthText(worth: readonly Schemas["GroupWorth"][], language: Language): string {
  const amount = ({ currencyCode, net }: Schemas["GroupWorth"]) =>
    `${showDecimal(net, language, currencyDigits(currencyCode))} ${currencyCode}`;
  return worth.map(amount).join(" · ");
}

/** Lines with unresolved references: number, value and age. */
function Unresolved({ dataSource }: Pick<KeyFiguresProps, "dataSource">) {
  const t = useMessages(dashboardMessages);
  const language = useLanguage();
  const totalText = useTotalText();
  const groups = useQuery(groupsQuery(language, dataSource)).data;
  const unresolved = (groups?.items ?? []).filter(isOfReference);
  if (!groups || unresolved.length === 0) return null;
  const sum = (of: "candidates" | "unpriced") => unresolved.reduce((all, group) => all + group[of], 0);
  const oldest = unresolved.map((group) => group.oldest).toSorted()[0];
  return (
    <Tile
      label={t("unresolved")}
      value={totalText({ value: sum("candidates"), exact: !groups.more })}
      href={dataSource ? listAt("/candidates", { status: "error" }, dataSource) : "/inbox"}
      tone="error"
      footer={[
        worthText(sumOfWorths(unresolved.map(({ worth }) => worth)), language),
        sum("unpriced") > 0 && t("unpricedLines", { count: sum("unpriced") }),
        oldest && t("waitingOldest", { age: ageText(oldest, language) }),
      ]
        .filter(Boolean)
        .join(" · ")}
    />
  );
}

/** Rejected rows: number, rows that were rejected only because of them, and age. */
function Rejected({ dataSource }: Pick<KeyFiguresProps, "dataSource">) {
  const t = useMessages(dashboardMessages);
  const language = useLanguage();
  const causes = useQuery(openCausesQuery(language, dataSource)).data;
  useRefresh(REJECTED, REFRESH);
  if (!causes || causes.rows === 0) return null;
  const fellWith = causes.items.reduce((all, cause) => all + cause.fellWith, 0);
  const oldest = causes.items.map((cause) => cause.oldest).toSorted()[0];
  return (
    <Tile
      label={t("rejected")}
      value={new Intl.NumberFormat(localeOf(language)).format(causes.rows)}
      href="/rejected"
      tone="error"
      footer={[
        fellWith > 0 && t("fellWith", { count: fellWith }),
        oldest && t("waitingOldest", { age: ageText(oldest, language) }),
      ]
        .filter(Boolean)
        .join(" · ")}
    />
  );
}

/** Lines on hold: number, value and age. */
function OnHold({ dataSource }: Pick<KeyFiguresProps, "dataSource">) {
  const t = useMessages(dashboardMessages);
  const language = useLanguage();
  const totalText = useTotalText();
  const held = useQuery(holdsQuery(dataSource)).data;
  useRefresh(HOLDS, REFRESH);
  if (!held || held.candidates === 0) return null;
  return (
    <Tile
      label={t("held")}
      value={totalText({ value: held.candidates, exact: held.complete })}
      href={dataSource ? listAt("/candidates", HELD, dataSource) : "/on-hold"}
      footer={[
        t("mineOrders", { count: held.orders }),
        worthText(held.worth, language),
        held.unpriced > 0 && t("unpricedLines", { count: held.unpriced }),
        held.since && t("waitingOldest", { age: ageText(held.since, language) }),
      ]
        .filter(Boolean)
        .join(" · ")}
    />
  );
}

/** Lines assigned to the user. */
function OwnQueue({ dataSource }: Pick<KeyFiguresProps, "dataSource">) {
  const t = useMessages(dashboardMessages);
  const language = useLanguage();
  const mine = useQuery(dayQuery(dataSource)).data?.mine;
  if (!mine || mine.candidates === 0) return null;
  return (
    <Tile
      label={t("mine")}
      value={new Intl.NumberFormat(localeOf(language)).format(mine.candidates)}
      href={listAt("/candidates", { assignedTo: "me", status: "new,error" }, dataSource)}
      tone={mine.error > 0 ? "error" : "new"}
      footer={[
        t("mineOrders", { count: mine.orders }),
        mine.error > 0 && t("mineError", { count: mine.error }),
        mine.oldest && t("waitingOldest", { age: ageText(mine.oldest, language) }),
      ]
        .filter(Boolean)
        .join(" · ")}
    />
  );
}
