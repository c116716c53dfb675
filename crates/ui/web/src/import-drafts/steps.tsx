// Step indicator of the wizard.
import { clsx } from "clsx";
import { Check } from "lucide-react";
import { useMessages } from "../i18n";
import { isFinished, isOfFile, isReachable, STEPS, type Step } from "./state";
import classes from "./wizard.module.css";
import { importMessages } from "./messages";
import type { ImportDraft } from "./types";

interface StepListProps {
  draft: ImportDraft;
  step: Step;
  onStep: (step: Step) => void;
}

export function StepList({ draft, step, onStep }: StepListProps) {
  const t = useMessages(importMessages);
  const isResult = isFinished(draft);
  return (
    <nav aria-label={t("steps")} className={classes.stepsFrame}>
      <ol className={classes.steps}>
        {STEPS.map((one, index) => {
          const open = openQuestions(one, draft);
          const done = isDone(one, draft);
          return (
            <li key={one} className={clsx(classes.step, one === step && classes.current)}>
              <button
                type="button"
                aria-current={one === step ? "step" : undefined}
                disabled={one !== step && !isReachable(one, draft)}
                onClick={() => onStep(one)}>
                <span className={classes.stepNumber} data-done={done || undefined} aria-hidden>
                  {done ? <Check size={12} strokeWidth={2.5} /> : index + 1}
                </span>
                <span className={classes.stepName}>
                  {t(one === "import" && isResult ? "step_result" : `step_${one}`)}
                </span>
                {open > 0 && (
                  <span className={classes.stepOpen}>
                    <span aria-hidden>{open}</span>
                    <span className={classes.unseen}>{t("stepOpen", { count: open })}</span>
                  </span>
                )}
                {done && <span className={classes.unseen}>{t("stepDone")}</span>}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function openQuestions(step: Step, { questions }: ImportDraft): number {
  if (step === "file") return questions.filter(isOfFile).length;
  return step === "columns" ? questions.filter((question) => !isOfFile(question)).length : 0;
}

function isDone(step: Step, draft: ImportDraft): boolean {
  if (isFinished(draft)) return true;
  if (step === "file") return !draft.questions.some(isOfFile) && draft.confirmed;
  if (step === "columns") return draft.confirmed && draft.questions.length === 0;
  return step === "check" && isReachable("import", draft);
}
