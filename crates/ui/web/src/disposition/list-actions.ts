// Actions on the selection, by button or key.
import { useState } from "react";
import type { SelectionState } from "../grid/selection";
import { useLanguage, useMessages } from "../i18n";
import { useFailureText } from "../parts/failure";
import { announce } from "../parts/announce";
import { useMay } from "../session/session";
import { useRevalidate, useSetActive } from "./actions";
import { useAttend } from "./attention/attend";
import type { Chosen, Member } from "./candidate";
import type { Entries } from "./dialogs/edit-changes";
import { initialValues } from "./orders/initial-values";
import type { OrderRow } from "./orders/entries";
import { chosenOf, MAX_SELECTED } from "./orders/selected";
import type { Actions } from "./toolbar";
import { NOT_ORDERED, type View } from "./view";
import { dispositionMessages } from "./messages";

/** Dialog for the selection or all lines of an order. */
export interface Dialog {
  kind: "orders" | "edit" | "wait" | "assign";
  chosen: Chosen;
  count: number;
  /** Initial values of the bulk edit. */
  begin?: Entries;
}

export function useListActions(view: View, { selected }: SelectionState, count: number) {
  const t = useMessages(dispositionMessages);
  const failureText = useFailureText();
  const [dialog, setDialog] = useState<Dialog>();
  const language = useLanguage();
  const revalidate = useRevalidate();
  const putAside = useSetActive(false);
  const takeBack = useSetActive(true);
  const attend = useAttend();
  const mayRun = useMay("process:run");
  const mayWrite = useMay("candidates:write");
  const withSome = (may: boolean, act: (chosen: Chosen) => void) => {
    const choose = async () => {
      const chosen = await chosenOf(selected, view);
      if (chosen) act(chosen);
      else announce(t("rangeTooLong", { count: MAX_SELECTED }));
    };
    if (!may) return undefined;
    return () =>
      count > 0 ? void choose().catch((failure: unknown) => announce(failureText(failure))) : announce(t("none"));
  };
  const openDialog = (kind: Dialog["kind"]) => (chosen: Chosen) => setDialog({ kind, chosen, count });
  const actions: Actions = {
    createOrders: withSome(mayRun, openDialog("orders")),
    revalidate: withSome(mayWrite, ({ selection }) => revalidate.mutate(selection)),
    edit: withSome(mayWrite, openDialog("edit")),
    putAside: withSome(mayWrite, (chosen) => putAside.mutate(chosen)),
    takeBack: withSome(mayWrite, (chosen) => takeBack.mutate(chosen)),
    wait: withSome(mayWrite, openDialog("wait")),
    takeUp: withSome(mayWrite, (chosen) => attend.mutate({ ...chosen, waitingUntil: null })),
    assignMe: withSome(mayWrite, (chosen) => attend.mutate({ ...chosen, assignedTo: "me" })),
    assign: withSome(mayWrite, openDialog("assign")),
  };
  /** Sets a value of all lines of an order, including hidden ones, because an order has one customer. */
  const editOrder = (order: OrderRow, member: Member) => {
    const { new: open, error, inactive } = order.counts;
    const filter = { status: NOT_ORDERED, headerOf: [order.candidateId] };
    setDialog({
      kind: "edit",
      chosen: { selection: { filter } },
      count: open + error + inactive,
      begin: initialValues(order, member, language),
    });
  };
  return { actions, dialog, setDialog, editOrder: mayWrite ? editOrder : undefined };
}
