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
import { pushUndoable } from "./undo-stack";

/** Wait up to 2 seconds for short runs. */
const header = { Prefer: "wait=2" };

/** Shows a started run and makes it undoable with Ctrl+Z. */
function useShowStarted(): (run: Run) => void {
  const t = useMessages(runMessages);
  const show = useShowRun();
  const mayUndo = useMayUndo();
  const undo = useUndoRun();
  return (run) => {
    // a repeated edit changes nothing and must not replace the first one's undo
    if (isOver(run) && run.counts.processed + run.counts.failed === 0 && run.kind === "edit")
      return announce(t("nothingToChange"));
    show(run);
    const undoStarted = () => undo(run).then(() => false);
    if (mayUndo(run) && (!isOver(run) || isUndoable(run)))
      pushUndoable(Promise.resolve({ message: t(`kind_${run.kind as "edit"}`), undo: undoStarted }));
  };
}

/** Starts runs and shows their results. Dialogs show their own failures. */
export function useStartRun<Wanted>(start: (wanted: Wanted) => Promise<Run>, inDialog = false) {
  const t = useMessages(runMessages);
  const failureText = useFailureText();
  const onSuccess = useShowStarted();
  return useMutation({
    mutationFn: start,
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
