import { expect, test } from "vitest";
import { pushUndoable, undoLast, removeUndoable, type Undoable } from "./undo-stack";

const undoable = (words: string): Undoable => ({ message: words, undo: () => Promise.resolve() });
const last = async () => (await undoLast())?.message;

/** Starts a change whose response the test controls. */
function record(words: string) {
  let settle: (undoable: Undoable | undefined) => void = () => undefined;
  pushUndoable(new Promise((settled) => (settle = settled)));
  return { answer: () => settle(undoable(words)), refuse: () => settle(undefined) };
}

test("last change is undone first and only once", async () => {
  record("first").answer();
  record("second").answer();
  expect([await last(), await last(), await last()]).toEqual(["second", "first", undefined]);
});

test("last change is the one started last, regardless of responses", async () => {
  const slow = record("slow");
  const quick = record("quick");
  quick.answer();
  slow.answer();
  expect([await last(), await last()]).toEqual(["quick", "slow"]);
});

test("undo waits for the pending change at the time of the call", async () => {
  record("before").answer();
  const sent = record("under way");
  const undone = last();
  record("after").answer();
  sent.answer();
  expect(await undone).toBe("under way");
  expect([await last(), await last()]).toEqual(["after", "before"]);
});

test("second undo waits for the first one", async () => {
  record("earlier").answer();
  const later = record("later");
  const order: (string | undefined)[] = [];
  const presses = [1, 2].map(async () => order.push(await last()));
  later.answer();
  await Promise.all(presses);
  expect(order).toEqual(["later", "earlier"]);
});

test("rejected change is skipped by undo", async () => {
  record("before").answer();
  const refused = record("refused");
  const undone = last();
  refused.refuse();
  expect(await undone).toBe("before");
  expect(await last()).toBeUndefined();
});

test("undone entry is skipped by Ctrl+Z", async () => {
  const own = undoable("own");
  record("before").answer();
  pushUndoable(Promise.resolve(own));
  record("after").answer();
  expect([removeUndoable(own), removeUndoable(own)]).toEqual([true, false]);
  expect([await last(), await last(), await last()]).toEqual(["after", "before", undefined]);
});

test("undo stack has a limit", async () => {
  for (let turn = 0; turn < 150; turn++) record(String(turn)).answer();
  const words: (string | undefined)[] = [];
  for (let turn = 0; turn < 101; turn++) words.push(await last());
  expect([words[0], words[99], words[100]]).toEqual(["149", "50", undefined]);
});
