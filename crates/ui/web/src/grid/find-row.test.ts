import { expect, test } from "vitest";
import { BLOCK } from "./blocks";
import { findRow } from "./find-row";

/** List with faulty rows; the first block is loaded. */
function listOf(count: number, ...faulty: number[]) {
  const requested: number[] = [];
  const all = Array.from({ length: count }, (_, row) => ({
    row,
    fault: faulty.includes(row) ? `fault of ${row}` : undefined,
  }));
  let sought = true;
  const rows = async (first: number, last: number) => {
    requested.push(first);
    await Promise.resolve();
    return all.slice(first, last + 1);
  };
  return {
    requested,
    giveUp: () => {
      sought = false;
    },
    next: (from: number, step: 1 | -1) =>
      findRow(
        { rowAt: (row) => (row < BLOCK ? all[row] : undefined), rows },
        { from, step, count },
        ({ fault }) => fault,
        () => sought,
      ),
  };
}

test("next match among loaded rows is found without requests", async () => {
  const { next, requested } = listOf(1_000, 3, 7);
  expect(await next(3, 1)).toEqual({ row: 7, found: "fault of 7" });
  expect(await next(7, -1)).toEqual({ row: 3, found: "fault of 3" });
  expect(await next(-1, 1)).toEqual({ row: 3, found: "fault of 3" });
  expect(requested).toEqual([]);
});

test("match beyond the screen is found in both directions", async () => {
  const { next, requested } = listOf(1_000, 2, 205);
  expect(await next(2, 1)).toEqual({ row: 205, found: "fault of 205" });
  expect(new Set(requested)).toEqual(new Set([100, 200]));
  expect(await next(999, -1)).toEqual({ row: 205, found: "fault of 205" });
});

test("search ends at the list ends and at the limit", async () => {
  const { next } = listOf(5_000, 10, 3_000);
  expect(await next(4_999, 1)).toBeUndefined();
  expect(await next(10, -1)).toBeUndefined();
  expect(await next(10, 1)).toBeUndefined();
  expect(await next(1_500, 1)).toEqual({ row: 3_000, found: "fault of 3000" });
});

test("search continues only while matches exist beyond", async () => {
  const all = Array.from({ length: 9_000 }, (_, row) => ({ fault: row === 7_000 ? "here" : undefined }));
  const rows = (first: number, last: number) => Promise.resolve(all.slice(first, last + 1));
  const requested: number[] = [];
  const isBeyond = (row: number) => {
    requested.push(row);
    return Promise.resolve(row < 7_000);
  };
  const list = { rowAt: () => undefined, rows, isBeyond };
  const next = (from: number) =>
    findRow(
      list,
      { from, step: 1, count: 9_000 },
      ({ fault }) => fault,
      () => true,
    );
  expect(await next(-1)).toEqual({ row: 7_000, found: "here" });
  expect(requested).toEqual([1_998, 3_998, 5_998]);
  expect(await next(7_000)).toBeUndefined();
});

test("superseded search returns nothing", async () => {
  const { next, giveUp } = listOf(1_000, 205);
  const late = next(0, 1);
  giveUp();
  expect(await late).toBeUndefined();
});

test("removed row is skipped", async () => {
  const rowAt = (row: number) => (row === 4 ? { fault: "here" } : undefined);
  const empty = { rowAt, rows: () => Promise.resolve([]) };
  expect(
    await findRow(
      empty,
      { from: 0, step: 1, count: 9 },
      ({ fault }) => fault,
      () => true,
    ),
  ).toEqual({ row: 4, found: "here" });
});
