// Keys of the list that are not the grid's own.
import type { KeyboardEvent } from "react";
import { CHORDS, chordOf } from "../keys/chords";
import { keysOf, useEndsSequence, useShownKeys, useKeyOverview } from "../keys/keys";
import { gridWords } from "../grid/words";
import { useWords } from "../i18n";
import { partsWords } from "../parts/words";
import type { Place } from "../grid/types";
import { attentionWords } from "./attention/words";
import { orderListWords } from "./orders/words";
import { dispositionWords } from "./words";

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
  /** Shows orders instead of rows, or rows. */
  list: () => void;
  close: () => void;
}

/** Shows the keys of the list in the overview, and answers to those of them that the grid does not. */
export function useListKeys(keys: ListKeys): (event: KeyboardEvent, at: Place) => void {
  const t = useWords(dispositionWords);
  const w = useWords(attentionWords);
  const g = useWords(gridWords);
  const o = useWords(orderListWords);
  const { singleKeys } = useKeyOverview();
  const endsSequence = useEndsSequence();
  const parts = useWords(partsWords);
  const selects = !!(keys.createOrders || keys.edit);
  const none = () => undefined;
  const shown = (press: string, words: string) => ({ press, words, run: none });
  const offered = (press: string, words: string, run: (() => void) | undefined) =>
    run ? [{ press, words, run, offered: true }] : [];
  useShownKeys({
    heading: t("keysGrid"),
    keys: [
      shown("← → ↑ ↓", g("keyMove")),
      shown("PgUp PgDn", g("keyPage")),
      shown("Home End", g("keyRow")),
      shown("Ctrl+Home Ctrl+End", g("keyEnds")),
      ...(selects
        ? [shown("Space", g("keySelect")), shown("Shift+↑ Shift+↓", g("keyRange")), shown("Ctrl+A", g("keyAll"))]
        : []),
      ...(keys.edit
        ? [
            shown("Enter F2", g("keyEdit")),
            shown("Enter", g("keySave")),
            shown("Tab", g("keyNext")),
            shown("Esc", g("keyCancel")),
            shown("Del", g("keyClear")),
            shown("Ctrl+V", g("keyPaste")),
            shown("Ctrl+D", g("keyFill")),
          ]
        : [shown("Enter", parts("keyOpen"))]),
      shown("F8 Shift+F8", t("keyProblem")),
      ...offered(CHORDS.createOrders, t("createOrders"), keys.createOrders),
      ...offered(CHORDS.revalidate, t("revalidate"), keys.revalidate),
      ...offered(CHORDS.edit, t("edit"), keys.edit),
      ...keysOf([
        { words: w("wait"), run: keys.wait },
        { words: w("assignMe"), run: keys.assignMe },
        { words: w("assign"), run: keys.assign },
        { words: t("putAside"), run: keys.putAside },
        { words: t("takeBack"), run: keys.takeBack },
        { words: w("takeUp"), run: keys.takeUp },
      ]),
      shown("o", t("keyOpen")),
      ...(keys.upload ? [shown("u", t("keyUpload"))] : []),
      { press: "l", words: o("keyList"), run: keys.list, offered: true },
      shown("→ ←", o("keyUnfold")),
      shown("+ -", o("keyUnfoldHere")),
      shown("*", o("keyUnfoldAll")),
      ...(keys.edit ? [shown("F2 Enter", o("keyEditOrder"))] : []),
      shown("] [", t("keyTab")),
      shown("↑ Enter", g("keyHead")),
      shown("Shift+← Shift+→", g("keySize")),
      shown("Ctrl+← Ctrl+→", g("keyOrder")),
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

/** A sign by itself. Brackets may need Alt or AltGr, which some browsers tell as Ctrl and Alt. */
function isSingle(event: KeyboardEvent): boolean {
  if (event.metaKey) return false;
  const bracket = event.key === "[" || event.key === "]";
  return bracket ? !event.ctrlKey || event.altKey : !event.ctrlKey && !event.altKey;
}
