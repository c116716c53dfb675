// Text that is asked for when the fingers rest.
import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";

/** In milliseconds. */
export const DEBOUNCE = 120;

/** What is typed, and how to type: `tell` gets it when the typing rests. What is held elsewhere replaces it when that
 * changes, unless it is what `tell` got. */
export function useDebouncedText(held: string | undefined, tell: (text: string | undefined) => void) {
  const [typed, setTyped] = useState(held ?? "");
  const [known, setKnown] = useState(held);
  const later = useDebouncedCallback((text: string | undefined) => {
    setKnown(text);
    tell(text);
  }, DEBOUNCE);
  const [before, setBefore] = useState(held);
  // while rendering: an effect would come behind what is typed meanwhile, and take it away
  if (held !== before) {
    setBefore(held);
    if (held !== known) {
      setKnown(held);
      setTyped(held ?? "");
    }
  }
  const type = (text: string) => {
    setTyped(text);
    later(text.trim() || undefined);
  };
  return [typed, type] as const;
}
