import { expect, test } from "vitest";
import { queryOf, nextSort, readView, selectionOf } from "./view";

const view = (address: string) => readView(new URLSearchParams(address));

test("URL determines the view", () => {
  expect(view("status=error&q=G08&sort=qty&open=12&panel=history&list=orders&foreign=1")).toEqual({
    tab: "error",
    filter: { q: "G08" },
    sort: "qty",
    orders: true,
    open: 12,
    panel: "history",
  });
  expect(view("status=nonsense&open=x&q=")).toEqual({
    tab: "all",
    filter: {},
    sort: "-createdAt",
    orders: false,
    open: undefined,
    panel: null,
  });
});

test("all matching rows are selected by filter with exceptions", () => {
  const all = { all: true as const, except: new Set([7]) };
  expect(selectionOf(all, view("status=error&q=G08"))).toEqual({ filter: { q: "G08", status: "error" }, exclude: [7] });
  expect(selectionOf({ all: true, except: new Set() }, view(""))).toEqual({
    filter: { status: "new,error,processed,inactive" },
  });
  expect(selectionOf({ all: false, ids: new Set([1, 2]) }, view("q=x"))).toEqual({ ids: [1, 2] });
  // orders include all lines regardless of tab and filter; single lines are excluded by id
  expect(selectionOf({ all: false, ids: new Set([-1, -2]) }, view("status=new&q=x"))).toEqual({
    filter: { status: "new,error,inactive", headerOf: [1, 2] },
  });
  expect(selectionOf({ all: true, except: new Set([-7, 7, 8]) }, view("status=error"))).toEqual({
    filter: { status: "error" },
    exclude: [7, 8],
  });
});

test("import day ends at local midnight", () => {
  const { createdFrom, createdTo } = queryOf({ createdFrom: "2026-03-28", createdTo: "2026-03-28" });
  expect(createdFrom).toBe(new Date(2026, 2, 28).toISOString());
  expect(createdTo).toBe(new Date(2026, 2, 29).toISOString());
  expect(queryOf({ createdFrom: "2026-03-28T10:00:00Z" })).toEqual({ createdFrom: "2026-03-28T10:00:00Z" });
});

test.each([
  ["-createdAt", "qty", "qty"],
  ["qty", "qty", "-qty"],
  ["-qty", "qty", undefined],
])("sort %s after click on header %s is %s", (sort, name, next) => expect(nextSort(sort, name)).toBe(next));
