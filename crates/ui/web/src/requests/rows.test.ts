import { expect, test } from "vitest";
import { compared, resultsOf, resultsOfErrors, rowsOf, type RowResult } from "./rows";

const row = (headerId: string, lineId: string) => ({ externalHeaderId: headerId, externalLineId: lineId });
const bulk = (...requests: object[]) => JSON.stringify({ requests });
const rejected = { index: 1, outcome: "rejected", externalHeaderId: "A", externalLineId: "2", codes: ["qty.invalid"] };

test("rows without a note were created, or not stored with a rejected request", () => {
  const body = bulk(row("A", "1"), row("A", "2"), { externalId: " C " });
  const outcomes = (status: number) =>
    rowsOf({ body, rows: [rejected], status }).map(({ outcome, headerId, lineId }) => [outcome, headerId, lineId]);
  expect(outcomes(207)).toEqual([
    ["created", "A", "1"],
    ["rejected", "A", "2"],
    ["created", "C", "C"],
  ]);
  expect(outcomes(400).map(([outcome]) => outcome)).toEqual(["notStored", "rejected", "notStored"]);
});

test("hidden rows have no outcome", () => {
  const body = '{"requests":[{"externalHeaderId":"A","externalLineId":"1"},{      }]}';
  expect(rowsOf({ body, rows: [], status: 201, rowsLeftOut: 1 }).map(({ index }) => index)).toEqual([0]);
});

test("rows of an excerpt or an unreadable body are only the noted ones", () => {
  for (const request of [{ body: bulk(row("X", "1")), excerpt: true }, { body: "{" }]) {
    expect(rowsOf({ ...request, rows: [rejected], status: 400 })).toMatchObject([{ index: 1, outcome: "rejected" }]);
  }
});

test("comparison separates differences from rows that stay as they are", () => {
  const rows = rowsOf({
    body: bulk(row("A", "1"), row("A", "2"), row("A", "3"), row("A", "4"), row("A", "5")),
    rows: [
      rejected,
      { ...rejected, index: 2, codes: ["product.unknown"] },
      { ...rejected, index: 3, codes: ["product.unknown"] },
      { ...rejected, index: 4, outcome: "unchanged", candidateId: 7, codes: [] },
    ],
    status: 207,
  });
  const item = (code: string) => ({ code, message: code });
  const results = new Map<number, RowResult>([
    [0, { outcome: "unchanged", items: [], candidateId: 6 }],
    [1, { outcome: "created", items: [], candidateId: undefined }],
    [2, { outcome: "rejected", items: [item("product.unknown"), item("product.unknown")] }],
    [3, { outcome: "rejected", items: [item("qty.invalid")] }],
    [4, { outcome: "unchanged", items: [], candidateId: 7 }],
  ]);
  const comparison = compared(rows, results);
  expect(comparison.changes.map(({ before, now }) => [before.index, before.outcome, now.outcome])).toEqual([
    [1, "rejected", "created"],
    [3, "rejected", "rejected"],
  ]);
  expect(comparison).toMatchObject({ stored: 2, created: 1, notStored: 0 });
  expect(comparison.stillRejected.map(({ before }) => before.index)).toEqual([2]);
});

test("a request that is rejected as a whole stores none of its rows", () => {
  const rows = rowsOf({ body: bulk(row("A", "1"), row("A", "2")), rows: [rejected], status: 400 });
  const error = { code: "qty.invalid", message: "Enter a number.", pointer: "/requests/1/qty" };
  expect(compared(rows, resultsOfErrors([error]))).toMatchObject({
    changes: [],
    stored: 0,
    notStored: 1,
    created: 0,
    stillRejected: [{ before: { index: 1 } }],
  });
  // pointers of a single import contain no row index
  expect([...resultsOfErrors([{ ...error, pointer: "/qty" }]).keys()]).toEqual([0]);
});

test("results are in the order of the request", () => {
  const result: Parameters<typeof resultsOf>[0] = [
    { outcome: "created", id: null, problems: [] },
    { outcome: "rejected", index: 1, errors: [] },
    { outcome: "unchanged", id: 7, problems: [] },
  ];
  expect([...resultsOf(result)]).toMatchObject([
    [0, { outcome: "created", candidateId: undefined }],
    [1, { outcome: "rejected" }],
    [2, { outcome: "unchanged", candidateId: 7 }],
  ]);
});
