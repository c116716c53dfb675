// Master data write whose undo preview is requested.
import { useSyncExternalStore } from "react";
import type { Undoable } from "./undo-stack";
import type { Selection } from "./candidate";
import type { WrittenRecord } from "./panel/written-records";

export interface UndoWriteRequest {
  record: WrittenRecord;
  undoable: Undoable;
  /** Candidates to revalidate afterwards. */
  again: Promise<Selection | undefined>;
}

let request: UndoWriteRequest | undefined;
const listeners = new Set<() => void>();

export function requestUndoWrite(written: UndoWriteRequest | undefined): void {
  request = written;
  for (const listener of listeners) listener();
}

export function useUndoWriteRequest(): UndoWriteRequest | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => request,
  );
}
