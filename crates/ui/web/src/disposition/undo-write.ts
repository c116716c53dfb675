// Undo of master data written by fixes, directly or after a preview. Affected candidates are revalidated.
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ApiError, unwrap } from "../api/client";
import { useMessages } from "../i18n";
import { useFailureText } from "../parts/failure";
import { randomKey } from "../parts/random-key";
import { useRevalidate } from "./actions";
import { requestUndoWrite, type UndoWriteRequest } from "./undo-write-request";
import type { Selection } from "./candidate";
import { pushUndoable, type Undoable } from "./undo-stack";
import type { WrittenRecord } from "./panel/written-records";
import { useAnnounceUndoable } from "./undo";
import { undoMessages } from "./undo-messages";

/** Undoes a write; `dryRun` returns the preview. */
export function undoWrite(record: WrittenRecord, dryRun: boolean, signal?: AbortSignal) {
  const { kind, id, requestId, reason, idempotencyKey } = record;
  const body = { requestId, ...(reason && { reason }) };
  // a retry after a lost response returns the same result
  const header = dryRun ? {} : { "Idempotency-Key": idempotencyKey };
  const params = { path: { kind, id }, query: { dryRun }, header };
  return unwrap(api.POST("/api/masterdata/{kind}/{id}/undo", { params, body, ...(signal && { signal }) }));
}

/** Returns whether a new record that cannot be removed can be deactivated instead. */
export function isDeactivatable({ isNew = false }: WrittenRecord, failure: unknown): boolean {
  return isNew && failure instanceof ApiError && failure.has("undo.record_stays");
}

/** Deactivates a record; the candidates of `again` are revalidated then. */
export function useDeactivateWritten({ record, again }: Pick<UndoWriteRequest, "record" | "again">) {
  const queryClient = useQueryClient();
  const revalidate = useRevalidate();
  // a retry after a lost response returns the same result
  const [key] = useState(randomKey);
  return useMutation({
    mutationFn: () => {
      const { kind, id } = record;
      const params = { path: { kind, id }, header: { "Idempotency-Key": key } };
      return unwrap(api.POST("/api/masterdata/{kind}/{id}/deactivate", { params }));
    },
    onSuccess: async () => {
      void queryClient.invalidateQueries({ queryKey: ["masterdata"] });
      const selection = await again;
      // `useRevalidate` reports its own failures
      if (selection) await revalidate.mutateAsync(selection).catch(() => undefined);
    },
  });
}

/** Announces a write and makes it undoable; the candidates of `again` are revalidated then. */
export function useKeepWritten() {
  const t = useMessages(undoMessages);
  const queryClient = useQueryClient();
  const failureText = useFailureText();
  const revalidate = useRevalidate();
  const announceUndoable = useAnnounceUndoable();
  return (record: WrittenRecord, again: Promise<Selection | undefined>, message: string): void => {
    const back = async () => {
      try {
        await undoWrite(record, false);
      } catch (failure) {
        if (!(failure instanceof ApiError)) throw failure;
        if (isDeactivatable(record, failure)) {
          requestUndoWrite({ record, undoable, again });
          return false;
        }
        const title = t("stays", { what: record.words });
        notifications.show({ color: "red", title, message: failureText(failure), autoClose: false });
        return false;
      }
      void queryClient.invalidateQueries({ queryKey: ["masterdata"] });
      const selection = await again;
      // `useRevalidate` reports its own failures
      if (selection) await revalidate.mutateAsync(selection).catch(() => undefined);
      for (const queryKey of [["problem-groups"], ["candidates"], ["candidate"]])
        void queryClient.invalidateQueries({ queryKey });
      return true;
    };
    const undoable: Undoable = { message: record.words, undo: back };
    undoable.preview = () => requestUndoWrite({ record, undoable, again });
    pushUndoable(Promise.resolve(undoable));
    announceUndoable(undoable, message);
  };
}
