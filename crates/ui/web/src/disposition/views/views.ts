// Saved views and the current one.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSearchParams } from "wouter";
import { api, unwrap, type Schemas } from "../../api/client";
import type { LaidColumn } from "../../grid/layout";
import { useMessages } from "../../i18n";
import { announce } from "../../parts/announce";
import { useSession } from "../../session/session";
import { isEmptyAddress, viewNamed, type KeptList } from "./address";
import { viewMessages } from "./messages";

/** Absent widths are omitted, never null. */
export type SavedView = Omit<Schemas["SavedView"], "list" | "columns"> & { list: KeptList; columns: LaidColumn[] };

export const viewsQuery = queryOptions({
  queryKey: ["views"],
  queryFn: async ({ signal }) => (await unwrap(api.GET("/api/views", { signal }))).items as SavedView[],
  // other users change shared views
  staleTime: 30_000,
});

export function useViews(): readonly SavedView[] {
  return useQuery(viewsQuery).data ?? [];
}

/** Stores whether the user has a default view, so that others do not wait for it. */
const storageKey = (user: string) => `orderdock.begins.${user}`;

export interface Looked {
  views: readonly SavedView[];
  /** View named by the URL. */
  view: SavedView | undefined;
  /** The user has a default view. */
  begins: boolean;
}

/** Returns the view of the URL, otherwise the default one. Undefined while loading. */
export function useLooked(): Looked | undefined {
  const t = useMessages(viewMessages);
  const { user } = useSession();
  const [search, setSearch] = useSearchParams();
  const { data: views, isError } = useQuery(viewsQuery);
  const named = search.get("view");
  const view = named && views ? viewNamed(views, named) : undefined;
  const first = views?.find((one) => one.default);
  const beginning = isEmptyAddress(search);
  useEffect(() => {
    if (!views) return;
    if (first) localStorage.setItem(storageKey(user), "view");
    else localStorage.removeItem(storageKey(user));
  }, [views, first, user]);
  const to = beginning ? first?.id : undefined;
  useEffect(() => {
    if (to === undefined) return;
    const withView = (before: URLSearchParams) => new URLSearchParams([...before, ["view", String(to)]]);
    setSearch(withView, { replace: true });
  }, [to, setSearch]);
  const unknown = named !== null && views !== undefined && !view;
  useEffect(() => {
    if (unknown) announce(t("unknown"));
  }, [unknown, t]);
  const isLoading =
    !views && !isError && (named !== null || (beginning && localStorage.getItem(storageKey(user)) !== null));
  if (isLoading || to !== undefined) return undefined;
  return { views: views ?? [], view, begins: first !== undefined };
}
