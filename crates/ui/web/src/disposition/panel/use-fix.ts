// Applies suggested fixes by correction or request.
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callUntyped, unwrap, unwrapWithId } from "../../api/client";
import { isRun, type Run } from "../../api/events";
import { useMessages } from "../../i18n";
import { useFailureText } from "../../parts/failure";
import { useRevalidate, useStartRun } from "../actions";
import type { Candidate } from "../candidate";
import { candidateQuery, putCandidates } from "../candidates";
import type { Change } from "../change";
import { useCorrect } from "../correct";
import { useKeepWritten } from "../undo-write";
import { withEntries, type Fix } from "./fixes";
import { panelMessages } from "./messages";
import { writtenOf } from "./written-records";

const CANDIDATES = "/api/sales/order/candidates/";

export { callUntyped as call };

/** Returns the started run. */
function runOf(response: unknown): Run {
  if (isRun(response)) return response;
  throw new Error("a run was to begin, and none did");
}

/** Applies fixes of a candidate; calls `onCured` when no problem remains. */
export function useFix(candidate: Candidate, onCured: () => void) {
  const t = useMessages(panelMessages);
  const queryClient = useQueryClient();
  const failureText = useFailureText();
  const correct = useCorrect();
  const revalidate = useRevalidate();
  const look = (after: Candidate | undefined) => {
    if (after && after.problems.length === 0) onCured();
  };
  const again = async () => {
    const now = await queryClient.fetchQuery({ ...candidateQuery(candidate.id), staleTime: 0 });
    putCandidates(queryClient, [now]);
    look(now);
  };
  const run = useStartRun((wanted: { request: NonNullable<Fix["request"]>; body: unknown }) =>
    unwrap(callUntyped(wanted.request, wanted.body)).then(runOf),
  );
  const keep = useKeepWritten();
  const write = useMutation({
    mutationFn: async ({ fix, body }: { fix: Fix & Pick<Required<Fix>, "request">; body: unknown }) =>
      writtenOf(fix, await unwrapWithId(callUntyped(fix.request, body))),
    onSuccess: (written) => {
      const selection = { ids: [candidate.id] };
      if (written) keep(written, Promise.resolve(selection), t("written"));
      revalidate.mutate(selection, { onSuccess: () => void again() });
    },
    onError: (failure) =>
      notifications.show({ color: "red", title: t("cureFailed"), message: failureText(failure), autoClose: false }),
  });
  return {
    busy: run.isPending || write.isPending || revalidate.isPending,
    /** Corrects the candidate; a rejected text stays in its field. */
    change: (change: Change, text?: string) =>
      void correct(text === undefined ? { candidate, change } : { candidate, change, text }).then(look),
    /** Applies a fix with the entered values. */
    apply: (fix: Fix, entries: Readonly<Record<string, unknown>> = {}) => {
      const { patch, request } = fix;
      if (patch) {
        void correct({ candidate, change: withEntries(patch, entries) as Change }).then(look);
        return;
      }
      if (!request) return;
      const body = withEntries(request.body, entries);
      if (request.path.startsWith(CANDIDATES)) run.mutate({ request, body }, { onSuccess: () => void again() });
      else write.mutate({ fix: { ...fix, request }, body });
    },
  };
}
