// What a remedy wrote to master data is taken back like any other change: at once by Ctrl+Z, or after a look at what
// comes back. Candidates that became free of their error by it are looked at again.
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { api, Refusal, told } from "../api/client";
import { useWords } from "../i18n";
import { useFailureText } from "../parts/failure";
import { useRevalidate } from "./actions";
import { askTakeBack } from "./asked-take-back";
import type { Selection } from "./candidate";
import { keepDone, type Undoable } from "./done";
import type { WrittenRecord } from "./panel/written";
import { useSayDone } from "./undo";
import { undoWords } from "./undo-words";

/** What came back, or would. */
export function takeBack(record: WrittenRecord, dryRun: boolean, signal?: AbortSignal) {
  const { kind, id, requestId, reason, idempotencyKey } = record;
  const body = { requestId, ...(reason && { reason }) };
  // who heard no answer asks again, and gets the same one
  const header = dryRun ? {} : { "Idempotency-Key": idempotencyKey };
  const params = { path: { kind, id }, query: { dryRun }, header };
  return told(api.POST("/api/masterdata/{kind}/{id}/undo", { params, body, ...(signal && { signal }) }));
}

/** Says what was written, and keeps it to be taken back; `again` are the candidates that may be in error then. */
export function useKeepWritten() {
  const t = useWords(undoWords);
  const queries = useQueryClient();
  const failureText = useFailureText();
  const revalidate = useRevalidate();
  const sayDone = useSayDone();
  return (record: WrittenRecord, again: Promise<Selection | undefined>, said: string): void => {
    const back = async () => {
      try {
        await takeBack(record, false);
      } catch (failure) {
        if (!(failure instanceof Refusal)) throw failure;
        const title = t("stays", { what: record.words });
        notifications.show({ color: "red", title, message: failureText(failure), autoClose: false });
        return false;
      }
      void queries.invalidateQueries({ queryKey: ["masterdata"] });
      const selection = await again;
      // `useRevalidate` itself says what did not begin
      if (selection) await revalidate.mutateAsync(selection).catch(() => undefined);
      for (const queryKey of [["problem-groups"], ["candidates"], ["candidate"]])
        void queries.invalidateQueries({ queryKey });
      return true;
    };
    const undoable: Undoable = { words: record.words, back };
    undoable.ask = () => askTakeBack({ record, undoable });
    keepDone(Promise.resolve(undoable));
    sayDone(undoable, said);
  };
}
