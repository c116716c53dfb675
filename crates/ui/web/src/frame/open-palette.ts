// Opens the command palette, which is loaded on first use.
import { useSyncExternalStore } from "react";

let wanted = false;
const listeners = new Set<() => void>();

export function openPalette(): void {
  wanted = true;
  for (const listener of listeners) listener();
  void import("./palette").then(({ palette }) => palette.open());
}

/** Returns whether the palette was opened before. */
export function usePaletteWanted(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => wanted,
  );
}
