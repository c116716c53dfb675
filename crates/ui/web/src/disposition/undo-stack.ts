// Undo stack in the order of user actions, independent of response order.

export interface Undoable {
  message: string;
  undo: () => Promise<unknown>;
  /** Opens a preview instead of undoing at once. */
  preview?: () => void;
}

/** Undo of a pending change; undefined if nothing changed. */
export type PendingUndoable = Promise<Undoable | undefined>;

const MAX_UNDO_STEPS = 100;
const undoStack: PendingUndoable[] = [];
const removed = new WeakSet<Undoable>();
/** Serialises undos, so that the last change is undone first. */
let lastUndo: Promise<unknown> = Promise.resolve();

/** Pushes a pending change, which must not reject. */
export function pushUndoable(pending: PendingUndoable): void {
  undoStack.push(pending);
  undoStack.splice(0, undoStack.length - MAX_UNDO_STEPS);
}

/** Removes an entry; returns whether it was still on the stack. */
export function removeUndoable(undoable: Undoable): boolean {
  if (removed.has(undoable)) return false;
  removed.add(undoable);
  return true;
}

/** Returns and removes the last entry pushed before the call. */
export async function undoLast(end = undoStack.length): Promise<Undoable | undefined> {
  const [pending] = undoStack.splice(Math.max(0, end - 1), Math.min(1, end));
  if (!pending) return undefined;
  lastUndo = Promise.all([pending, lastUndo]);
  await lastUndo;
  const undoable = await pending;
  // skip rejected changes and those already undone by button
  return undoable && removeUndoable(undoable) ? undoable : undoLast(Math.min(end - 1, undoStack.length));
}
