// What was done last and can be taken back.

export interface Undoable {
  words: string;
  back: () => Promise<unknown>;
}

/** The last so many can be taken back. */
const KEPT = 100;
const done: Undoable[] = [];
/** Changes that are not answered yet: whoever undoes means the last of them, not the one before. */
const underWay = new Set<Promise<unknown>>();

/** Lets undoing wait for a change; it never fails. */
export function undoAfter<Answer>(change: Promise<Answer>): Promise<Answer> {
  underWay.add(change);
  void change.then(() => underWay.delete(change));
  return change;
}

export function keepDone(undoable: Undoable): void {
  done.push(undoable);
  done.splice(0, done.length - KEPT);
}

/** The last thing that was done, which is now somebody's to take back; nothing if there is none. */
export async function lastDone(): Promise<Undoable | undefined> {
  await Promise.all(underWay);
  return done.pop();
}
