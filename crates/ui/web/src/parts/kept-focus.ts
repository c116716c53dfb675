// Keys must not come to nothing because what had the focus went away: rows that were replaced, a button that did its
// work, a page that was loaded anew.
import { useEffect, useRef } from "react";

/** Whether the focus is nowhere: what had it is gone, or is not shown. */
export function isFocusLost(): boolean {
  const at = document.activeElement;
  return !(at instanceof HTMLElement) || at === document.body || !at.checkVisibility();
}

/** Lets a part of the page take the focus whenever that is nowhere. An open dialog, and who is in another window, keep it. */
export function useKeptFocus(take: () => void, enabled = true): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    if (!enabled) return undefined;
    const look = () => {
      if (document.hasFocus() && isFocusLost() && !document.querySelector("[aria-modal=true]")) latest.current();
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["hidden"] });
    window.addEventListener("focus", look);
    look();
    return () => {
      observer.disconnect();
      window.removeEventListener("focus", look);
    };
  }, [enabled]);
}
