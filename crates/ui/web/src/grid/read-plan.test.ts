import { expect, test } from "vitest";
import { nextRead } from "./read-plan";

const rows = { front: 100, rear: 0, count: 1000, reversible: true };

test("known_rows_need_no_read", () => {
  expect(nextRead(0, 40, rows)).toBeUndefined();
  expect(nextRead(950, 999, { ...rows, rear: 100 })).toBeUndefined();
  expect(nextRead(0, 99, { ...rows, count: 100 })).toBeUndefined();
});

test("rows_are_read_before_the_known_ones_end", () => {
  expect(nextRead(40, 80, rows)).toEqual({ from: "front", missing: 1 });
});

test("nearer_end_is_read", () => {
  expect(nextRead(200, 240, rows)).toEqual({ from: "front", missing: 141 });
  expect(nextRead(960, 999, rows)).toEqual({ from: "rear", missing: 40 });
  expect(nextRead(860, 910, { ...rows, rear: 100 })).toEqual({ from: "rear", missing: 40 });
});

test("irreversible_list_is_read_from_the_front", () => {
  expect(nextRead(960, 999, { ...rows, reversible: false })).toEqual({ from: "front", missing: 900 });
});
