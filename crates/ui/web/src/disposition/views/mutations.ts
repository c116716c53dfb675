// Mutations of saved views.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { api, unwrap } from "../../api/client";
import type { LaidColumn } from "../../grid/layout";
import { useMessages } from "../../i18n";
import { useFailureText } from "../../parts/failure";
import { announce } from "../../parts/announce";
import { useAnnounceUndoable } from "../undo";
import { addressOf, type KeptList } from "./address";
import { viewsQuery, type SavedView } from "./views";
import { viewMessages } from "./messages";

/** Current state as a view. */
export interface CurrentView {
  list: KeptList;
  query: string;
  columns: LaidColumn[];
}

export interface NewView {
  name: string;
  shared: boolean;
  default: boolean;
}

const create = async ({ default: begins, ...body }: NewView & CurrentView): Promise<SavedView> => {
  const made = await unwrap(api.POST("/api/views", { body }));
  if (begins) await unwrap(api.PUT("/api/views/default", { body: { id: made.id } }));
  return { ...(made as SavedView), default: begins };
};

export function useViewMutations() {
  const t = useMessages(viewMessages);
  const queryClient = useQueryClient();
  const failureText = useFailureText();
  const announceUndoable = useAnnounceUndoable();
  const [, setSearch] = useSearchParams();
  const openView = (to: Parameters<typeof addressOf>[0]) =>
    setSearch((before) => new URLSearchParams(addressOf(to, before)));
  /** Caches the view before the URL refers to it. */
  const cacheView = (view: SavedView) => {
    queryClient.setQueryData(viewsQuery.queryKey, (before = []) => {
      const others = before.filter(({ id }) => id !== view.id);
      return [...(view.default ? others.map((one) => ({ ...one, default: false })) : others), view];
    });
    void queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey });
  };
  const onError = (failure: unknown) => {
    announce(failureText(failure));
    void queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey });
  };

  const saveAs = useMutation({
    mutationFn: create,
    onSuccess: (view) => {
      cacheView(view);
      openView({ view: view.id });
      announce(t("saved", { name: view.name }));
    },
  });
  const change = useMutation({
    mutationFn: ({ view, ...to }: { view: SavedView } & Partial<CurrentView & Pick<NewView, "name" | "shared">>) =>
      unwrap(
        api.PATCH("/api/views/{id}", {
          params: { path: { id: view.id } },
          body: { version: view.version, ...to },
        }),
      ),
    // the response is empty for a view that is no longer visible
    onSuccess: (view) =>
      view ? cacheView(view as SavedView) : void queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey }),
    onError,
  });
  const begin = useMutation({
    mutationFn: ({ view, on }: { view: SavedView; on: boolean }) =>
      unwrap(api.PUT("/api/views/default", { body: { id: on ? view.id : null } })),
    onSuccess: (_, { view, on }) => {
      cacheView({ ...view, default: on });
      announce(on ? t("beginsNow", { name: view.name }) : t("beginsNotNow"));
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: (view: SavedView) => unwrap(api.DELETE("/api/views/{id}", { params: { path: { id: view.id } } })),
    onSuccess: (_, view) => {
      openView({ status: "all" });
      queryClient.setQueryData(viewsQuery.queryKey, (before = []) => before.filter(({ id }) => id !== view.id));
      void queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey });
      const { name, shared, list, query, columns, default: begins } = view;
      const undo = async () => {
        const again = await create({ name, shared, list, query, columns, default: begins });
        cacheView(again);
        openView({ view: again.id });
        return again;
      };
      announceUndoable({ message: t("removed", { name }), undo });
    },
    onError,
  });
  return {
    saveAs,
    rename: change,
    save: (view: SavedView, seen: CurrentView) =>
      change.mutate(
        { view, ...seen },
        {
          onSuccess: () => {
            openView({ view: view.id });
            announce(t("saved", { name: view.name }));
          },
        },
      ),
    share: (view: SavedView, shared: boolean) =>
      change.mutate(
        { view, shared },
        { onSuccess: () => announce(t(shared ? "isShared" : "isNotShared", { name: view.name })) },
      ),
    begin: (view: SavedView, on: boolean) => begin.mutate({ view, on }),
    remove: (view: SavedView) => remove.mutate(view),
  };
}
