import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";

/** In milliseconds. */
export const DEBOUNCE = 120;

/** Text and its setter; `tell` receives debounced changes. External changes replace the text. */
export function useDebouncedText(held: string | undefined, onChange: (text: string | undefined) => void) {
  const [typed, setTyped] = useState(held ?? "");
  const [known, setKnown] = useState(held);
  const later = useDebouncedCallback((text: string | undefined) => {
    setKnown(text);
    onChange(text);
  }, DEBOUNCE);
  const [before, setBefore] = useState(held);
  // during render, because an effect would overwrite newer input
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
