import { expect, test } from "vitest";
import { has, keepSelection, selectedCount, type Selected } from "./selection";

/** Selection of rows 1 to 9 with ranges resolved by the test. */
function selection() {
  let selected: Selected = { all: false, ids: new Set() };
  const selection = keepSelection((to) => {
    selected = to;
  });
  const answers: (() => void)[] = [];
  return {
    ...selection,
    range: (from: number, to: number, begins: boolean) => {
      const ids = Array.from({ length: to - from + 1 }, (_, index) => from + index);
      void selection.range(new Promise((known) => answers.push(() => known(ids))), begins);
    },
    /** Resolves a range, 0 being the oldest. */
    come: async (range: number) => {
      answers[range]?.();
      await new Promise((done) => setImmediate(done));
    },
    rows: () => [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((id) => has(selected, id)).join(""),
    count: () => selectedCount(selected, 9),
  };
}

test("last range wins regardless of response order", async () => {
  const { range, come, rows } = selection();
  range(2, 3, true);
  range(2, 7, false);
  range(2, 4, false);
  await come(0);
  await come(2);
  await come(1);
  expect(rows()).toBe("234");
});

test("range extends the initial selection even if its first rows never load", async () => {
  const { toggle, range, come, rows } = selection();
  toggle(9);
  range(1, 2, true);
  range(1, 3, false);
  await come(1);
  expect(rows()).toBe("1239");
  // a shrunk range deselects rows
  range(1, 2, false);
  await come(2);
  expect(rows()).toBe("129");
});

test("owner row replaces its lines until one is deselected", () => {
  let selected: Selected = { all: false, ids: new Set() };
  const { toggle, belong, split, selectAll } = keepSelection((to) => {
    selected = to;
  });
  const named = () => [...(selected.all ? selected.except : selected.ids)].sort();
  belong([1, 2], -1);
  toggle(2);
  toggle(-1);
  expect(named()).toEqual([-1]);
  expect([has(selected, 1, -1), has(selected, 3, -2)]).toEqual([true, false]);
  split(-1, [1, 2, 3], 2);
  expect(named()).toEqual([1, 3]);
  selectAll();
  toggle(-1);
  expect([has(selected, 1, -1), has(selected, 5, -2)]).toEqual([false, true]);
  split(-1, [1, 2, 3], 3);
  expect(named()).toEqual([1, 2]);
  expect(has(selected, 3, -1)).toBe(true);
});

test("row deselected while a range loads stays deselected", async () => {
  const { range, clear, selectAll, come, rows } = selection();
  range(1, 5, true);
  clear();
  await come(0);
  expect(rows()).toBe("");
  range(1, 5, true);
  selectAll();
  await come(1);
  expect(rows()).toBe("123456789");
});

test("range selects excluded rows again", async () => {
  const { selectAll, toggle, range, come, rows, count } = selection();
  selectAll();
  toggle(3);
  toggle(4);
  toggle(7);
  expect([rows(), count()]).toEqual(["125689", 6]);
  range(2, 4, true);
  await come(0);
  expect([rows(), count()]).toEqual(["12345689", 8]);
});
