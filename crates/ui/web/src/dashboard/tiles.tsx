import { Link } from "wouter";
import { useLanguage, useWords } from "../i18n";
import { ageText } from "../parts/durations";
import { showInstant } from "../values/day";
import classes from "./dashboard.module.css";
import type { Intake } from "./intake";
import { dashboardWords } from "./words";
import { localeOf } from "../values/locale";

interface TileProps {
  words: string;
  figure: string;
  href: string;
  /** Which colour it has if it is not 0. */
  tone?: "new" | "error" | "processed" | undefined;
  beneath?: string;
}

function Tile({ words, figure, href, tone, beneath }: TileProps) {
  return (
    <li>
      <Link href={href} className={classes.tile} data-tone={tone}>
        <span className={classes.tileWords}>{words}</span>
        <span className={classes.figure}>{figure}</span>
        {beneath && <span className={classes.tileWords}>{beneath}</span>}
      </Link>
    </li>
  );
}

/** What there is to do, each leading to where it is done. */
export function Tiles({ intake, dataSource }: { intake: Intake; dataSource: string | undefined }) {
  const t = useWords(dashboardWords);
  const language = useLanguage();
  const number = new Intl.NumberFormat(localeOf(language));
  const list = (page: string, parameters: Record<string, string>) =>
    `${page}?${new URLSearchParams({ ...parameters, ...(dataSource && { dataSource }) }).toString()}`;
  const oldest = intake.oldestUnprocessed;
  const waiting = intake.waitingOrders;
  return (
    <ul className={classes.tiles} aria-label={t("figures")}>
      <Tile
        words={t("new")}
        figure={number.format(intake.new)}
        href={list("/candidates", { status: "new" })}
        tone="new"
      />
      <Tile
        words={t("error")}
        figure={number.format(intake.error)}
        href={list("/candidates", { status: "error" })}
        tone={intake.error > 0 ? "error" : undefined}
      />
      <Tile
        words={t("processedToday")}
        figure={number.format(intake.processedToday)}
        tone="processed"
        href={list("/orders", { status: "completed" })}
      />
      <Tile
        words={t("oldest")}
        figure={oldest ? ageText(oldest.createdAt, language) : t("none")}
        href={oldest ? `/candidates/${oldest.candidateId}` : list("/candidates", { status: "new,error" })}
        {...(oldest && { beneath: showInstant(oldest.createdAt, language) })}
      />
      <Tile
        words={t("failedRuns")}
        figure={number.format(intake.failedRuns)}
        href="/scheduler"
        tone={intake.failedRuns > 0 ? "error" : undefined}
      />
      {waiting.count > 0 && (
        <Tile
          words={t("waitingOrders")}
          figure={number.format(waiting.count)}
          href={list("/orders", { handedOver: "due" })}
          tone="new"
          {...(waiting.oldest && { beneath: t("waitingOldest", { age: ageText(waiting.oldest, language) }) })}
        />
      )}
    </ul>
  );
}
