// Enter in a look-up takes the first hit. Hits are on their way while one types, so that they may come after the key.
import { useEffect, useState, type KeyboardEvent } from "react";

export interface LookUp<Hit> {
  /** What is being typed; undefined once it was taken. */
  typed: string | undefined;
  /** What fits it, best first. */
  hits: Hit[];
  /** Whether these are the hits for what is typed, and all of them. */
  settled: boolean;
  /** Whether a hit is exactly what was typed; it comes before others. */
  isExact?: (hit: Hit) => boolean;
  take: (hit: Hit) => void;
  /** Takes what was typed as it is where nothing fits. */
  otherwise?: () => void;
}

/** The hit that is meant: one that is exactly what was typed, else the first. */
export function firstMatch<Hit>(hits: readonly Hit[], isExact?: (hit: Hit) => boolean): Hit | undefined {
  return hits.find((one) => isExact?.(one)) ?? hits[0];
}

/** Answers Enter, and says whether it was meant for the look-up. */
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
    // who types on, or leaves, has not meant the hits of before
    if (wanted !== typed) want(undefined);
    else if (settled) finish();
  });
  return (event) => {
    const { key, ctrlKey, metaKey, nativeEvent } = event;
    // an option that was gone to by the arrows is taken by the list itself
    const chosen = event.currentTarget.getAttribute("aria-activedescendant");
    if (key !== "Enter" || ctrlKey || metaKey || nativeEvent.isComposing || chosen || !typed?.trim()) return false;
    if (settled && !finish()) return lookUp.otherwise !== undefined;
    if (!settled) want(typed);
    event.preventDefault();
    return true;
  };
}
