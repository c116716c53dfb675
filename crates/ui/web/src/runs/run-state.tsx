import { useLanguage, useWords } from "../i18n";
import { isOver, type Run } from "../api/events";
import { runWords } from "./run-words";
import classes from "./runs.module.css";

type State = "queued" | "running" | "done" | "stopped" | "failed";

/** The state of a run: colour and word. */
export function RunState({ state }: { state: string }) {
  const t = useWords(runWords);
  return (
    <span className={classes.state} data-state={state}>
      {t(`state_${state as State}`)}
    </span>
  );
}

/** How long a run worked, or works by now. */
export function Duration({ run }: { run: Run }) {
  const language = useLanguage();
  if (!run.startedAt) return null;
  const end = isOver(run) ? Date.parse(run.finishedAt ?? "") : Date.now();
  const seconds = Math.max(0, (end - Date.parse(run.startedAt)) / 1000);
  return <>{durationText(seconds, language)}</>;
}

function durationText(seconds: number, language: string): string {
  const [value, unit, digits] =
    seconds < 1
      ? ([seconds * 1000, "millisecond", 0] as const)
      : seconds < 120
        ? ([seconds, "second", 1] as const)
        : ([seconds / 60, "minute", 1] as const);
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit,
    unitDisplay: "short",
    maximumFractionDigits: digits,
  }).format(value);
}
