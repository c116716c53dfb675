// Selected cause: message, figures, suggested fixes and lines.
import { Anchor, Button, Kbd, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { Link } from "wouter";
import { useLanguage, useMessages } from "../i18n";
import { ageText } from "../parts/durations";
import { BackButton } from "../parts/panes";
import panes from "../parts/panes.module.css";
import { useProblemTitle } from "../parts/problem-title";
import { withUnitNames } from "../parts/unit-names";
import { Amount } from "../parts/values";
import { CautionText } from "../disposition/panel/effects";
import { firstChoice, reasonNotAllowed, type Fix } from "../disposition/panel/fixes";
import { panelMessages } from "../disposition/panel/messages";
import { CauseLines } from "./cause-lines";
import { consequenceQuery, groupKey, listOf, othersRemedy, remediesOf, subjectOf, type ProblemGroup } from "./groups";
import classes from "./inbox.module.css";
import { inboxMessages } from "./messages";
import { useShortFix } from "./short-fix";

interface CauseDetailProps {
  cause: ProblemGroup;
  onFix: (fix: Fix) => void;
  /** Returns to the list, if only one of both is visible. */
  onBack?: (() => void) | undefined;
}

export function CauseDetail({ cause, onFix, onBack }: CauseDetailProps) {
  const t = useMessages(inboxMessages);
  const title = useProblemTitle();
  const language = useLanguage();
  const titleId = useId();
  const subject = subjectOf(cause);
  return (
    <section className={panes.detail} aria-labelledby={titleId}>
      <BackButton label={t("back")} onBack={onBack} />
      <div>
        <Title order={2} id={titleId} className={panes.title}>
          {title(cause.code, cause.message ?? cause.code)}
          {subject && <span className={panes.subject}> · {subject}</span>}
        </Title>
        <Text>{withUnitNames(cause.message ?? "", cause.params, language)}</Text>
      </div>
      <Figures cause={cause} />
      <Fixes cause={cause} onFix={onFix} />
      <div className={panes.linesHead}>
        <Title order={3}>{t("lines")}</Title>
        <Anchor component={Link} href={listOf(cause)} size="sm" underline="hover">
          {t("open")}
        </Anchor>
      </div>
      <CauseLines key={JSON.stringify(cause.filter)} cause={cause} />
    </section>
  );
}

/** Lines, incoming orders, value and age. */
function Figures({ cause }: { cause: ProblemGroup }) {
  const t = useMessages(inboxMessages);
  const language = useLanguage();
  return (
    <ul className={panes.figures} aria-label={t("figures")}>
      <li>{t("candidates", { count: cause.candidates })}</li>
      <li>{t("orders", { count: cause.orders })}</li>
      {cause.worth.map(({ currencyCode, net }) => (
        <li key={currencyCode}>
          <Amount value={net} currency={currencyCode} />
        </li>
      ))}
      {cause.unpriced > 0 && <li>{t("unpriced", { count: cause.unpriced })}</li>}
      <li>{t("oldest", { age: ageText(cause.oldest, language) })}</li>
    </ul>
  );
}

/** Suggested fixes with the keys that start them. */
function Fixes({ cause, onFix }: Pick<CauseDetailProps, "cause" | "onFix">) {
  const t = useMessages(inboxMessages);
  const tPanel = useMessages(panelMessages);
  const fixes = remediesOf(cause);
  const choice = firstChoice(fixes);
  if (fixes.length === 0) {
    const others = othersRemedy(cause);
    return (
      <Text size="sm" className="quiet">
        {others ? tPanel(reasonNotAllowed(others), { what: others.words }) : t("noFix")}
      </Text>
    );
  }
  return (
    <ul className={classes.fixes} aria-label={t("fixes")}>
      {fixes.map((fix, index) => (
        <FixItem
          key={`${groupKey(cause)} ${fix.words}`}
          cause={cause}
          fix={fix}
          chosen={fix === choice}
          press={fix === choice ? "Enter" : String(index + 1)}
          onFix={() => onFix(fix)}
        />
      ))}
    </ul>
  );
}

interface FixItemProps {
  cause: ProblemGroup;
  fix: Fix;
  /** Started by Enter. */
  chosen: boolean;
  press: string;
  onFix: () => void;
}

/** Fix as a short verb, with its explanation and consequence. */
function FixItem({ cause, fix, chosen, press, onFix }: FixItemProps) {
  const short = useShortFix();
  const language = useLanguage();
  const explanationId = useId();
  return (
    <li>
      <Button
        variant={chosen && fix.sureness !== "possible" ? "filled" : "default"}
        className={classes.action}
        aria-describedby={explanationId}
        aria-keyshortcuts={press}
        rightSection={
          <Kbd size="xs" aria-hidden>
            {press === "Enter" ? "↵" : press}
          </Kbd>
        }
        onClick={onFix}>
        {short(fix)}
      </Button>
      <div id={explanationId} className={classes.explanation}>
        <span>{withUnitNames(fix.words, cause.params, language)}</span> <Consequence cause={cause} fix={fix} />
        <CautionText fix={fix} />
      </div>
    </li>
  );
}

/** Delay before the dry run, while the selection moves, in milliseconds. */
const SELECTION_PAUSE = 300;

/** Numbers of resolved and remaining lines by dry run, otherwise of re-validated lines. */
function Consequence({ cause, fix }: Pick<FixItemProps, "cause" | "fix">) {
  const t = useMessages(inboxMessages);
  const [rests, rest] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => rest(true), SELECTION_PAUSE);
    return () => clearTimeout(timer);
  }, []);
  const plan = useQuery(consequenceQuery(cause, fix, rests));
  if (!fix.changes) return <span>{t("writes", { count: cause.candidates })}</span>;
  if (!plan.data) return null;
  const { selected, resolved } = plan.data.counts;
  return (
    <span className={classes.consequence}>
      {t("consequence", { resolved, count: Math.max(0, selected - resolved) })}
    </span>
  );
}
