// What is done with candidates from toolbar and panel, one or a million, as runs of the service: a short one tells
// what came of it, a long one shows how it goes on.
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, started } from "../api/client";
import { isOver, type Run } from "../api/events";
import { useWords } from "../i18n";
import { useFailureText } from "../parts/failure";
import { useRunOfUrl } from "../runs/progress";
import { runSummary } from "../runs/run-summary";
import { runWords } from "../runs/run-words";
import { CANDIDATES, type Selection } from "./candidates";

/** So many seconds a call waits for a run that may be short. */
const header = { Prefer: "wait=2" };

/** Starts runs, and shows what comes of them. A dialog tells by itself what did not start, where nothing covers it. */
export function useStartRun<Wanted>(start: (wanted: Wanted) => Promise<Run>, inDialog = false) {
  const t = useWords(runWords);
  const queries = useQueryClient();
  const failureText = useFailureText();
  const [, showRun] = useRunOfUrl();
  return useMutation({
    mutationFn: start,
    onSuccess: (run) => {
      queries.setQueryData(["run", run.id], run);
      void queries.invalidateQueries({ queryKey: CANDIDATES });
      if (isOver(run)) notifications.show({ message: runSummary(t, run).join(" ") });
      else showRun(run.id);
    },
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
    return started(api.POST("/api/sales/order/candidates/revalidate", { body, params: { header } }));
  });
}

/** Puts candidates aside, or takes them back. */
export function useSetActive(active: boolean) {
  return useStartRun((selection: Selection) => {
    const body = { selection, active };
    return started(api.POST("/api/sales/order/candidates/edit", { body, params: { header } }));
  });
}
