import { expect, test } from "vitest";
import { measured, topToReveal, type View } from "./virtual-rows";

const HEIGHT = 32;
const at = (top: number, scrolled = top): View => ({ top, scrolled, height: 640 });

test("visible rows and overscan are rendered", () => {
  expect(measured(at(0), 1_000, HEIGHT)).toMatchObject({ first: 0, last: 28, fitting: 20, scale: 1 });
  expect(measured(at(3_200), 1_000, HEIGHT)).toMatchObject({ first: 92, last: 128 });
  expect(measured(at(31_400), 1_000, HEIGHT)).toMatchObject({ last: 999 });
});

test("empty list has no rows", () => {
  const { first, last } = measured(at(0), 0, HEIGHT);
  expect(last - first + 1).toBeLessThanOrEqual(0);
});

test("last of millions of rows is reachable", () => {
  const count = 10_000_000;
  const { total, shownHeight, scale } = measured(at(0), count, HEIGHT);
  expect(shownHeight).toBeLessThan(total);
  // end of the scroll bar
  const scrolled = shownHeight - 640;
  const end = measured(at(scrolled * scale, scrolled), count, HEIGHT);
  expect(end.last).toBe(count - 1);
  // the last row is at the bottom
  const foot = end.topOf(count - 1) + HEIGHT;
  expect(foot).toBeGreaterThan(scrolled + 500);
  expect(foot).toBeLessThanOrEqual(scrolled + 640);
});

test("row is revealed with minimal scrolling", () => {
  const view = { top: 320, height: 640 };
  expect(topToReveal(15, HEIGHT, view)).toBeUndefined();
  expect(topToReveal(10, HEIGHT, view)).toBeUndefined();
  expect(topToReveal(29, HEIGHT, view)).toBeUndefined();
  expect(topToReveal(9, HEIGHT, view)).toBe(288);
  expect(topToReveal(30, HEIGHT, view)).toBe(352);
});
