// Assignment and waiting: a correction for one candidate, a run for many.
import { queryOptions } from "@tanstack/react-query";
import { api, unwrapRun, unwrap } from "../../api/client";
import { useStartRun } from "../actions";
import type { Chosen } from "../candidate";

/** Change of assignment and waiting; null ends it, absent keeps it. */
export interface Attention {
  waitingUntil?: string | null;
  assignedTo?: string | null;
  comment?: string;
}

/** Wait up to 2 seconds for short runs. */
const header = { Prefer: "wait=2" };

export function useAttend(inDialog = false) {
  return useStartRun(
    (body: Attention & Chosen) => unwrapRun(api.POST("/api/sales/order/candidates/edit", { body, params: { header } })),
    inDialog,
  );
}

export const assigneesQuery = queryOptions({
  queryKey: ["assignees"],
  staleTime: 60_000,
  queryFn: async ({ signal }) =>
    (await unwrap(api.GET("/api/sales/order/candidates/assignees", { signal }))).items.map(({ name }) => name),
});
