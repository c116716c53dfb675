// Keys must not come to nothing because what had the focus went away: rows that were replaced, a button that did its
// work, a page that was loaded anew.
import { useEffect, useRef } from "react";

/** Holds the focus until a part of the page that is worked in takes it. */
let holding: HTMLElement | undefined;

/** The focus to an element that does nothing by itself: whoever has a better use for it takes it. */
export function holdFocus(element: HTMLElement | null | undefined): void {
  if (!element) return;
  element.focus({ preventScroll: true });
  holding = element;
  element.addEventListener("blur", () => (holding = undefined), { once: true });
}

/** Whether the focus is nowhere: what had it is gone, is not shown, or can be used no more. */
function isFocusNowhere(): boolean {
  const at = document.activeElement;
  return !(at instanceof HTMLElement) || at === document.body || !at.checkVisibility() || at.matches(":disabled");
}

/** Whether the focus is to be had: it is nowhere, or only held. */
export function isFocusLost(): boolean {
  return isFocusNowhere() || (holding !== undefined && document.activeElement === holding);
}

interface Taker {
  take: () => void;
  /** Takes only what nobody else took. */
  last: boolean;
}

/** Those that may take it; what came last is asked first. */
const takers: Taker[] = [];

/** What had the focus and cannot be used while it works, and what has the focus for it. */
let paused: { element: HTMLElement; by: Element | null } | undefined;

/** A button that worked and can be used again has the focus back, unless somebody went elsewhere meanwhile. */
function resume(): boolean {
  if (!paused || paused.element.matches(":disabled")) return false;
  const { element, by } = paused;
  paused = undefined;
  if (!element.isConnected || document.activeElement !== by) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

function give(): void {
  const dialog = [...document.querySelectorAll<HTMLElement>("[aria-modal=true]")].findLast((one) =>
    one.checkVisibility(),
  );
  if (dialog) {
    // a dialog keeps what one of its own parts lost
    if (isFocusNowhere()) dialog.focus({ preventScroll: true });
    return;
  }
  const asked = [...takers.filter(({ last }) => !last).reverse(), ...takers.filter(({ last }) => last)];
  for (const { take, last } of asked) {
    if (last && !isFocusNowhere()) return;
    take();
    if (!isFocusLost()) return;
  }
}

function offer(): void {
  if (!document.hasFocus() || resume() || !isFocusLost()) return;
  const at = document.activeElement;
  give();
  if (at instanceof HTMLElement && at.matches(":disabled")) paused = { element: at, by: document.activeElement };
}

const observer = new MutationObserver(offer);

function join(taker: Taker): () => void {
  if (takers.push(taker) === 1) {
    const attributeFilter = ["hidden", "disabled"];
    observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter });
    window.addEventListener("focus", offer);
  }
  offer();
  return () => {
    takers.splice(takers.indexOf(taker), 1);
    if (takers.length > 0) return;
    observer.disconnect();
    window.removeEventListener("focus", offer);
  };
}

interface Keeping {
  enabled?: boolean;
  last?: boolean;
}

/** Lets a part of the page take the focus whenever that is nowhere. An open dialog, and who is in another window, keep it. */
export function useKeptFocus(take: () => void, { enabled = true, last = false }: Keeping = {}): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => (enabled ? join({ take: () => latest.current(), last }) : undefined), [enabled, last]);
}
