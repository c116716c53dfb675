import { expect, test } from "vitest";
import { columnAfterDrop, dropSide } from "./column-drag";

const pinned = new Set(["a", "b"]);
const order = { all: ["a", "b", "c", "d", "e"].map((id) => ({ id })), isPinned: (id: string) => pinned.has(id) };

test("column_is_dropped_on_the_far_side_of_its_target", () => {
  expect(dropSide(order, "c", "e")).toBe("after");
  expect(dropSide(order, "e", "c")).toBe("before");
  expect(dropSide(order, "c", "c")).toBeUndefined();
  expect(dropSide(order, "x", "c")).toBeUndefined();
});

test("pinned_columns_stay_together", () => {
  expect(dropSide(order, "a", "c")).toBeUndefined();
  expect(dropSide(order, "a", "b")).toBe("after");
  expect(columnAfterDrop(order, "b", "after")).toBeUndefined();
});

test("dropped_column_precedes_the_next_one", () => {
  expect(columnAfterDrop(order, "c", "before")).toBe("c");
  expect(columnAfterDrop(order, "c", "after")).toBe("d");
  expect(columnAfterDrop(order, "e", "after")).toBeUndefined();
});
