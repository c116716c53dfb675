// What is done with saved views.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { api, told } from "../../api/client";
import type { LaidColumn } from "../../grid/layout";
import { useWords } from "../../i18n";
import { useFailureText } from "../../parts/failure";
import { say } from "../../parts/say";
import { useSayDone } from "../undo";
import { addressOf, type KeptList } from "./address";
import { viewsQuery, type SavedView } from "./views";
import { viewWords } from "./words";

/** What is seen now, as a view would hold it. */
export interface Seen {
  list: KeptList;
  query: string;
  columns: LaidColumn[];
}

export interface NewView {
  name: string;
  shared: boolean;
  default: boolean;
}

const create = async ({ default: begins, ...body }: NewView & Seen): Promise<SavedView> => {
  const made = await told(api.POST("/api/views", { body }));
  if (begins) await told(api.PUT("/api/views/default", { body: { id: made.id } }));
  return { ...(made as SavedView), default: begins };
};

export function useViewDeeds() {
  const t = useWords(viewWords);
  const queries = useQueryClient();
  const failureText = useFailureText();
  const sayDone = useSayDone();
  const [, setSearch] = useSearchParams();
  const lookThrough = (to: Parameters<typeof addressOf>[0]) =>
    setSearch((before) => new URLSearchParams(addressOf(to, before)));
  /** Known at once, before the address names it. */
  const know = (view: SavedView) => {
    queries.setQueryData(viewsQuery.queryKey, (before = []) => {
      const others = before.filter(({ id }) => id !== view.id);
      return [...(view.default ? others.map((one) => ({ ...one, default: false })) : others), view];
    });
    void queries.invalidateQueries({ queryKey: viewsQuery.queryKey });
  };
  const onError = (failure: unknown) => {
    say(failureText(failure));
    void queries.invalidateQueries({ queryKey: viewsQuery.queryKey });
  };

  const saveAs = useMutation({
    mutationFn: create,
    onSuccess: (view) => {
      know(view);
      lookThrough({ view: view.id });
      say(t("saved", { name: view.name }));
    },
  });
  const change = useMutation({
    mutationFn: ({ view, ...to }: { view: SavedView } & Partial<Seen & Pick<NewView, "name" | "shared">>) =>
      told(
        api.PATCH("/api/views/{id}", {
          params: { path: { id: view.id } },
          body: { version: view.version, ...to },
        }),
      ),
    // the service answers nothing about one that is its owner's alone from now on
    onSuccess: (view) =>
      view ? know(view as SavedView) : void queries.invalidateQueries({ queryKey: viewsQuery.queryKey }),
    onError,
  });
  const begin = useMutation({
    mutationFn: ({ view, on }: { view: SavedView; on: boolean }) =>
      told(api.PUT("/api/views/default", { body: { id: on ? view.id : null } })),
    onSuccess: (_, { view, on }) => {
      know({ ...view, default: on });
      say(on ? t("beginsNow", { name: view.name }) : t("beginsNotNow"));
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: (view: SavedView) => told(api.DELETE("/api/views/{id}", { params: { path: { id: view.id } } })),
    onSuccess: (_, view) => {
      lookThrough({ status: "all" });
      queries.setQueryData(viewsQuery.queryKey, (before = []) => before.filter(({ id }) => id !== view.id));
      void queries.invalidateQueries({ queryKey: viewsQuery.queryKey });
      const { name, shared, list, query, columns, default: begins } = view;
      const back = async () => {
        const again = await create({ name, shared, list, query, columns, default: begins });
        know(again);
        lookThrough({ view: again.id });
        return again;
      };
      sayDone({ words: t("removed", { name }), back });
    },
    onError,
  });
  return {
    saveAs,
    rename: change,
    save: (view: SavedView, seen: Seen) =>
      change.mutate(
        { view, ...seen },
        {
          onSuccess: () => {
            lookThrough({ view: view.id });
            say(t("saved", { name: view.name }));
          },
        },
      ),
    share: (view: SavedView, shared: boolean) =>
      change.mutate(
        { view, shared },
        { onSuccess: () => say(t(shared ? "isShared" : "isNotShared", { name: view.name })) },
      ),
    begin: (view: SavedView, on: boolean) => begin.mutate({ view, on }),
    remove: (view: SavedView) => remove.mutate(view),
  };
}
