// Status messages in the footer, announced by screen readers.
import { useSyncExternalStore } from "react";

let announcement = "";
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** In milliseconds. */
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

export function clearAnnouncement(): void {
  clearTimeout(timer);
  publish("");
}

export function useAnnouncement(): string {
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return useSyncExternalStore(subscribe, () => announcement);
}
