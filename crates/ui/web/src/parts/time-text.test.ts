import { expect, test } from "vitest";
import { readTime } from "./time-text";

test.each([
  ["6", "06:00"],
  ["630", "06:30"],
  ["6:30", "06:30"],
  ["18.45", "18:45"],
  ["0000", "00:00"],
  [" 23:59 ", "23:59"],
  ["6:30 PM", "18:30"],
  ["12 am", "00:00"],
])("%s is read as %s", (typed, time) => expect(readTime(typed)).toBe(time));

test.each(["", "24:00", "6:7", "12:60", "13 PM", "noon"])("%s is no time", (typed) =>
  expect(readTime(typed)).toBeUndefined(),
);
