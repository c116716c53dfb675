// How a remedy is carried out: a correction of the candidate, or a call of the service after which it is looked at again.
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

/** The run that a call began. */
function runOf(answer: unknown): Run {
  if (isRun(answer)) return answer;
  throw new Error("a run was to begin, and none did");
}

/** Carries out remedies of a candidate; `onCured` is called when nothing stands against it any more. */
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
    /** A correction; what was typed stays where it was typed if it is refused. */
    change: (change: Change, text?: string) =>
      void correct(text === undefined ? { candidate, change } : { candidate, change, text }).then(look),
    /** A remedy as a whole, with what was entered for it. */
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
