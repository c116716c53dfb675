import { expect, test } from "vitest";
import { withRecent } from "./recent-store";

const record = (id: number) => ({ path: `/orders/${id}`, label: `Order ${id}` });

test("opened record moves to the front once", () => {
  expect(withRecent([record(1), record(2)], record(2))).toEqual([record(2), record(1)]);
});

test("oldest record is dropped", () => {
  const records = [1, 2, 3, 4, 5, 6].map(record);
  expect(withRecent(records, record(7)).map(({ path }) => path)).toEqual(
    [7, 1, 2, 3, 4, 5].map((id) => record(id).path),
  );
});
