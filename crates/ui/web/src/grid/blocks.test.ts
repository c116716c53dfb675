import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { BLOCK, blockOptions, type Ask, type RowPage } from "./blocks";

/** A list of numbers, as the service has it: cursors name the row after or before which to go on. */
function listOf(count: number) {
  const asks: Ask[] = [];
  const load = async (ask: Ask): Promise<RowPage<number>> => {
    asks.push(ask);
    const all = Array.from({ length: count }, (_, row) => row);
    const rows = ask.reversed ? all.toReversed() : all;
    let from = 0;
    if ("offset" in ask) from = ask.offset;
    else if ("after" in ask) from = rows.indexOf(Number(ask.after)) + 1;
    else from = rows.indexOf(Number(ask.before)) - ask.limit;
    const items = rows.slice(from, from + ask.limit);
    const next = from + ask.limit < count ? String(items.at(-1)) : null;
    return { items, next, previous: from > 0 ? String(items[0]) : null, total: { value: count, exact: true } };
  };
  const queries = new QueryClient();
  const source = { queryKey: ["list"], count, load };
  return { asks, block: (number: number) => queries.fetchQuery(blockOptions(queries, source, number)) };
}

const rows = (number: number, length = BLOCK) => Array.from({ length }, (_, row) => number * BLOCK + row);

test("a block goes on where the one above it ends", async () => {
  const { asks, block } = listOf(1_000);
  expect((await block(0)).items).toEqual(rows(0));
  expect((await block(1)).items).toEqual(rows(1));
  expect(asks).toEqual([
    { reversed: false, limit: 100, offset: 0 },
    { reversed: false, limit: 100, after: "99" },
  ]);
});

test("a far block is asked for by its place, from the nearer end, and shown in the order of the list", async () => {
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

test("beside a block that was read from the end the next ones go on from it, up and down", async () => {
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

test("a block that was asked for is kept", async () => {
  const { asks, block } = listOf(1_000);
  await block(0);
  await block(0);
  expect(asks).toHaveLength(1);
});
