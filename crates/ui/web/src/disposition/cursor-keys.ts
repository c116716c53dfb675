// Keyboard shortcuts of the list beyond the grid's own.
import type { KeyboardEvent } from "react";
import { CHORDS, chordOf } from "../keys/chords";
import { keysOf, useEndsSequence, useShownKeys, useKeyOverview } from "../keys/keys";
import { gridMessages } from "../grid/messages";
import { useMessages } from "../i18n";
import { partsMessages } from "../parts/messages";
import type { Place } from "../grid/types";
import { attentionMessages } from "./attention/messages";
import { orderListMessages } from "./orders/messages";
import { dispositionMessages } from "./messages";

export interface ListKeys {
  createOrders: (() => void) | undefined;
  revalidate: (() => void) | undefined;
  edit: (() => void) | undefined;
  putAside: (() => void) | undefined;
  takeBack: (() => void) | undefined;
  wait: (() => void) | undefined;
  takeUp: (() => void) | undefined;
  assignMe: (() => void) | undefined;
  assign: (() => void) | undefined;
  page: (at: Place) => void;
  upload: ((at: Place) => void) | undefined;
  tab: (step: 1 | -1) => void;
  problem: (step: 1 | -1, at: Place) => void;
  list: () => void;
  close: () => void;
}

/** Lists the shortcuts in the overview and handles those that the grid does not. */
export function useListKeys(keys: ListKeys): (event: KeyboardEvent, at: Place) => void {
  const t = useMessages(dispositionMessages);
  const tAttention = useMessages(attentionMessages);
  const tGrid = useMessages(gridMessages);
  const tOrderList = useMessages(orderListMessages);
  const { singleKeys } = useKeyOverview();
  const endsSequence = useEndsSequence();
  const tParts = useMessages(partsMessages);
  const selects = !!(keys.createOrders || keys.edit);
  const none = () => undefined;
  const shown = (press: string, label: string) => ({ press, label, run: none });
  const offered = (press: string, label: string, run: (() => void) | undefined) =>
    run ? [{ press, label, run, offered: true }] : [];
  useShownKeys({
    heading: t("keysGrid"),
    keys: [
      shown("← → ↑ ↓", tGrid("keyMove")),
      shown("PgUp PgDn", tGrid("keyPage")),
      shown("Home End", tGrid("keyRow")),
      shown("Ctrl+Home Ctrl+End", tGrid("keyEnds")),
      ...(selects
        ? [
            shown("Space", tGrid("keySelect")),
            shown("Shift+↑ Shift+↓", tGrid("keyRange")),
            shown("Ctrl+A", tGrid("keyAll")),
          ]
        : []),
      ...(keys.edit
        ? [
            shown("Enter F2", tGrid("keyEdit")),
            shown("Enter", tGrid("keySave")),
            shown("Tab", tGrid("keyNext")),
            shown("Esc", tGrid("keyCancel")),
            shown("Del", tGrid("keyClear")),
            shown("Ctrl+V", tGrid("keyPaste")),
            shown("Ctrl+D", tGrid("keyFill")),
          ]
        : [shown("Enter", tParts("keyOpen"))]),
      shown("F8 Shift+F8", t("keyProblem")),
      ...offered(CHORDS.createOrders, t("createOrders"), keys.createOrders),
      ...offered(CHORDS.revalidate, t("revalidate"), keys.revalidate),
      ...offered(CHORDS.edit, t("edit"), keys.edit),
      ...keysOf([
        { label: tAttention("wait"), run: keys.wait },
        { label: tAttention("assignMe"), run: keys.assignMe },
        { label: tAttention("assign"), run: keys.assign },
        { label: t("putAside"), run: keys.putAside },
        { label: t("takeBack"), run: keys.takeBack },
        { label: tAttention("takeUp"), run: keys.takeUp },
      ]),
      shown("o", t("keyOpen")),
      ...(keys.upload ? [shown("u", t("keyUpload"))] : []),
      { press: "l", label: tOrderList("keyList"), run: keys.list, offered: true },
      shown("→ ←", tOrderList("keyUnfold")),
      shown("+ -", tOrderList("keyUnfoldHere")),
      shown("*", tOrderList("keyUnfoldAll")),
      ...(keys.edit ? [shown("F2 Enter", tOrderList("keyEditOrder"))] : []),
      shown("] [", t("keyTab")),
      shown("↑ Enter", tGrid("keyHead")),
      shown("Shift+← Shift+→", tGrid("keySize")),
      shown("Ctrl+← Ctrl+→", tGrid("keyOrder")),
    ],
  });
  return (event, at) => {
    const letters: Record<string, (() => void) | undefined> = {
      o: () => keys.page(at),
      l: keys.list,
      u: keys.upload && (() => keys.upload?.(at)),
      "]": () => keys.tab(1),
      "[": () => keys.tab(-1),
    };
    const other = () => {
      const chord = chordOf(event);
      if (chord) return keys[chord];
      return singleKeys && isSingle(event) && !endsSequence() ? letters[event.key] : undefined;
    };
    const run =
      event.key === "F8"
        ? () => keys.problem(event.shiftKey ? -1 : 1, at)
        : event.key === "Escape"
          ? keys.close
          : other();
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
}

/** Single character. Brackets may need AltGr, which some browsers report as Ctrl+Alt. */
function isSingle(event: KeyboardEvent): boolean {
  if (event.metaKey) return false;
  const bracket = event.key === "[" || event.key === "]";
  return bracket ? !event.ctrlKey || event.altKey : !event.ctrlKey && !event.altKey;
}
