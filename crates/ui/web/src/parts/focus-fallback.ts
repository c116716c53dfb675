// Keys must not come to nothing because what had the focus went away: rows that were replaced, a button that did its
// work, a page that was loaded anew.
import { useEffect, useRef } from "react";

/** Holds the focus until a part of the page that is worked in takes it. */
let parked: HTMLElement | undefined;

/** The focus to an element that does nothing by itself: whoever has a better use for it takes it. */
export function parkFocus(element: HTMLElement | null | undefined): void {
  if (!element) return;
  element.focus({ preventScroll: true });
  parked = element;
  element.addEventListener("blur", () => (parked = undefined), { once: true });
}

/** Whether the focus is nowhere: what had it is gone, is not shown, or can be used no more. */
function isFocusNowhere(): boolean {
  const at = document.activeElement;
  return !(at instanceof HTMLElement) || at === document.body || !at.checkVisibility() || at.matches(":disabled");
}

/** Whether the focus is to be had: it is nowhere, or only held. */
export function isFocusLost(): boolean {
  return isFocusNowhere() || (parked !== undefined && document.activeElement === parked);
}

interface FocusTarget {
  focus: () => void;
  /** Takes only what nobody else took. */
  isLast: boolean;
}

/** Those that may take it; what came last is asked first. */
const targets: FocusTarget[] = [];

/** What had the focus and cannot be used while it works, and what has the focus for it. */
let paused: { element: HTMLElement; by: Element | null } | undefined;

/** A button that worked and can be used again has the focus back, unless somebody went elsewhere meanwhile. */
function restorePaused(): boolean {
  if (!paused || paused.element.matches(":disabled")) return false;
  const { element, by } = paused;
  paused = undefined;
  if (!element.isConnected || document.activeElement !== by) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

function moveFocus(): void {
  const dialog = [...document.querySelectorAll<HTMLElement>("[aria-modal=true]")].findLast((one) =>
    one.checkVisibility(),
  );
  if (dialog) {
    // a dialog keeps what one of its own parts lost
    if (isFocusNowhere()) dialog.focus({ preventScroll: true });
    return;
  }
  const candidates = [...targets.filter(({ isLast }) => !isLast).reverse(), ...targets.filter(({ isLast }) => isLast)];
  for (const { focus, isLast } of candidates) {
    if (isLast && !isFocusNowhere()) return;
    focus();
    if (!isFocusLost()) return;
  }
}

function recoverFocus(): void {
  if (!document.hasFocus() || restorePaused() || !isFocusLost()) return;
  const at = document.activeElement;
  moveFocus();
  if (at instanceof HTMLElement && at.matches(":disabled")) paused = { element: at, by: document.activeElement };
}

const observer = new MutationObserver(recoverFocus);

function register(taker: FocusTarget): () => void {
  if (targets.push(taker) === 1) {
    const attributeFilter = ["hidden", "disabled"];
    observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter });
    window.addEventListener("focus", recoverFocus);
  }
  recoverFocus();
  return () => {
    targets.splice(targets.indexOf(taker), 1);
    if (targets.length > 0) return;
    observer.disconnect();
    window.removeEventListener("focus", recoverFocus);
  };
}

interface FocusFallbackOptions {
  enabled?: boolean;
  isLast?: boolean;
}

/** Lets a part of the page take the focus whenever that is nowhere. An open dialog, and who is in another window, keep it. */
export function useFocusFallback(
  focus: () => void,
  { enabled = true, isLast = false }: FocusFallbackOptions = {},
): void {
  const latest = useRef(focus);
  latest.current = focus;
  useEffect(() => (enabled ? register({ focus: () => latest.current(), isLast }) : undefined), [enabled, isLast]);
}
