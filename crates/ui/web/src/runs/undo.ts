// Runs can be undone: at once where values come back, after a look at what comes of it where orders are voided.
import { useQueryClient } from "@tanstack/react-query";
import { notifications } from "@mantine/notifications";
import { useSyncExternalStore } from "react";
import { api, ApiError, unwrapRun } from "../api/client";
import { isOver, type Run } from "../api/events";
import { useFailureText } from "../parts/failure";
import { useMay } from "../session/session";
import { useRunOfUrl } from "./run-of-url";

/** So many seconds a call waits for a run that may be short. */
const header = { Prefer: "wait=2" };

/** The run of which somebody asked what undoing it would come to. */
let asked: number | undefined;
const listeners = new Set<() => void>();

export function askUndo(run: number | undefined): void {
  asked = run;
  for (const listener of listeners) listener();
}

export function useAskedUndo(): number | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
  );
}

export function undoRun(id: number, reason?: string): Promise<Run> {
  const params = { path: { id }, header };
  return unwrapRun(api.POST("/api/process-runs/{id}/undo", { params, ...(reason && { body: { reason } }) }));
}

/** Whether what a run did can be undone by who looks at it. */
export function useMayUndo(): (run: Run) => boolean {
  const [mayWrite, mayRun, mayOrder] = [useMay("candidates:write"), useMay("process:run"), useMay("orders:write")];
  return ({ kind }) => kind !== "revalidate" && mayWrite && (kind !== "process" || (mayRun && mayOrder));
}

/** There is something to undo, and nobody has done so. */
export function isUndoable(run: Run): boolean {
  return isOver(run) && run.undoneBy === undefined && run.counts.processed > 0;
}

/** Shows a run at the page, and asks anew for what it may have changed. */
export function useShowRun(): (run: Run) => void {
  const queryClient = useQueryClient();
  const [, showRun] = useRunOfUrl();
  return (run) => {
    queryClient.setQueryData(["run", run.id], run);
    for (const queryKey of [["candidates"], ["orders"], ["runs"]]) void queryClient.invalidateQueries({ queryKey });
    if (run.undoes !== undefined) void queryClient.invalidateQueries({ queryKey: ["run", run.undoes] });
    showRun(run.id);
  };
}

/** Undoes a run and shows what came of it; one that makes orders after a look at that. */
export function useUndoRun(): (run: Run) => Promise<void> {
  const show = useShowRun();
  const failureText = useFailureText();
  return async ({ id, kind }) => {
    if (kind === "process") return askUndo(id);
    try {
      show(await undoRun(id));
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      notifications.show({ color: "red", message: failureText(failure), autoClose: false });
    }
  };
}
