// Rejected rows: rows that were not stored because of a fault of their own.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap, type Schemas } from "../api/client";
import type { paths } from "../api/schema.gen";
import type { CursorSource } from "../grid/record-rows";
import { definedOf } from "../grid/record-rows";
import type { Language } from "../i18n";

type List = paths["/api/rejected-rows"]["get"];
export type ListQuery = NonNullable<List["parameters"]["query"]>;
export type RejectedRow = List["responses"][200]["content"]["application/json"]["items"][number];
export type RejectedCauses = paths["/api/rejected-rows/causes"]["get"]["responses"][200]["content"]["application/json"];
export type RejectedCause = RejectedCauses["items"][number];
/** An entry with the row as sent and its problems, which lists leave out. */
export type RejectedEntry = Schemas["RejectedRowEntry"] &
  Required<Pick<Schemas["RejectedRowEntry"], "row" | "problems">>;
export type Sent = Schemas["CandidatesAnswer"];

export const STATUSES = ["open", "sentAgain", "imported", "dismissed"] as const;
export type RejectedStatus = (typeof STATUSES)[number];

export const REJECTED = ["rejected-rows"] as const;

/** Causes with the most rows first. Messages are localised. */
export function causesQuery(language: Language, status: RejectedStatus) {
  return infiniteQueryOptions({
    queryKey: [...REJECTED, "causes", language, status],
    queryFn: ({ signal, pageParam }) => {
      const query = pageParam > 0 ? { status, offset: pageParam } : { status };
      return unwrap(api.GET("/api/rejected-rows/causes", { signal, params: { query } }));
    },
    initialPageParam: 0,
    getNextPageParam: (last, _, offset) => (last.more ? offset + last.items.length : undefined),
    placeholderData: keepPreviousData,
  });
}

/** Open rows by cause, for tile and badge. */
export function openCausesQuery(language: Language, dataSource?: string) {
  return queryOptions({
    queryKey: [...REJECTED, "open", language, dataSource],
    queryFn: ({ signal }) => {
      const query = dataSource ? { dataSource } : {};
      return unwrap(api.GET("/api/rejected-rows/causes", { signal, params: { query } }));
    },
    placeholderData: keepPreviousData,
  });
}

/** Returns the message of a cause, unless it repeats the title or lacks the values of its rows. */
export function messageOf({ message }: Pick<RejectedCause, "message">, title: string): string | undefined {
  return message === title || message.includes("…") ? undefined : message;
}

/** Filter of the rows of a cause. */
export function filterOf({ filter }: Pick<RejectedCause, "filter">): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

export function rowsSource(
  cause: Pick<RejectedCause, "filter">,
  status: RejectedStatus,
  sort: string,
): CursorSource<RejectedRow> {
  const filter = { ...filterOf(cause), status };
  return {
    queryKey: [...REJECTED, "rows", filter, sort],
    load: async ({ reversed: _, ...ask }, signal) => {
      const query = { ...filter, sort, ...definedOf(ask) } as ListQuery;
      return unwrap(api.GET("/api/rejected-rows", { params: { query }, ...(signal && { signal }) }));
    },
  };
}

export function entryQuery(id: number, language: Language) {
  return queryOptions({
    queryKey: [...REJECTED, "one", id, language],
    queryFn: async ({ signal }): Promise<RejectedEntry> => {
      const entry = await unwrap(api.GET("/api/rejected-rows/{id}", { signal, params: { path: { id } } }));
      return { ...entry, row: entry.row ?? "", problems: entry.problems ?? [] };
    },
  });
}

/** Sends the row as sent, or a corrected text exactly as typed. A dry run writes nothing. */
export function sendRow(id: number, text: string | undefined, dryRun: boolean): Promise<Sent> {
  const params = { path: { id }, query: { dryRun } };
  if (text === undefined) return unwrap(api.POST("/api/rejected-rows/{id}/send", { params }) as Promise<Result>);
  return unwrap(
    api.POST("/api/rejected-rows/{id}/send", {
      params,
      // the text is sent unchanged, so that the service locates its faults
      body: null,
      bodySerializer: () => text,
    }) as Promise<Result>,
  );
}

type Result = Promise<{ data?: Sent; error?: unknown; response: Response }> extends Promise<infer R> ? R : never;

/** Fault of a row, relative to the row. */
export interface RowFault {
  code: string;
  pointer: string;
  message: string;
}

/** Returns faults with pointers relative to the row; in responses to bulk requests they begin with its index. */
export function faultsOf(items: readonly Pick<Schemas["Item"], "code" | "pointer" | "message">[]): RowFault[] {
  return items.map(({ code, pointer, message }) => ({
    code,
    pointer: (pointer ?? "").replace(/^\/requests\/\d+/, ""),
    message,
  }));
}

/** Returns the display name of the row: ids of order and line. */
export function nameOf({
  externalHeaderId,
  externalLineId,
  id,
}: Pick<RejectedRow, "externalHeaderId" | "externalLineId" | "id">) {
  return [externalHeaderId, externalLineId].filter(Boolean).join(" / ") || String(id);
}
