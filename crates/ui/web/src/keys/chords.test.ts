import { expect, test } from "vitest";
import { chordOf } from "./chords";

const plain = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

test.each([
  ["Enter", { ctrlKey: true }, "createOrders"],
  ["Enter", { metaKey: true }, "createOrders"],
  ["Enter", {}, undefined],
  ["Enter", { ctrlKey: true, shiftKey: true }, undefined],
  ["e", { ctrlKey: true }, "edit"],
  ["e", {}, undefined],
  // AltGr is Ctrl+Alt and types a character
  ["e", { ctrlKey: true, altKey: true }, undefined],
  ["V", { ctrlKey: true, shiftKey: true }, "revalidate"],
  ["v", { ctrlKey: true }, undefined],
  ["v", {}, undefined],
  ["p", {}, undefined],
] as const)("%s with %j is %s", (key, held, command) => {
  expect(chordOf({ ...plain, ...held, key })).toBe(command);
});
