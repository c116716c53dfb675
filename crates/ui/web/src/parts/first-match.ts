// Enter selects the first match, also if matches arrive after the key.
import { useEffect, useState, type KeyboardEvent } from "react";

export interface LookUp<Hit> {
  /** Current text; undefined once selected. */
  typed: string | undefined;
  /** Matches, best first. */
  hits: Hit[];
  /** The matches are complete and belong to the text. */
  settled: boolean;
  /** Exact matches take precedence. */
  isExact?: (hit: Hit) => boolean;
  take: (hit: Hit) => void;
  /** Called if nothing matches. */
  otherwise?: () => void;
}

/** Returns the exact match, otherwise the first one. */
export function firstMatch<Hit>(hits: readonly Hit[], isExact?: (hit: Hit) => boolean): Hit | undefined {
  return hits.find((one) => isExact?.(one)) ?? hits[0];
}

/** Handles Enter; returns whether it was consumed. */
export function useFirstMatch<Hit>(lookUp: LookUp<Hit>): (event: KeyboardEvent<HTMLElement>) => boolean {
  const { typed, hits, settled } = lookUp;
  const [wanted, want] = useState<string>();
  const finish = () => {
    want(undefined);
    const hit = firstMatch(hits, lookUp.isExact);
    if (hit !== undefined) lookUp.take(hit);
    else lookUp.otherwise?.();
    return hit !== undefined;
  };
  useEffect(() => {
    if (wanted === undefined) return;
    // further input cancels a pending Enter
    if (wanted !== typed) want(undefined);
    else if (settled) finish();
  });
  return (event) => {
    const { key, ctrlKey, metaKey, nativeEvent } = event;
    // the list itself handles options selected by arrows
    const chosen = event.currentTarget.getAttribute("aria-activedescendant");
    if (key !== "Enter" || ctrlKey || metaKey || nativeEvent.isComposing || chosen || !typed?.trim()) return false;
    if (settled && !finish()) return lookUp.otherwise !== undefined;
    if (!settled) want(typed);
    event.preventDefault();
    return true;
  };
}
