// Short messages that need no answer: they stand at the foot of the page, and are read out.
import { useSyncExternalStore } from "react";

let said = "";
const listeners = new Set<() => void>();
let silence: ReturnType<typeof setTimeout> | undefined;
/** A message stays so long, in milliseconds. */
const STAYS = 8_000;

function tell(words: string): void {
  said = words;
  for (const listener of listeners) listener();
}

export function say(words: string): void {
  clearTimeout(silence);
  tell(words);
  silence = setTimeout(() => tell(""), STAYS);
}

/** Takes back what was said: it does not hold any more. */
export function hush(): void {
  clearTimeout(silence);
  tell("");
}

/** What was said last, as long as it matters. */
export function useSaid(): string {
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return useSyncExternalStore(subscribe, () => said);
}
