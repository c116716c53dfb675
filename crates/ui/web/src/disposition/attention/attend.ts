// Who looks after candidates and for what they wait: of one by a correction, of many by a run.
import { queryOptions } from "@tanstack/react-query";
import { api, unwrapRun, unwrap } from "../../api/client";
import { useStartRun } from "../actions";
import type { Chosen } from "../candidate";

/** What becomes of it; null ends it, what is absent stays. */
export interface Attention {
  waitingUntil?: string | null;
  assignedTo?: string | null;
  comment?: string;
}

/** So many seconds a call waits for a run that may be short. */
const header = { Prefer: "wait=2" };

export function useAttend(inDialog = false) {
  return useStartRun(
    (body: Attention & Chosen) => unwrapRun(api.POST("/api/sales/order/candidates/edit", { body, params: { header } })),
    inDialog,
  );
}

/** Who can look after candidates. */
export const assigneesQuery = queryOptions({
  queryKey: ["assignees"],
  staleTime: 60_000,
  queryFn: async ({ signal }) =>
    (await unwrap(api.GET("/api/sales/order/candidates/assignees", { signal }))).items.map(({ name }) => name),
});
