// Moves a lost focus to a useful element after rows, buttons or pages disappear, so that keys keep working.
import { useEffect, useRef } from "react";

/** Element that holds the focus until a better target exists. */
let parked: HTMLElement | undefined;

/** Focuses an inert element until a better target takes the focus. */
export function parkFocus(element: HTMLElement | null | undefined): void {
  if (!element) return;
  element.focus({ preventScroll: true });
  parked = element;
  element.addEventListener("blur", () => (parked = undefined), { once: true });
}

/** Returns whether the focused element is missing, hidden or disabled. */
function isFocusNowhere(): boolean {
  const at = document.activeElement;
  return !(at instanceof HTMLElement) || at === document.body || !at.checkVisibility() || at.matches(":disabled");
}

/** Returns whether the focus is missing or parked. */
export function isFocusLost(): boolean {
  return isFocusNowhere() || (parked !== undefined && document.activeElement === parked);
}

interface FocusTarget {
  focus: () => void;
  /** Fallback of last resort. */
  isLast: boolean;
}

/** Registered targets; the newest has priority. */
const targets: FocusTarget[] = [];

/** Disabled element that had the focus, and its substitute. */
let paused: { element: HTMLElement; by: Element | null } | undefined;

/** Returns the focus to a re-enabled button unless it has moved. */
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
    // dialogs keep the focus of their own elements
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

/** Registers a focus target. Open dialogs and other windows keep the focus. */
export function useFocusFallback(
  focus: () => void,
  { enabled = true, isLast = false }: FocusFallbackOptions = {},
): void {
  const latest = useRef(focus);
  latest.current = focus;
  useEffect(() => (enabled ? register({ focus: () => latest.current(), isLast }) : undefined), [enabled, isLast]);
}
