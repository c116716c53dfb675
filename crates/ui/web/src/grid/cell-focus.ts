// Focus of the active cell across renders.
import { useLayoutEffect, useRef, type RefObject } from "react";
import { isFocusLost } from "../parts/focus-fallback";
import type { Place } from "./types";

function cellAt(scroller: HTMLElement | null, { row, column }: Place): HTMLElement | null | undefined {
  return scroller?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`);
}

/** Scrolls horizontally until the cell is visible beside pinned ones. */
function revealSideways(scroller: HTMLElement, cell: HTMLElement): void {
  if (getComputedStyle(cell).position === "sticky") return;
  const pinned = parseFloat(getComputedStyle(scroller).scrollPaddingLeft) || 0;
  const { offsetLeft: left, offsetWidth: width } = cell;
  if (left - pinned < scroller.scrollLeft) scroller.scrollLeft = left - pinned;
  else if (left + width > scroller.scrollLeft + scroller.clientWidth)
    scroller.scrollLeft = left + width - scroller.clientWidth;
}

export interface CellFocus {
  /** Requests the focus for the next render. */
  wish: (wished: boolean) => void;
  /** Focuses the cell, or the grid if there are no cells. */
  take: () => void;
  /** Returns whether the focus is in the grid or lost. */
  isOurs: () => boolean;
}

/** Keeps the focus on the active cell unless it is edited. */
export function useCellFocus(scroller: RefObject<HTMLElement | null>, at: Place, editing: boolean): CellFocus {
  const wished = useRef(false);
  const latest = useRef(at);
  latest.current = at;
  useLayoutEffect(() => {
    const waiting = document.activeElement === scroller.current;
    if (!(wished.current || waiting) || editing) return;
    const cell = cellAt(scroller.current, at);
    if (!cell || !scroller.current) return;
    wished.current = false;
    cell.focus({ preventScroll: true });
    revealSideways(scroller.current, cell);
  });
  return {
    wish: (now) => {
      wished.current = now;
    },
    take: () => (cellAt(scroller.current, latest.current) ?? scroller.current)?.focus({ preventScroll: true }),
    isOurs: () => isFocusLost() || !!scroller.current?.contains(document.activeElement),
  };
}
