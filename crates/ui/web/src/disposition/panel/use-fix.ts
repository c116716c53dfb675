// How a remedy is carried out: a correction of the candidate, or a call of the service after which it is looked at again.
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, started, told } from "../../api/client";
import type { Run } from "../../api/events";
import { useWords } from "../../i18n";
import { useFailureText } from "../../parts/failure";
import { useRevalidate, useStartRun } from "../actions";
import { candidateQuery, putCandidates, type Candidate } from "../candidates";
import type { Change } from "../change";
import { useCorrect } from "../correct";
import { withEntries, type Fix } from "./fixes";
import { panelWords } from "./words";

const CANDIDATES = "/api/sales/order/candidates/";

type Method = "post" | "put" | "patch";

/** The call that a remedy names; which one that is, is the service's to say. */
export function call<Answer>({ method, path }: NonNullable<Fix["request"]>, body: unknown) {
  const options = { body, params: { header: { Prefer: "wait=2" } } };
  return api.request(method.toLowerCase() as Method, path as never, options as never) as unknown as Promise<{
    data?: Answer;
    error?: unknown;
    response: Response;
  }>;
}

/** Carries out remedies of a candidate; `onCured` is told when nothing stands against it any more. */
export function useFix(candidate: Candidate, onCured: () => void) {
  const t = useWords(panelWords);
  const queries = useQueryClient();
  const failureText = useFailureText();
  const correct = useCorrect();
  const revalidate = useRevalidate();
  const look = (after: Candidate | undefined) => {
    if (after && after.problems.length === 0) onCured();
  };
  const again = async () => {
    const now = await queries.fetchQuery({ ...candidateQuery(candidate.id), staleTime: 0 });
    putCandidates(queries, [now]);
    look(now);
  };
  const run = useStartRun((wanted: { request: NonNullable<Fix["request"]>; body: unknown }) =>
    started(call<Run>(wanted.request, wanted.body) as never),
  );
  const write = useMutation({
    mutationFn: (wanted: { request: NonNullable<Fix["request"]>; body: unknown }) =>
      told(call(wanted.request, wanted.body)),
    onSuccess: () => revalidate.mutate({ ids: [candidate.id] }, { onSuccess: () => void again() }),
    onError: (failure) =>
      notifications.show({ color: "red", title: t("cureFailed"), message: failureText(failure), autoClose: false }),
  });
  return {
    busy: run.isPending || write.isPending || revalidate.isPending,
    /** A correction; what was typed stays where it was typed if it is refused. */
    change: (change: Change, text?: string) =>
      void correct(text === undefined ? { candidate, change } : { candidate, change, text }).then(look),
    /** A remedy as a whole, with what was entered for it. */
    apply: ({ patch, request }: Fix, entries: Readonly<Record<string, unknown>> = {}) => {
      if (patch) {
        void correct({ candidate, change: withEntries(patch, entries) as Change }).then(look);
        return;
      }
      if (!request) return;
      const wanted = { request, body: withEntries(request.body, entries) };
      if (request.path.startsWith(CANDIDATES)) run.mutate(wanted, { onSuccess: () => void again() });
      else write.mutate(wanted);
    },
  };
}
