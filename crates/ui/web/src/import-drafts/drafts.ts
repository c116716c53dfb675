// Import drafts: queries and operations.
import { queryOptions } from "@tanstack/react-query";
import { api, ApiError, unwrap, type Schemas } from "../api/client";
import type { Ask, RowPage, Source } from "../grid/blocks";
import type { CursorSource } from "../grid/record-rows";
import type { Language } from "../i18n";
import { isWorking } from "./state";
import type { DraftChange, DraftRow, DraftSummary, ImportDraft, RowCheck } from "./types";

export const IMPORT_DRAFTS = ["import-drafts"] as const;

/** Polling interval while a job works on a draft, in milliseconds. */
const POLL = 700;

type Result = Parameters<typeof unwrap<Schemas["ImportDraft"]>>[0];

/** Returns the draft of a response, whose closed sets of texts the document describes as strings. */
function unwrapDraft(result: Result): Promise<ImportDraft> {
  return unwrap(result) as Promise<ImportDraft>;
}

/** Loads a draft without updating the shown one. */
export function loadDraft(id: number, signal: AbortSignal): Promise<ImportDraft> {
  return unwrapDraft(api.GET("/api/import-drafts/{id}", { params: { path: { id } }, signal }));
}

/** Newest drafts first. */
export const draftsSource: CursorSource<DraftSummary> = {
  queryKey: [...IMPORT_DRAFTS, "list"],
  load: async ({ after, limit }, signal) => {
    const query = { limit, ...(after !== undefined && { before: Number(after) }) };
    const page = await unwrap(api.GET("/api/import-drafts", { params: { query }, ...(signal && { signal }) }));
    return { items: page.items as DraftSummary[], next: page.next == null ? null : String(page.next) };
  },
};

/** Texts of the service depend on the language. */
export function draftQuery(id: number) {
  return queryOptions({
    queryKey: [...IMPORT_DRAFTS, "one", id],
    queryFn: ({ signal }) => loadDraft(id, signal),
    refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? POLL : false),
    retry: (_failures, failure) => !(failure instanceof ApiError && failure.status < 500),
    retryDelay: 1_000,
  });
}

type Operation = (draft: Pick<ImportDraft, "id" | "version">) => Promise<ImportDraft>;

export function patchDraft({ id, version }: Pick<ImportDraft, "id" | "version">, change: DraftChange) {
  const params = { path: { id } };
  return unwrapDraft(api.PATCH("/api/import-drafts/{id}", { params, body: { version, ...change } }));
}

export const startCheck: Operation = ({ id, version }) =>
  unwrapDraft(api.POST("/api/import-drafts/{id}/check", { params: { path: { id } }, body: { version } }));

export function startImport({ id, version }: Pick<ImportDraft, "id" | "version">, saveMapping: string | undefined) {
  const body = { version, ...(saveMapping && { saveMapping }) };
  return unwrapDraft(api.POST("/api/import-drafts/{id}/commit", { params: { path: { id } }, body }));
}

export const stopJob: Operation = ({ id }) =>
  unwrapDraft(api.POST("/api/import-drafts/{id}/stop", { params: { path: { id } } }));

export const undoImport: Operation = ({ id, version }) =>
  unwrapDraft(api.POST("/api/import-drafts/{id}/undo", { params: { path: { id } }, body: { version } }));

export function deleteDraft(id: number) {
  return unwrap(api.DELETE("/api/import-drafts/{id}", { params: { path: { id } } }));
}

/** Address of the rejected and conflicting rows. */
export function rejectedHref(id: number): string {
  return `/api/import-drafts/${id}/rejected?format=csv`;
}

/** A row in the grid. */
export type GridRow = DraftRow & { id: number };

/** Returns the position of a block; cursors of the grid are positions here. */
function offsetOf(ask: Ask): number {
  if ("offset" in ask) return ask.offset;
  return "after" in ask ? Number(ask.after) : Math.max(0, Number(ask.before) - ask.limit);
}

/** Rows with one of the results; all rows without results. `state` identifies the contents. */
export function rowsSource(
  id: number,
  checks: readonly RowCheck[],
  state: string,
  language: Language,
): Source<GridRow> {
  return {
    queryKey: [...IMPORT_DRAFTS, "rows", id, checks.join(), state, language],
    // blocks are read by offset from the first row
    count: undefined,
    load: async (ask, signal): Promise<RowPage<GridRow>> => {
      const offset = offsetOf(ask);
      const query = { offset, limit: ask.limit, ...(checks.length > 0 && { check: checks.join() }) };
      const params = { path: { id }, query };
      const page = await unwrap(api.GET("/api/import-drafts/{id}/rows", { params, signal }));
      const end = offset + page.items.length;
      return {
        items: (page.items as DraftRow[]).map((row) => ({ ...row, id: row.row })),
        next: end < page.total && page.items.length > 0 ? String(end) : null,
        total: { value: page.total, exact: true },
      };
    },
  };
}
