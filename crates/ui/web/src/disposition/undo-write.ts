// What a remedy wrote to master data is taken back like any other change: at once by Ctrl+Z, or after a look at what
// comes back. Candidates that became free of their error by it are looked at again.
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { api, ApiError, unwrap } from "../api/client";
import { useMessages } from "../i18n";
import { useFailureText } from "../parts/failure";
import { useRevalidate } from "./actions";
import { requestUndoWrite } from "./undo-write-request";
import type { Selection } from "./candidate";
import { pushUndoable, type Undoable } from "./undo-stack";
import type { WrittenRecord } from "./panel/written-records";
import { useAnnounceUndoable } from "./undo";
import { undoMessages } from "./undo-messages";

/** What came back, or would. */
export function undoWrite(record: WrittenRecord, dryRun: boolean, signal?: AbortSignal) {
  const { kind, id, requestId, reason, idempotencyKey } = record;
  const body = { requestId, ...(reason && { reason }) };
  // who heard no answer asks again, and gets the same one
  const header = dryRun ? {} : { "Idempotency-Key": idempotencyKey };
  const params = { path: { kind, id }, query: { dryRun }, header };
  return unwrap(api.POST("/api/masterdata/{kind}/{id}/undo", { params, body, ...(signal && { signal }) }));
}

/** Says what was written, and keeps it to be taken back; `again` are the candidates that may be in error then. */
export function useKeepWritten() {
  const t = useMessages(undoMessages);
  const queryClient = useQueryClient();
  const failureText = useFailureText();
  const revalidate = useRevalidate();
  const sayDone = useAnnounceUndoable();
  return (record: WrittenRecord, again: Promise<Selection | undefined>, said: string): void => {
    const back = async () => {
      try {
        await undoWrite(record, false);
      } catch (failure) {
        if (!(failure instanceof ApiError)) throw failure;
        const title = t("stays", { what: record.words });
        notifications.show({ color: "red", title, message: failureText(failure), autoClose: false });
        return false;
      }
      void queryClient.invalidateQueries({ queryKey: ["masterdata"] });
      const selection = await again;
      // `useRevalidate` itself says what did not begin
      if (selection) await revalidate.mutateAsync(selection).catch(() => undefined);
      for (const queryKey of [["problem-groups"], ["candidates"], ["candidate"]])
        void queryClient.invalidateQueries({ queryKey });
      return true;
    };
    const undoable: Undoable = { message: record.words, undo: back };
    undoable.preview = () => requestUndoWrite({ record, undoable });
    pushUndoable(Promise.resolve(undoable));
    sayDone(undoable, said);
  };
}
