import { expect, test } from "vitest";
import { runSummary } from "./run-summary";

const counts = { selected: 6, added: 0, processed: 2, orders: 0, stayed: 1, failed: 3 };

test.each([
  ["process", { ...counts, orders: 1 }, ["became 2 orders 1", "failed_process 3", "stayed_process 1"]],
  ["process", { ...counts, processed: 0 }, ["becameNone", "failed_process 3", "stayed_process 1"]],
  ["revalidate", counts, ["fine 1", "failed_revalidate 3"]],
  ["edit", counts, ["edited 2", "stayed_edit 1", "failed_edit 3"]],
  ["map", counts, ["mapped 2", "stayed_map 1", "failed_map 3"]],
  ["map", { ...counts, stayed: 0, failed: 0 }, ["mapped 2"]],
  ["undo", counts, ["cameBack 2", "failed_undo 3"]],
  ["undo", { ...counts, orders: 1 }, ["voided 1 aside 2", "failed_undo 3"]],
])("summary of a run of kind %s with %o", (kind, of, expected) => {
  const t = (key: string, values: { count?: number; orders?: string; aside?: string } = {}) =>
    [key, values.count, values.orders, values.aside].filter((part) => part !== undefined).join(" ");
  expect(runSummary(t, { kind, counts: of })).toEqual(expected);
});
