import { expect, test } from "vitest";
import { keepDone, lastDone, undoAfter } from "./done";

const thing = (words: string) => ({ words, back: () => Promise.resolve() });
const last = async () => (await lastDone())?.words;

test("the last is taken back first, and each once", async () => {
  keepDone(thing("first"));
  keepDone(thing("second"));
  expect([await last(), await last(), await last()]).toEqual(["second", "first", undefined]);
});

test("a change that is under way is the last one, and undoing waits for it", async () => {
  keepDone(thing("before"));
  let answer: () => void = () => undefined;
  const sent = new Promise<void>((answered) => (answer = answered)).then(() => keepDone(thing("under way")));
  void undoAfter(sent);
  const undone = last();
  answer();
  expect(await undone).toBe("under way");
  expect(await last()).toBe("before");
});

test("only so much is kept", async () => {
  for (let turn = 0; turn < 150; turn++) keepDone(thing(String(turn)));
  const words: (string | undefined)[] = [];
  for (let turn = 0; turn < 101; turn++) words.push(await last());
  expect([words[0], words[99], words[100]]).toEqual(["149", "50", undefined]);
});
