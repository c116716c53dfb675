// Steps of a new installation, completed by data.
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../api/client";
import { STATISTICS } from "./intake";

/** Steps in the order in which they are done. */
export const STEPS = ["organisation", "prices", "token", "line", "order"] as const;
export type Step = (typeof STEPS)[number];

/** Polling interval until the steps are complete, in milliseconds; no event reports tokens and loaded master data. */
const LOOK_AGAIN = 5_000;

const hasRecords = async (kind: string, signal: AbortSignal) => {
  const params = { path: { kind }, query: { active: true, limit: 1 } };
  return (await unwrap(api.GET("/api/masterdata/{kind}", { params, signal }))).items.length > 0;
};

/** Whether a step is complete. */
const CHECKS: Record<Step, (signal: AbortSignal) => Promise<boolean>> = {
  organisation: (signal) => hasRecords("organisations", signal),
  prices: (signal) => hasRecords("product-prices", signal),
  token: async (signal) => {
    const { items } = await unwrap(api.GET("/api/tokens", { signal }));
    return items.some(({ revokedAt, expiresAt }) => !revokedAt && (!expiresAt || Date.parse(expiresAt) > Date.now()));
  },
  line: async (signal) => {
    const query = { limit: 1 };
    return (await unwrap(api.GET("/api/sales/order/candidates", { params: { query }, signal }))).items.length > 0;
  },
  order: async (signal) => {
    const query = { limit: 1 };
    return (await unwrap(api.GET("/api/sales/order", { params: { query }, signal }))).items.length > 0;
  },
};

export function stepQuery(step: Step) {
  return queryOptions({
    queryKey: [...STATISTICS, "setup", step],
    queryFn: ({ signal }) => CHECKS[step](signal),
    refetchInterval: ({ state }) => (state.data ? false : LOOK_AGAIN),
  });
}

const storageKey = (user: string) => `orderdock.setup.${user.toLowerCase()}`;

/** Returns whether the list is complete or was hidden by the user in this browser. */
export function isSetupOver(user: string): boolean {
  return localStorage.getItem(storageKey(user)) === "over";
}

export function endSetup(user: string): void {
  localStorage.setItem(storageKey(user), "over");
}
