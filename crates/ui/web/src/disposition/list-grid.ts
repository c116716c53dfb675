// Shared behaviour of the lists of candidates and incoming orders.
import { useEffect, useRef, type KeyboardEvent, type RefObject } from "react";
import type { GridHandle } from "../grid/props";
import type { SelectionState } from "../grid/selection";
import type { Place } from "../grid/types";
import { gridMessages } from "../grid/messages";
import { useMessages } from "../i18n";
import { announce } from "../parts/announce";
import type { ChangeView } from "./view";

export interface ListGridProps {
  change: ChangeView;
  rowHeight: number;
  selection: SelectionState;
  grid: RefObject<GridHandle | null>;
  onKey: (event: KeyboardEvent, at: Place) => void;
  /** Shows a candidate in the panel. */
  open: (id: number) => void;
  /** Opens a candidate with focus on its fix. */
  startCorrecting: (id: number) => void;
  /** The panel follows the focused row. */
  follow: boolean;
}

/** Delay before the panel follows the cursor, in milliseconds. */
export const SCROLL_PAUSE = 150;

/** Resets the grid for another list. */
export function useBeginning(number: number, grid: RefObject<GridHandle | null>) {
  const shown = useRef(number);
  useEffect(() => {
    if (shown.current !== number) grid.current?.reset();
    shown.current = number;
  }, [number, grid]);
}

/** Announces the result of pasting or filling. */
export function useFilled(): (taken: number, left: number) => void {
  const t = useMessages(gridMessages);
  return (taken, left) => {
    if (taken + left === 0) return announce(t("nothingAbove"));
    announce(
      [taken > 0 && t("filled", { count: taken }), left > 0 && t("notTaken", { count: left })]
        .filter(Boolean)
        .join(" "),
    );
  };
}
