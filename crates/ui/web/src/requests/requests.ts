// Logged write requests: queries, filters and outcomes.
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap, type Schemas } from "../api/client";
import { definedOf, type CursorSource } from "../grid/record-rows";
import type { Query } from "../parts/query-string";
import type { Status } from "../parts/status";
import { addDays } from "../values/day";

export type LoggedRequest = Schemas["LoggedRequest"];
export type ReceivedRequest = Schemas["ReceivedRequest"];

export const REQUESTS = ["requests"] as const;

/** Filter parameters of the URL. */
export const REQUEST_FILTERS = ["reference", "sender", "outcome", "from", "to"] as const;
export type RequestFilter = Query<(typeof REQUEST_FILTERS)[number]>;

export const OUTCOMES = ["successful", "partly", "rejected"] as const;
export type RequestOutcome = (typeof OUTCOMES)[number];

/** HTTP statuses of an outcome. */
const STATUSES: Record<RequestOutcome, string> = {
  successful: "200,201,202,204",
  partly: "207",
  rejected: "400,401,403,404,405,406,408,409,410,411,412,413,414,415,416,422,423,428,429,431,500,501,502,503,504,507",
};

export const TONES = { successful: "processed", partly: "error", rejected: "error" } as const satisfies Record<
  RequestOutcome,
  Status
>;

export function outcomeOf({ status }: Pick<LoggedRequest, "status">): RequestOutcome {
  if (status === 207) return "partly";
  return status < 400 ? "successful" : "rejected";
}

/** Returns the start of a day in the browser's time zone; undefined for other texts. */
export function startOf(day: string | undefined): string | undefined {
  if (!day) return undefined;
  const start = new Date(`${day}T00:00:00`);
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
}

/** Converts the filters of the URL to parameters of the API. */
export function parametersOf({ reference, sender, outcome, from, to }: RequestFilter) {
  const known = OUTCOMES.find((one) => one === outcome);
  const after = to ? addDays(to, 1) : undefined;
  const [begin, end] = [startOf(from), startOf(after)];
  return {
    ...(reference && { reference }),
    ...(sender && { token: sender }),
    ...(known && { status: STATUSES[known] }),
    ...(begin && { from: begin }),
    ...(end && { to: end }),
  };
}

export function requestsSource(filter: RequestFilter): CursorSource<LoggedRequest> {
  return {
    queryKey: [...REQUESTS, "list", filter],
    load: async ({ reversed: _, ...ask }, signal) => {
      const query = { ...parametersOf(filter), ...definedOf(ask) };
      const page = await unwrap(api.GET("/api/requests", { params: { query }, ...(signal && { signal }) }));
      return { items: page.items, next: page.next === undefined ? undefined : String(page.next) };
    },
  };
}

/** A stored request never changes. */
export function requestQuery(id: number) {
  return queryOptions({
    queryKey: [...REQUESTS, "one", id],
    queryFn: ({ signal }) => unwrap(api.GET("/api/requests/{id}", { signal, params: { path: { id } } })),
    staleTime: Infinity,
    retry: false,
  });
}

/** Records linked by row; rows beyond have no links. */
const MAX_LINKED = 200;

/** Lines that the request created, and their number. */
export function createdLinesQuery(id: number) {
  return queryOptions({
    queryKey: ["candidates", "of-request", id],
    queryFn: ({ signal }) => {
      const query = { requestId: id, limit: MAX_LINKED };
      return unwrap(api.GET("/api/sales/order/candidates", { signal, params: { query } }));
    },
  });
}

/** Entries of the rows that the request rejected; later requests may have rejected them again. */
export function rejectedEntriesQuery({ id, receivedAt }: LoggedRequest) {
  return queryOptions({
    queryKey: ["rejected-rows", "of-request", id],
    queryFn: async ({ signal }) => {
      const query = {
        status: "open,imported,sentAgain,dismissed",
        from: receivedAt,
        sort: "lastRejectedAt" as const,
        limit: MAX_LINKED,
      };
      const { items } = await unwrap(api.GET("/api/rejected-rows", { signal, params: { query } }));
      const isEarlier = (instant: string) => Date.parse(instant) <= Date.parse(receivedAt);
      return items.filter(({ requestId, firstRejectedAt }) => requestId === id || isEarlier(firstRejectedAt));
    },
  });
}

/** Imports, and rejected rows that were sent again. */
const IMPORT_PATH = /^\/api\/(sales\/order\/candidates(\/bulk)?|rejected-rows\/\d+\/send)$/;

/** Returns whether the request imported lines, so that it can be sent again. */
export function isImport({ method, path }: Pick<LoggedRequest, "method" | "path">): boolean {
  return method === "POST" && IMPORT_PATH.test(path);
}
