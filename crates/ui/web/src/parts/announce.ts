// Short messages that need no answer: they stand at the foot of the page, and are read out.
import { useSyncExternalStore } from "react";

let announcement = "";
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** A message stays so long, in milliseconds. */
const DURATION = 8_000;

function publish(words: string): void {
  announcement = words;
  for (const listener of listeners) listener();
}

export function announce(words: string): void {
  clearTimeout(timer);
  publish(words);
  timer = setTimeout(() => publish(""), DURATION);
}

/** Takes back what was said: it does not hold any more. */
export function clearAnnouncement(): void {
  clearTimeout(timer);
  publish("");
}

/** What was said last, as long as it matters. */
export function useAnnouncement(): string {
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return useSyncExternalStore(subscribe, () => announcement);
}
