import { expect, test } from "vitest";
import { trendOf } from "./trend";

test("trend is described by text", () => {
  for (const [lastWeek, weekBefore, trend] of [
    [5, 3, "more"],
    [3, 5, "fewer"],
    [4, 4, "same"],
    [4, 0, "first"],
    [0, 4, "fewer"],
    [0, 0, "never"],
  ] as const) {
    expect(trendOf({ lastWeek, weekBefore })).toBe(trend);
  }
});
