// Undo of runs: directly if values are restored, with a preview if orders are voided.
import { useQueryClient } from "@tanstack/react-query";
import { notifications } from "@mantine/notifications";
import { useSyncExternalStore } from "react";
import { api, ApiError, unwrapRun } from "../api/client";
import { isOver, type Run } from "../api/events";
import { useFailureText } from "../parts/failure";
import { useMay } from "../session/session";
import { useRunOfUrl } from "./run-of-url";

/** Wait up to 2 seconds for short runs. */
const header = { Prefer: "wait=2" };

/** Run whose undo preview is requested. */
let requested: number | undefined;
const listeners = new Set<() => void>();

export function askUndo(run: number | undefined): void {
  requested = run;
  for (const listener of listeners) listener();
}

export function useAskedUndo(): number | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => requested,
  );
}

export function undoRun(id: number, reason?: string): Promise<Run> {
  const params = { path: { id }, header };
  return unwrapRun(api.POST("/api/process-runs/{id}/undo", { params, ...(reason && { body: { reason } }) }));
}

/** Returns whether the user may undo a run. */
export function useMayUndo(): (run: Run) => boolean {
  const [mayWrite, mayRun, mayOrder] = [useMay("candidates:write"), useMay("process:run"), useMay("orders:write")];
  return ({ kind }) => kind !== "revalidate" && mayWrite && (kind !== "process" || (mayRun && mayOrder));
}

/** Returns whether a run has changes that were not undone. */
export function isUndoable(run: Run): boolean {
  return isOver(run) && run.undoneBy === undefined && run.counts.processed > 0;
}

/** Shows a run and invalidates affected data. */
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

/** Undoes a run; opens the preview if it created orders. */
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
