import { expect, test } from "vitest";
import { pushUndoable, undoLast, removeUndoable, type Undoable } from "./undo-stack";

const thing = (words: string): Undoable => ({ message: words, undo: () => Promise.resolve() });
const last = async () => (await undoLast())?.message;

/** Starts a change whose response the test controls. */
function begun(words: string) {
  let settle: (undoable: Undoable | undefined) => void = () => undefined;
  pushUndoable(new Promise((settled) => (settle = settled)));
  return { answer: () => settle(thing(words)), refuse: () => settle(undefined) };
}

test("the last is taken back first, and each once", async () => {
  begun("first").answer();
  begun("second").answer();
  expect([await last(), await last(), await last()]).toEqual(["second", "first", undefined]);
});

test("the last is what was begun last, whichever was answered first", async () => {
  const slow = begun("slow");
  const quick = begun("quick");
  quick.answer();
  slow.answer();
  expect([await last(), await last()]).toEqual(["quick", "slow"]);
});

test("undoing waits for a change that is under way, and is meant for what was done by then", async () => {
  begun("before").answer();
  const sent = begun("under way");
  const undone = last();
  begun("after").answer();
  sent.answer();
  expect(await undone).toBe("under way");
  expect([await last(), await last()]).toEqual(["after", "before"]);
});

test("pressed twice, the later change is taken back before the earlier one, although that was answered long ago", async () => {
  begun("earlier").answer();
  const later = begun("later");
  const order: (string | undefined)[] = [];
  const presses = [1, 2].map(async () => order.push(await last()));
  later.answer();
  await Promise.all(presses);
  expect(order).toEqual(["later", "earlier"]);
});

test("what was refused leaves the one before to be taken back", async () => {
  begun("before").answer();
  const refused = begun("refused");
  const undone = last();
  refused.refuse();
  expect(await undone).toBe("before");
  expect(await last()).toBeUndefined();
});

test("a button takes back its own change, once, and Ctrl+Z goes on with the others", async () => {
  const own = thing("own");
  begun("before").answer();
  pushUndoable(Promise.resolve(own));
  begun("after").answer();
  expect([removeUndoable(own), removeUndoable(own)]).toEqual([true, false]);
  expect([await last(), await last(), await last()]).toEqual(["after", "before", undefined]);
});

test("only so much is kept", async () => {
  for (let turn = 0; turn < 150; turn++) begun(String(turn)).answer();
  const words: (string | undefined)[] = [];
  for (let turn = 0; turn < 101; turn++) words.push(await last());
  expect([words[0], words[99], words[100]]).toEqual(["149", "50", undefined]);
});
