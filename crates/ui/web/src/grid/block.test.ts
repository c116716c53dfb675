import { expect, test } from "vitest";
import { filledRows, placeBlock, readBlock } from "./block";

test.each([
  ["5", [["5"]]],
  [
    "1\t2\n3\t4\n",
    [
      ["1", "2"],
      ["3", "4"],
    ],
  ],
  ["1\r\n\r\n3\r\n", [["1"], [""], ["3"]]],
  ['"two\nlines"\t"with ""quotes"""\n', [["two\nlines", 'with "quotes"']]],
  ["1\t\t3", [["1", "", "3"]]],
  ['12"\t5', [['12"', "5"]]],
])("%j is parsed as a block", (text, block) => {
  expect(readBlock(text)).toEqual(block);
});

const columns = ["id", "qty", "price", "name"];
const editable = ({ row, column }: { row: number; column: string }) =>
  row < 2 && (column === "qty" || column === "price");

test("block fills editable cells and counts skipped values", () => {
  const { cells, left } = placeBlock([["1", "2", "3"], ["4"], ["5"]], { row: 0, column: "qty" }, columns, editable);
  expect(cells).toEqual([
    { row: 0, column: "qty", text: "1" },
    { row: 0, column: "price", text: "2" },
    { row: 1, column: "qty", text: "4" },
  ]);
  expect(left).toBe(2);
  expect(placeBlock([["1"]], { row: 0, column: "select" }, columns, editable)).toEqual({ cells: [], left: 1 });
});

test("cell is filled from above, selected rows from the first of them", () => {
  const selected = (row: number) => row >= 2 && row <= 4;
  expect(filledRows(3, selected)).toEqual({ from: 2, to: [3, 4] });
  expect(filledRows(7, selected)).toEqual({ from: 6, to: [7] });
  expect(filledRows(0, () => false)).toEqual({ from: -1, to: [] });
});
