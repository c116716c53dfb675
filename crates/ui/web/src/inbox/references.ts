// Unresolved references: missing records that lines refer to.
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../api/client";
import type { paths } from "../api/schema.gen";
import type { ReferenceKind } from "./reference-kinds";

type Operation = paths["/api/unresolved-references"]["get"];
type Page = Operation["responses"][200]["content"]["application/json"];
type Entry = paths["/api/unresolved-references/{id}"]["get"]["responses"][200]["content"]["application/json"];

/** A missing record with the lines that refer to it. */
export type OpenReference = Page["items"][number];
export type Suggestion = Entry["suggestions"][number];

export const REFERENCES = ["unresolved-references"] as const;

/** References with the most lines first. */
export const referencesQuery = infiniteQueryOptions({
  queryKey: [...REFERENCES, "pages"],
  queryFn: ({ signal, pageParam }) => {
    const query = pageParam ? { after: pageParam } : {};
    return unwrap(api.GET("/api/unresolved-references", { signal, params: { query } }));
  },
  initialPageParam: "",
  getNextPageParam: (last) => last.next ?? undefined,
});

/** A reference with suggested records; not refreshed, because it is gone when its record is found. */
export function referenceQuery(id: string) {
  return queryOptions({
    queryKey: ["unresolved-reference", id],
    queryFn: ({ signal }) => unwrap(api.GET("/api/unresolved-references/{id}", { signal, params: { path: { id } } })),
    retry: false,
  });
}

/** Returns the display name of the missing record. */
export function sentValueOf({ keys }: Pick<OpenReference, "keys">): string {
  return keys[0]?.value ?? "";
}

/** Filter of the lines. */
export function linesFilter({ id }: Pick<OpenReference, "id">): Record<string, string> {
  return { unresolvedReference: id };
}

const RECALLED_KINDS: readonly string[] = [
  "bpartner",
  "location",
  "contact",
  "product",
  "uom",
  "shipper",
  "paymentTerm",
  "warehouse",
] satisfies ReferenceKind[];
const RECALLED_KEYS: readonly string[] = ["code", "externalId", "gln"];

/** Returns whether a cross-reference can map later rows. */
export function isRecallable({ kind, keys }: Pick<OpenReference, "kind" | "keys">): boolean {
  return RECALLED_KINDS.includes(kind) && keys.some(({ key }) => RECALLED_KEYS.includes(key));
}

/** Returns the URL of the list of the lines. */
export function listOf(entry: Pick<OpenReference, "id">): string {
  return `/candidates?${new URLSearchParams({ list: "rows", ...linesFilter(entry) }).toString()}`;
}

/** Returns whether a problem group is shown as unresolved references. */
export function isOfReference({ code }: { code: string }): boolean {
  return code.endsWith(".unresolved");
}
