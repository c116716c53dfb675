import { expect, test } from "vitest";
import { completeRows, sortedRows } from "./record-rows";

const columns = [
  { id: "name", value: (row: { name?: string; size: number }) => row.name },
  { id: "size", value: (row: { size: number }) => row.size },
  { id: "plain" },
];
const rows = [{ name: "b10", size: 2 }, { name: "b9", size: 10 }, { size: 1 }];
const sizes = (sort: string) => sortedRows(rows, columns, sort).map(({ size }) => size);

test("complete_list_is_sorted_by_the_values_of_a_column", () => {
  expect(sizes("size")).toEqual([1, 2, 10]);
  expect(sizes("-size")).toEqual([10, 2, 1]);
  expect(sizes("name")).toEqual([10, 2, 1]);
  expect(sizes("-name")).toEqual([1, 2, 10]);
});

test("unknown_column_keeps_the_order", () => {
  expect(sizes("")).toEqual([2, 10, 1]);
  expect(sizes("plain")).toEqual([2, 10, 1]);
});

test("complete_list_is_loading_until_it_has_data", () => {
  const loaded = { data: undefined, isError: false, error: null, refetch: () => {} };
  expect(completeRows("list", loaded)).toMatchObject({ count: 0, loading: true, failure: undefined });
  expect(completeRows("list", { ...loaded, data: [] })).toMatchObject({ count: 0, loading: false });
  const failure = new Error("failed");
  expect(completeRows("list", { ...loaded, isError: true, error: failure })).toMatchObject({ loading: false, failure });
});
