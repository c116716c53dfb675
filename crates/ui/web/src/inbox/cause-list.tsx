// List of causes, grouped by kind.
import { clsx } from "clsx";
import { Minus, TrendingDown, TrendingUp } from "lucide-react";
import type { RefObject } from "react";
import { useLanguage, useMessages } from "../i18n";
import { useProblemTitle } from "../parts/problem-title";
import { withUnitNames } from "../parts/unit-names";
import { Amount } from "../parts/values";
import { localeOf } from "../values/locale";
import { groupKey, subjectOf, type ProblemGroup } from "./groups";
import classes from "./inbox.module.css";
import { KIND_ICONS, type KindGroup } from "./kinds";
import { inboxMessages } from "./messages";
import { trendOf } from "./trend";

interface CauseListProps {
  kinds: KindGroup<ProblemGroup>[];
  selected: ProblemGroup | undefined;
  list: RefObject<HTMLDivElement | null>;
  onSelect: (cause: ProblemGroup) => void;
  onOpen: (cause: ProblemGroup) => void;
}

/** One cause is selected; arrows move the selection. */
export function CauseList({ kinds, selected, list, onSelect, onOpen }: CauseListProps) {
  const t = useMessages(inboxMessages);
  const number = new Intl.NumberFormat(localeOf(useLanguage()));
  return (
    <div ref={list} role="listbox" aria-label={t("list")} className={classes.causes}>
      {kinds.map(({ kind, causes, lines }) => {
        const Icon = KIND_ICONS[kind];
        return (
          <div key={kind} role="group" aria-label={t(`kind_${kind}`)}>
            <div className={classes.kind} role="presentation" aria-hidden>
              <Icon size={16} strokeWidth={1.5} />
              {t(`kind_${kind}`)}
              <span className={classes.end}>{number.format(lines)}</span>
            </div>
            {causes.map((cause) => (
              <CauseOption
                key={groupKey(cause)}
                cause={cause}
                selected={cause === selected}
                onSelect={() => onSelect(cause)}
                onOpen={() => onOpen(cause)}
              />
            ))}
          </div>
        );
      })}
    </div>
  );
}

interface CauseOptionProps {
  cause: ProblemGroup;
  selected: boolean;
  onSelect: () => void;
  onOpen: () => void;
}

function CauseOption({ cause, selected, onSelect, onOpen }: CauseOptionProps) {
  const t = useMessages(inboxMessages);
  const title = useProblemTitle();
  const language = useLanguage();
  const number = new Intl.NumberFormat(localeOf(language));
  const subject = subjectOf(cause);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the page handles the keys of the list
    <div
      role="option"
      aria-selected={selected}
      tabIndex={selected ? 0 : -1}
      className={clsx(classes.option, selected && classes.selected)}
      onFocus={selected ? undefined : onSelect}
      onClick={onOpen}>
      <span className={classes.optionHead}>
        <span className={classes.optionTitle}>{title(cause.code, cause.message ?? cause.code)}</span>
        <span className={classes.count}>
          <span aria-hidden>{number.format(cause.candidates)}</span>
          <span className={classes.unseen}>{t("candidates", { count: cause.candidates })}</span>
        </span>
      </span>
      <span className={classes.optionText}>
        {subject && <b>{subject} · </b>}
        {withUnitNames(cause.message ?? "", cause.params, language)}
      </span>
      <span className={classes.optionFoot}>
        <Trend cause={cause} />
        <span className={classes.end}>
          <Worth cause={cause} />
        </span>
      </span>
    </div>
  );
}

/** The value in one line; several currencies are counted. */
function Worth({ cause: { worth } }: { cause: ProblemGroup }) {
  const t = useMessages(inboxMessages);
  const [only] = worth;
  if (!only) return null;
  if (worth.length > 1) return t("currencies", { count: worth.length });
  return <Amount value={only.net} currency={only.currencyCode} />;
}

const TRENDS = { more: TrendingUp, first: TrendingUp, fewer: TrendingDown, same: Minus } as const;

/** Lines of the last seven days, compared with the seven days before. */
function Trend({ cause }: { cause: ProblemGroup }) {
  const t = useMessages(inboxMessages);
  const trend = trendOf(cause);
  if (trend === "never") return <span>{t("trend_never")}</span>;
  const Icon = TRENDS[trend];
  return (
    <span className={classes.trend} data-trend={trend}>
      <Icon size={14} strokeWidth={1.5} aria-hidden />
      <span>{t(`trend_${trend}`, { week: cause.lastWeek, before: cause.weekBefore })}</span>
    </span>
  );
}
