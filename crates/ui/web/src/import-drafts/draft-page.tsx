// Wizard of one import: file, columns, check, import.
import { Anchor, Button, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link, useLocation, useParams } from "wouter";
import { ApiError } from "../api/client";
import { useUndoKey } from "../disposition/undo";
import { useMessages } from "../i18n";
import { announce } from "../parts/announce";
import { DialogFrame } from "../parts/dialog-frame";
import { LoadFailed, useFailureText } from "../parts/failure";
import { useFocusFallback } from "../parts/focus-fallback";
import { Page } from "../parts/page";
import { useQueryString } from "../parts/query-string";
import { useRefresh } from "../parts/refresh";
import { Skeleton } from "../parts/skeleton";
import { CheckStep } from "./check/check-step";
import { ColumnsStep } from "./columns/columns-step";
import { deleteDraft, IMPORT_DRAFTS } from "./drafts";
import { FileStep } from "./file/file-step";
import { firstStep, isFinished, isReachable, isWorking, STEPS, type Step } from "./state";
import { DraftStatusText } from "./list-columns";
import { importMessages } from "./messages";
import { ImportStep } from "./result/import-step";
import { SaveProblem } from "./save-problem";
import { StepList } from "./steps";
import type { ImportDraft } from "./types";
import { DraftContext, useDraftState, useLoadedDraft } from "./use-draft";
import classes from "./wizard.module.css";

export default function DraftPage() {
  const { id = "" } = useParams();
  const t = useMessages(importMessages);
  const draft = useLoadedDraft(Number(id));
  useRefresh([...IMPORT_DRAFTS, "one", Number(id)]);
  if (draft.data) return <Wizard key={id} draft={draft.data} />;
  const gone = draft.error instanceof ApiError && draft.error.status === 404;
  return (
    <Page title={t("wizard")}>
      {draft.isPending && <Skeleton as="paper" />}
      {gone && (
        <Text>
          {t("gone")}{" "}
          <Anchor component={Link} href="/imports">
            {t("toList")}
          </Anchor>
        </Text>
      )}
      {draft.isError && !gone && <LoadFailed failure={draft.error} retry={() => void draft.refetch()} />}
    </Page>
  );
}

/** Returns the step in the URL, otherwise the one that needs attention. */
function useStep(draft: ImportDraft): [Step, (to: Step) => void] {
  const [query, change] = useQueryString("step");
  const [initial] = useState(() => firstStep(draft));
  const asked = STEPS.find((step) => step === query.step);
  // a finished import shows its result, unless another step is named
  const shown = asked ?? (isWorking(draft) ? firstStep(draft) : initial);
  const step = STEPS.slice(0, STEPS.indexOf(shown) + 1).findLast((one) => isReachable(one, draft)) ?? "file";
  return [step, (to) => change({ step: to })];
}

function Wizard({ draft }: { draft: ImportDraft }) {
  const t = useMessages(importMessages);
  const state = useDraftState(draft);
  const [step, setStep] = useStep(draft);
  const [deleting, askDelete] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  useStepFocus(step, frame);
  useUndoKey(t("wizard"));
  const number = STEPS.indexOf(step) + 1;
  const name = t(step === "import" && isFinished(draft) ? "step_result" : `step_${step}`);
  return (
    <DraftContext value={state}>
      <div ref={frame} className={classes.frame}>
        <Page
          about={draft.fileName}
          title={`${t("stepOf", { step: number })}: ${name}`}
          window={`${draft.fileName} · ${name}`}
          fill={step === "check"}
          beside={<DraftStatusText status={draft.status} />}
          actions={
            <>
              <Anchor component={Link} href="/imports" size="sm" underline="hover">
                {t("toList")}
              </Anchor>
              {state.mayChange && !isWorking(draft) && (
                <Button
                  variant="default"
                  leftSection={<Trash2 size={14} aria-hidden />}
                  onClick={() => askDelete(true)}>
                  {t("delete")}
                </Button>
              )}
            </>
          }>
          <StepList draft={draft} step={step} onStep={setStep} />
          {!state.mayChange && (
            <Text size="sm" className="quiet">
              {t("mayNotChange")}
            </Text>
          )}
          <SaveProblem />
          {step === "file" && <FileStep onNext={() => setStep("columns")} />}
          {step === "columns" && <ColumnsStep onBack={() => setStep("file")} onNext={() => setStep("check")} />}
          {step === "check" && <CheckStep onBack={() => setStep("columns")} onNext={() => setStep("import")} />}
          {step === "import" && <ImportStep onBack={() => setStep("check")} />}
        </Page>
      </div>
      {deleting && <DeleteDialog draft={draft} onClose={() => askDelete(false)} />}
    </DraftContext>
  );
}

/** Focuses the heading of a step when it is opened. */
function useStepFocus(step: Step, frame: { current: HTMLElement | null }): void {
  const focus = () => {
    const heading = frame.current?.querySelector("h1");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  };
  const latest = useRef(focus);
  latest.current = focus;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step has another heading
  useEffect(() => latest.current(), [step]);
  useFocusFallback(focus);
}

function DeleteDialog({ draft, onClose }: { draft: ImportDraft; onClose: () => void }) {
  const t = useMessages(importMessages);
  const queryClient = useQueryClient();
  const failureText = useFailureText();
  const [, go] = useLocation();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await deleteDraft(draft.id);
      go("/imports");
      announce(t("deleted", { name: draft.fileName }));
      queryClient.removeQueries({ queryKey: [...IMPORT_DRAFTS, "one", draft.id] });
      void queryClient.invalidateQueries({ queryKey: [...IMPORT_DRAFTS, "list"] });
    } catch (failure) {
      announce(failureText(failure));
      onClose();
    }
  };
  return (
    <DialogFrame
      title={t("deleteTitle")}
      submit={t("delete")}
      grave
      busy={busy}
      onClose={onClose}
      onSubmit={() => void remove()}>
      <Text size="sm">{t("deleteText")}</Text>
    </DialogFrame>
  );
}
