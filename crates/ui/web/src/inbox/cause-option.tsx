// A cause in the list: title, message, trend and value.
import { Minus, TrendingDown, TrendingUp } from "lucide-react";
import { useLanguage, useMessages } from "../i18n";
import { OptionText } from "../parts/panes";
import { useProblemTitle } from "../parts/problem-title";
import { withUnitNames } from "../parts/unit-names";
import { WorthText } from "../parts/worth";
import { subjectOf, type ProblemGroup } from "./groups";
import classes from "./inbox.module.css";
import { inboxMessages } from "./messages";
import { trendOf } from "./trend";

export function CauseOption({ cause }: { cause: ProblemGroup }) {
  const t = useMessages(inboxMessages);
  const title = useProblemTitle();
  const language = useLanguage();
  const subject = subjectOf(cause);
  return (
    <OptionText
      title={title(cause.code, cause.message ?? cause.code)}
      count={cause.candidates}
      countText={t("candidates", { count: cause.candidates })}
      text={
        <>
          {subject && <b>{subject} · </b>}
          {withUnitNames(cause.message ?? "", cause.params, language)}
        </>
      }
      foot={<Trend cause={cause} />}
      end={<WorthText worth={cause.worth} />}
    />
  );
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
