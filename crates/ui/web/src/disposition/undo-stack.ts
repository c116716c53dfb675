// What was done and can be taken back, in the order in which it was begun, whichever was answered first.

export interface Undoable {
  message: string;
  undo: () => Promise<unknown>;
  /** Shows first what would come back, where that is to be looked at. */
  preview?: () => void;
}

/** What takes a change back, as soon as it is answered; nothing where nothing came of it. */
export type PendingUndoable = Promise<Undoable | undefined>;

/** The last so many can be taken back. */
const MAX_UNDO_STEPS = 100;
const undoStack: PendingUndoable[] = [];
const removed = new WeakSet<Undoable>();
/** Those who undo wait for each other: the last change is taken back before the one before it. */
let lastUndo: Promise<unknown> = Promise.resolve();

/** Keeps a change that begins; it never fails. */
export function pushUndoable(coming: PendingUndoable): void {
  undoStack.push(coming);
  undoStack.splice(0, undoStack.length - MAX_UNDO_STEPS);
}

/** Whether it is still there to be taken back; from now on it is not. */
export function removeUndoable(undoable: Undoable): boolean {
  if (removed.has(undoable)) return false;
  removed.add(undoable);
  return true;
}

/** The last thing that was done by now, which is now somebody's to take back; nothing if there is none. */
export async function undoLast(end = undoStack.length): Promise<Undoable | undefined> {
  const [coming] = undoStack.splice(Math.max(0, end - 1), Math.min(1, end));
  if (!coming) return undefined;
  lastUndo = Promise.all([coming, lastUndo]);
  await lastUndo;
  const undoable = await coming;
  // what was refused, or taken back by its own button, leaves the one before
  return undoable && removeUndoable(undoable) ? undoable : undoLast(Math.min(end - 1, undoStack.length));
}
