import { expect, test } from "vitest";
import { actOnHead, actOnRow, afterEditing, besideEditable, moved, nearest } from "./keys";

const ground = {
  at: { row: 10, column: "qty" },
  count: 1_000_000,
  columns: ["select", "id", "qty", "price"],
  fitting: 20,
};
const press = (key: string, ctrlKey = false, at = ground.at) => {
  const place = moved({ key, ctrlKey, metaKey: false }, { ...ground, at });
  return place && `${place.row} ${place.column}`;
};

test.each([
  ["ArrowDown", "11 qty"],
  ["ArrowUp", "9 qty"],
  ["ArrowLeft", "10 id"],
  ["ArrowRight", "10 price"],
  ["PageDown", "29 qty"],
  ["PageUp", "0 qty"],
  ["Home", "10 select"],
  ["End", "10 price"],
  ["x", undefined],
])("%s moves to %s", (key, index) => expect(press(key)).toBe(index));

test("Ctrl moves to the first or last row of the column", () => {
  expect(press("End", true)).toBe("999999 qty");
  expect(press("Home", true)).toBe("0 qty");
});

test("header is above the first row, and movement stops at the edges", () => {
  expect(press("ArrowUp", false, { row: 0, column: "id" })).toBe("-1 id");
  expect(press("ArrowUp", false, { row: -1, column: "id" })).toBe("-1 id");
  expect(press("ArrowDown", false, { row: 999_999, column: "id" })).toBe("999999 id");
  expect(press("ArrowRight", false, { row: 5, column: "price" })).toBe("5 price");
});

const plain = { ctrlKey: false, metaKey: false, shiftKey: false };

test.each([
  [" ", true, "toggle"],
  ["Enter", true, "edit"],
  ["Enter", false, "open"],
  ["F2", true, "edit"],
  ["Delete", true, "clear"],
  ["Delete", false, undefined],
  ["7", true, "type"],
  ["-", true, "type"],
  ["7", false, undefined],
  ["a", true, undefined],
] as const)("%s on an editable cell %s: %s", (key, editable, act) => {
  expect(actOnRow({ ...plain, key }, { selectable: true, editable })).toBe(act);
});

test.each([
  ["a", "type"],
  ["ü", "type"],
  ["/", "type"],
  ["?", "type"],
  ["[", "type"],
  ["7", "type"],
  [" ", "toggle"],
  ["Escape", undefined],
  ["F8", undefined],
] as const)("%s on an editable text: %s", (key, act) => {
  expect(actOnRow({ ...plain, key }, { selectable: true, editable: true, letters: true })).toBe(act);
});

test("Ctrl with a letter starts no edit, and Ctrl+Enter does nothing", () => {
  const chord = { ...plain, ctrlKey: true };
  for (const [key, editable] of [
    ["a", true],
    ["Enter", true],
    ["Enter", false],
  ] as const)
    expect(actOnRow({ ...chord, key }, { selectable: true, editable, letters: true })).toBeUndefined();
});

test("Ctrl with a digit starts no edit, and space needs selectable rows", () => {
  expect(actOnRow({ ...plain, ctrlKey: true, key: "1" }, { selectable: true, editable: true })).toBeUndefined();
  expect(actOnRow({ ...plain, key: " " }, { selectable: false, editable: true })).toBeUndefined();
});

test("header arrows need Shift or Ctrl to change the column", () => {
  expect(actOnHead({ ...plain, key: "Enter" })).toEqual({ act: "press" });
  expect(actOnHead({ ...plain, key: "ArrowLeft" })).toBeUndefined();
  expect(actOnHead({ ...plain, key: "ArrowLeft", shiftKey: true })).toEqual({ act: "size", sideways: -1 });
  expect(actOnHead({ ...plain, key: "ArrowRight", ctrlKey: true })).toEqual({ act: "move", sideways: 1 });
});

test("Tab moves to the next editable cell", () => {
  const small = { count: 3, columns: ["select", "qty", "price"] };
  const only =
    (...places: string[]) =>
    (place: { row: number; column: string }) =>
      places.includes(`${place.row} ${place.column}`);
  const from = { row: 0, column: "qty" };
  expect(besideEditable(from, 1, small, only("0 price", "1 qty"))).toEqual({ row: 0, column: "price" });
  expect(besideEditable(from, 1, small, only("1 qty"))).toEqual({ row: 1, column: "qty" });
  expect(besideEditable({ row: 1, column: "qty" }, -1, small, only("0 price"))).toEqual({ row: 0, column: "price" });
  expect(besideEditable(from, -1, small, only("1 qty"))).toEqual(from);
  expect(besideEditable({ row: 2, column: "price" }, 1, small, () => true)).toEqual({ row: 2, column: "price" });
  expect(besideEditable({ row: 0, column: "select" }, -1, small, () => true)).toEqual({ row: 0, column: "select" });
  expect(besideEditable({ row: 2, column: "price" }, 1, small, only("0 qty"))).toEqual({ row: 2, column: "price" });
});

test("cursor stays in a smaller grid", () => {
  const small = { count: 3, columns: ["select", "qty"] };
  expect(nearest({ row: 9, column: "qty" }, small)).toEqual({ row: 2, column: "qty" });
  expect(nearest({ row: 1, column: "price" }, small)).toEqual({ row: 1, column: "select" });
  expect(nearest({ row: 5, column: "qty" }, { ...small, count: 0 })).toEqual({ row: 0, column: "qty" });
  expect(nearest({ row: -1, column: "qty" }, small)).toEqual({ row: -1, column: "qty" });
});

test("closed editor moves on and reopens only in another cell", () => {
  const small = { count: 3, columns: ["select", "qty", "price"] };
  const all = () => true;
  const at = { row: 1, column: "qty" };
  expect(afterEditing("down", at, small, all)).toEqual({ to: { row: 2, column: "qty" }, edit: false });
  expect(afterEditing("down", { row: 2, column: "qty" }, small, all)).toEqual({
    to: { row: 2, column: "qty" },
    edit: false,
  });
  expect(afterEditing("next", at, small, all)).toEqual({ to: { row: 1, column: "price" }, edit: true });
  expect(afterEditing("previous", at, small, ({ column }) => column === "price")).toEqual({
    to: { row: 0, column: "price" },
    edit: true,
  });
  // a saved cell must not reopen with its old value
  const last = { row: 2, column: "price" };
  expect(afterEditing("next", last, small, all)).toEqual({ to: last, edit: false });
  expect(afterEditing("stay", at, small, all)).toBeUndefined();
  expect(afterEditing("cancel", at, small, all)).toBeUndefined();
});
