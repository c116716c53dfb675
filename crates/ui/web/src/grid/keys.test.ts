import { expect, test } from "vitest";
import { moved } from "./keys";

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
])("%s leads to %s", (key, place) => expect(press(key)).toBe(place));

test("with Ctrl a key leads to the first and the last row, and stays in its column", () => {
  expect(press("End", true)).toBe("999999 qty");
  expect(press("Home", true)).toBe("0 qty");
});

test("the head is above the first row, and nothing is beyond the edges", () => {
  expect(press("ArrowUp", false, { row: 0, column: "id" })).toBe("-1 id");
  expect(press("ArrowUp", false, { row: -1, column: "id" })).toBe("-1 id");
  expect(press("ArrowDown", false, { row: 999_999, column: "id" })).toBe("999999 id");
  expect(press("ArrowRight", false, { row: 5, column: "price" })).toBe("5 price");
});
