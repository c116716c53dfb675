// State of a draft: steps of the wizard and numbers of rows.
import type { CheckCounts, DraftStatus, ImportDraft } from "./types";

/** Returns whether a job works on the draft. */
export function isWorking({ status }: { status: DraftStatus }): boolean {
  return status === "checking" || status === "importing";
}

/** Returns whether the import has ended. */
export function isFinished({ status }: { status: DraftStatus }): boolean {
  return status === "imported" || status === "undone";
}

/** Returns whether settings and cells can be changed. After an import, rejected rows can be corrected and imported. */
export function isEditable({ status }: { status: DraftStatus }): boolean {
  return status !== "undone" && !isWorking({ status });
}

/** Returns the number of rows with a result. */
export function checkedRows(checks: CheckCounts): number {
  return Object.values(checks).reduce((sum, count) => sum + count, 0);
}

/** Returns the number of rows that the import stores. */
export function importedRows({ ready, problems }: CheckCounts): number {
  return ready + problems;
}

/** Returns the number of rows that stay out because of an error. */
export function refusedRows({ rejected, conflict }: CheckCounts): number {
  return rejected + conflict;
}

export const STEPS = ["file", "columns", "check", "import"] as const;
export type Step = (typeof STEPS)[number];

/** Returns whether a question belongs to the settings of the file; others belong to the columns. */
export function isOfFile({ setting }: { setting: string }): boolean {
  return setting.startsWith("file.");
}

/** Returns the step that a draft is opened with. */
export function firstStep(draft: ImportDraft): Step {
  if (draft.status === "checking" || draft.status === "checked") return "check";
  if (draft.status !== "open") return "import";
  if (draft.questions.some(isOfFile)) return "file";
  if (!draft.confirmed) return "file";
  return draft.questions.length > 0 ? "columns" : "check";
}

/** Returns whether a step can be opened. */
export function isReachable(step: Step, draft: ImportDraft): boolean {
  if (step === "file") return true;
  if (step === "columns") return !draft.questions.some(isOfFile);
  if (step === "check") return draft.questions.length === 0;
  return draft.status !== "open" && draft.status !== "checking";
}
