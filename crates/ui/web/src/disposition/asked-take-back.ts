// Of which record somebody asked what taking back what was written to it would come to.
import { useSyncExternalStore } from "react";
import type { Undoable } from "./done";
import type { WrittenRecord } from "./panel/written";

export interface AskedTakeBack {
  record: WrittenRecord;
  undoable: Undoable;
}

let asked: AskedTakeBack | undefined;
const listeners = new Set<() => void>();

export function askTakeBack(written: AskedTakeBack | undefined): void {
  asked = written;
  for (const listener of listeners) listener();
}

export function useAskedTakeBack(): AskedTakeBack | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
  );
}
