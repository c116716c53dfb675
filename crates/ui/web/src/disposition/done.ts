// What was done and can be taken back, in the order in which it was begun, whichever was answered first.

export interface Undoable {
  words: string;
  back: () => Promise<unknown>;
  /** Shows first what would come back, where that is to be looked at. */
  ask?: () => void;
}

/** What takes a change back, as soon as it is answered; nothing where nothing came of it. */
export type Coming = Promise<Undoable | undefined>;

/** The last so many can be taken back. */
const KEPT = 100;
const done: Coming[] = [];
const taken = new WeakSet<Undoable>();
/** Those who undo wait for each other: the last change is taken back before the one before it. */
let turn: Promise<unknown> = Promise.resolve();

/** Keeps a change that begins; it never fails. */
export function keepDone(coming: Coming): void {
  done.push(coming);
  done.splice(0, done.length - KEPT);
}

/** Whether it is still there to be taken back; from now on it is not. */
export function takeDone(undoable: Undoable): boolean {
  if (taken.has(undoable)) return false;
  taken.add(undoable);
  return true;
}

/** The last thing that was done by now, which is now somebody's to take back; nothing if there is none. */
export async function lastDone(end = done.length): Promise<Undoable | undefined> {
  const [coming] = done.splice(Math.max(0, end - 1), Math.min(1, end));
  if (!coming) return undefined;
  turn = Promise.all([coming, turn]);
  await turn;
  const undoable = await coming;
  // what was refused, or taken back by its own button, leaves the one before
  return undoable && takeDone(undoable) ? undoable : lastDone(Math.min(end - 1, done.length));
}
