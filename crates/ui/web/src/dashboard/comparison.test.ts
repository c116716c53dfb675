import { expect, test } from "vitest";
import { totalOn, averageOn } from "./comparison";

const days = [
  { day: "2026-10-26", total: 10 },
  { day: "2026-11-02", total: 90 },
  { day: "2026-11-09", total: 30 },
  { day: "2026-11-10", total: 500 },
  { day: "2026-11-16", total: 20 },
  { day: "2026-11-23", total: 7 },
];

test("usual total is the median of the same weekdays before today", () => {
  expect(averageOn("2026-11-23", days)).toBe(30);
  expect(totalOn("2026-11-23", days)).toBe(7);
});

test("usual total without earlier lines is undefined", () => {
  expect(averageOn("2026-11-22", days)).toBeUndefined();
  expect(averageOn("2026-11-23", [{ day: "2026-11-16", total: 0 }])).toBeUndefined();
  expect(totalOn("2026-11-22", days)).toBe(0);
});
