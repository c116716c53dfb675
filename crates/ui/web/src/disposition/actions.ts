// What is done with candidates from toolbar and panel, one or a million, as runs of the service: a bar at the page
// tells how each goes on, what came of it, and takes it back.
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

/** So many seconds a call waits for a run that may be short. */
const header = { Prefer: "wait=2" };

/** Shows a run that was started, and lets Ctrl+Z undo it. */
function useShowStarted(): (run: Run) => void {
  const t = useMessages(runMessages);
  const show = useShowRun();
  const mayUndo = useMayUndo();
  const undo = useUndoRun();
  return (run) => {
    // a second press changes nothing: what the first one did stays on the screen, and can be undone
    if (isOver(run) && run.counts.processed + run.counts.failed === 0 && run.kind === "edit")
      return announce(t("nothingToChange"));
    show(run);
    // `undo` itself shows what is refused, and asks
    const undoStarted = () => undo(run).then(() => false);
    if (mayUndo(run) && (!isOver(run) || isUndoable(run)))
      pushUndoable(Promise.resolve({ message: t(`kind_${run.kind as "edit"}`), undo: undoStarted }));
  };
}

/** Starts runs, and shows what comes of them. A dialog tells by itself what did not start, where nothing covers it. */
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

/** Lets the service look at candidates again. */
export function useRevalidate() {
  return useStartRun((selection: Selection) => {
    const body = { selection };
    return unwrapRun(api.POST("/api/sales/order/candidates/revalidate", { body, params: { header } }));
  });
}

/** Puts candidates aside, or takes them back. */
export function useSetActive(active: boolean) {
  return useStartRun(({ selection, scope }: Chosen) => {
    const body = { selection, active, ...(scope && { scope }) };
    return unwrapRun(api.POST("/api/sales/order/candidates/edit", { body, params: { header } }));
  });
}
