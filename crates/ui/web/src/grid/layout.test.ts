import { expect, test } from "vitest";
import { keptOf, layoutOf, standsAs, stateOf, type LaidColumn } from "./layout";

const columns = [
  { id: "status", size: 100, pinned: true },
  { id: "problem", size: 200, pinned: true },
  { id: "qty", size: 80 },
  { id: "price", size: 80 },
  { id: "org", size: 90, hidden: true },
];
const laid = (name: string, more: Partial<LaidColumn> = {}): LaidColumn => ({
  name,
  pinned: false,
  hidden: false,
  ...more,
});
const USUAL = [
  laid("status", { pinned: true }),
  laid("problem", { pinned: true }),
  laid("qty"),
  laid("price"),
  laid("org", { hidden: true }),
];

test("columns have the default layout until changed", () => {
  expect(layoutOf(stateOf({}, columns), columns)).toEqual(USUAL);
  expect(standsAs(stateOf({}, columns), USUAL, columns)).toBe(true);
});

test("stored layout has order, width, pins and hidden columns", () => {
  const layout = [
    laid("price", { pinned: true, width: 150 }),
    laid("org"),
    laid("problem"),
    laid("status", { hidden: true }),
    laid("qty"),
  ];
  const state = stateOf(keptOf(layout), columns);
  expect(layoutOf(state, columns)).toEqual(layout);
  expect(standsAs(state, layout, columns)).toBe(true);
  expect(standsAs(state, USUAL, columns)).toBe(false);
});

test("new columns come last, and removed ones are ignored", () => {
  const old = [laid("gone", { pinned: true }), laid("qty", { pinned: true }), laid("status")];
  const state = stateOf(keptOf(old), columns);
  expect(layoutOf(state, columns)).toEqual([
    laid("qty", { pinned: true }),
    laid("status"),
    laid("problem"),
    laid("price"),
    laid("org", { hidden: true }),
  ]);
  expect(standsAs(state, old, columns)).toBe(true);
});
