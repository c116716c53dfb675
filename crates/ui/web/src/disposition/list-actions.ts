// What is done with what is selected, by button or key.
import { useState } from "react";
import type { SelectionState } from "../grid/selection";
import { useWords } from "../i18n";
import { say } from "../parts/say";
import { useRevalidate, useSetActive } from "./actions";
import type { Actions } from "./toolbar";
import { selectionOf, type View } from "./view";
import { dispositionWords } from "./words";

export type Dialog = "orders" | "edit" | undefined;

export function useListActions(view: View, { selected }: SelectionState, count: number) {
  const t = useWords(dispositionWords);
  const [dialog, setDialog] = useState<Dialog>();
  const revalidate = useRevalidate();
  const putAside = useSetActive(false);
  const takeBack = useSetActive(true);
  const chosen = () => selectionOf(selected, view);
  const withSome = (act: () => void) => () => (count > 0 ? act() : say(t("none")));
  const actions: Actions = {
    createOrders: withSome(() => setDialog("orders")),
    revalidate: withSome(() => revalidate.mutate(chosen())),
    edit: withSome(() => setDialog("edit")),
    putAside: withSome(() => putAside.mutate(chosen())),
    takeBack: withSome(() => takeBack.mutate(chosen())),
  };
  return { actions, dialog, setDialog, chosen };
}
