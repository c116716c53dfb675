// What is done with what is selected, by button or key.
import { useState } from "react";
import type { SelectionState } from "../grid/selection";
import { useWords } from "../i18n";
import { say } from "../parts/say";
import { useMay } from "../session/session";
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
  const mayRun = useMay("process:run");
  const mayWrite = useMay("candidates:write");
  const chosen = () => selectionOf(selected, view);
  const withSome = (may: boolean, act: () => void) => (may ? () => (count > 0 ? act() : say(t("none"))) : undefined);
  const actions: Actions = {
    createOrders: withSome(mayRun, () => setDialog("orders")),
    revalidate: withSome(mayWrite, () => revalidate.mutate(chosen())),
    edit: withSome(mayWrite, () => setDialog("edit")),
    putAside: withSome(mayWrite, () => putAside.mutate(chosen())),
    takeBack: withSome(mayWrite, () => takeBack.mutate(chosen())),
  };
  return { actions, dialog, setDialog, chosen };
}
