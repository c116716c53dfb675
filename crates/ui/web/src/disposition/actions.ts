// Actions on candidates from toolbar and panel, as runs with a progress bar and undo.
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { api, unwrapRun } from "../api/client";
import { isOver, type Run } from "../api/events";
import { useMessages } from "../i18n";
import { useFailureText } from "../parts/failure";
import { announce } from "../parts/announce";
import { runMessages } from "../runs/run-messages";
import { isUndoable, useMayUndo, useShowRun, useUndoRun } from "../runs/undo";
import type { Chosen, Selection } from "./candidate";
import { pushUndoable, type Undoable } from "./undo-stack";

/** Wait up to 2 seconds for short runs. */
const header = { Prefer: "wait=2" };

/** Returns whether a run has ended without changes, such as a repeated edit. */
function changedNothing(run: Run): boolean {
  return isOver(run) && run.counts.processed + run.counts.failed === 0 && run.kind === "edit";
}

/** Shows a started run. */
function useShowStarted(): (run: Run) => void {
  const t = useMessages(runMessages);
  const show = useShowRun();
  return (run) => (changedNothing(run) ? announce(t("nothingToChange")) : show(run));
}

/** Returns the undo of a started run; undefined if there is none. */
function useUndoStarted(): (run: Run) => Undoable | undefined {
  const t = useMessages(runMessages);
  const mayUndo = useMayUndo();
  const undo = useUndoRun();
  return (run) => {
    // a repeated edit must not replace the undo of the first one
    if (changedNothing(run) || !mayUndo(run) || (isOver(run) && !isUndoable(run))) return undefined;
    return { message: t(`kind_${run.kind as "edit"}`), undo: () => undo(run).then(() => false) };
  };
}

/** Starts runs, shows their results and makes them undoable with Ctrl+Z. Dialogs show their own failures. */
export function useStartRun<Wanted>(start: (wanted: Wanted) => Promise<Run>, inDialog = false) {
  const t = useMessages(runMessages);
  const failureText = useFailureText();
  const onSuccess = useShowStarted();
  const undoOf = useUndoStarted();
  return useMutation({
    mutationFn: (wanted: Wanted) => {
      const starting = start(wanted);
      // Ctrl+Z before the response waits for it
      pushUndoable(starting.then(undoOf, () => undefined));
      return starting;
    },
    onSuccess,
    onError: (failure) => {
      if (inDialog) return;
      notifications.show({ color: "red", title: t("notStarted"), message: failureText(failure), autoClose: false });
    },
  });
}

/** Revalidates candidates. */
export function useRevalidate() {
  return useStartRun((selection: Selection) => {
    const body = { selection };
    return unwrapRun(api.POST("/api/sales/order/candidates/revalidate", { body, params: { header } }));
  });
}

/** Excludes or restores candidates. */
export function useSetActive(active: boolean) {
  return useStartRun(({ selection, scope, comment }: Chosen & { comment?: string }) => {
    const body = { selection, active, ...(scope && { scope }), ...(comment && { comment }) };
    return unwrapRun(api.POST("/api/sales/order/candidates/edit", { body, params: { header } }));
  });
}
