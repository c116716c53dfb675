import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { BLOCK, blockOptions, endOf, totalOf, type Ask, type RowPage } from "./blocks";

/** Fake list with cursors before or after a row, also a removed one. */
function listOf(count: number) {
  const asks: Ask[] = [];
  const all = Array.from({ length: count }, (_, row) => row);
  let answering = () => Promise.resolve();
  const load = async (ask: Ask): Promise<RowPage<number>> => {
    asks.push(ask);
    await answering();
    const rows = ask.reversed ? all.toReversed() : [...all];
    const passed = (row: number) => rows.filter((one) => (ask.reversed ? one >= row : one <= row)).length;
    let from = 0;
    if ("offset" in ask) from = ask.offset;
    else if ("after" in ask) from = passed(Number(ask.after));
    else from = passed(Number(ask.before)) - 1 - ask.limit;
    const items = rows.slice(Math.max(0, from), from + ask.limit);
    const next = from + ask.limit < rows.length ? String(items.at(-1)) : null;
    return { items, next, previous: from > 0 ? String(items[0]) : null, total: { value: all.length, exact: true } };
  };
  const queries = new QueryClient();
  const source = { queryKey: ["list"], count, load };
  return {
    asks,
    block: (number: number) => queries.fetchQuery(blockOptions(queries, source, number)),
    /** Removes rows. */
    leave: (from: number, many: number) => void all.splice(from, many),
    answerWhen: (ready: () => Promise<void>) => {
      answering = ready;
    },
  };
}

const rows = (number: number, length = BLOCK) => Array.from({ length }, (_, row) => number * BLOCK + row);

test("block continues after the one above", async () => {
  const { asks, block } = listOf(1_000);
  expect((await block(0)).items).toEqual(rows(0));
  expect((await block(1)).items).toEqual(rows(1));
  expect(asks).toEqual([
    { reversed: false, limit: 100, offset: 0 },
    { reversed: false, limit: 100, after: "99" },
  ]);
});

test("distant block is loaded by offset from the nearer end", async () => {
  const { asks, block } = listOf(1_050);
  expect((await block(3)).items).toEqual(rows(3));
  expect((await block(8)).items).toEqual(rows(8));
  expect((await block(10)).items).toEqual(rows(10, 50));
  expect(asks).toEqual([
    { reversed: false, limit: 100, offset: 300 },
    { reversed: true, limit: 100, offset: 150 },
    { reversed: true, limit: 50, offset: 0 },
  ]);
});

test("blocks beside one loaded from the end continue by cursor", async () => {
  const { asks, block } = listOf(1_050);
  await block(8);
  expect((await block(7)).items).toEqual(rows(7));
  expect((await block(9)).items).toEqual(rows(9));
  expect((await block(10)).items).toEqual(rows(10, 50));
  expect(asks.slice(1)).toEqual([
    { reversed: true, limit: 100, after: "800" },
    { reversed: true, limit: 100, before: "899" },
    { reversed: true, limit: 50, before: "999" },
  ]);
});

test("loaded block is cached", async () => {
  const { asks, block } = listOf(1_000);
  await block(0);
  await block(0);
  expect(asks).toHaveLength(1);
});

test("concurrent blocks have no overlaps or gaps after removals", async () => {
  const { block, leave } = listOf(1_000);
  leave(0, 30);
  // one counts from the start, the other from the end
  const [four, five] = await Promise.all([block(4), block(5)]);
  expect(five.items[0]).toBe((four.items.at(-1) ?? 0) + 1);
});

test("block does not wait for a failed one above", async () => {
  const { block, answerWhen } = listOf(1_000);
  const broken = new Error("broken");
  let first = true;
  answerWhen(async () => {
    if (!first) return;
    first = false;
    throw broken;
  });
  const [three, four] = await Promise.allSettled([block(3), block(4)]);
  expect(three).toEqual({ status: "rejected", reason: broken });
  expect(four.status === "fulfilled" && four.value.items).toEqual(rows(4));
});

test("removed rows shorten the list", async () => {
  const { block, leave } = listOf(250);
  const shown = new Map([[0, await block(0)]]);
  expect(endOf(shown)).toBeUndefined();
  leave(150, 30);
  for (const number of [1, 2]) shown.set(number, await block(number));
  expect(endOf(shown)).toBe(220);
  // also if more rows were removed than the last block had
  expect(endOf(new Map([[5, { ...(await block(2)), items: [] }]]))).toBe(500);
});

test("total is the count unless the end was reached before", () => {
  const counted = { value: 250, exact: true };
  const some = { value: 10_000, exact: false };
  expect(totalOf(counted, { value: 240, exact: true }, undefined, undefined)).toEqual(counted);
  expect(totalOf(counted, undefined, 220, counted)).toEqual({ value: 220, exact: true });
  expect(totalOf(counted, undefined, undefined, { value: 220, exact: true })).toEqual({ value: 220, exact: true });
  // inexact count, exact elsewhere
  expect(totalOf(some, { value: 12_345, exact: true }, undefined, some)).toEqual({ value: 12_345, exact: true });
  expect(totalOf(some, { value: 9_000, exact: false }, undefined, some)).toEqual(some);
  expect(totalOf(some, undefined, 9_950, some)).toEqual({ value: 9_950, exact: true });
});
