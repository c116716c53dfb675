import { expect, test } from "vitest";
import type { Candidate } from "./candidate";
import { reverse, type Change } from "./change";
import { newerOf, pendingCorrections } from "./pending-corrections";

/** Candidate of a version with overrides. */
function at(version: number, override: Candidate["override"], id = 1): Candidate {
  const imported = { qty: "1", price: "5" };
  const effective = { ...imported, ...override };
  return { id, version, status: "error", clear: [], imported, override, effective } as unknown as Candidate;
}

const QTY: Change = { override: { qty: "2" } };
const PRICE: Change = { override: { price: "9" } };
const set = ({ override }: Candidate) => override;

test("two rejected corrections restore the original value", () => {
  const pending = pendingCorrections();
  const seen = pending.begin(at(1, {}), QTY);
  expect(set(seen)).toEqual({ qty: "2" });
  // the second edit starts from the shown row
  expect(set(pending.begin(seen, PRICE))).toEqual({ qty: "2", price: "9" });
  expect(set(pending.end(at(1, {}), QTY).shown)).toEqual({ price: "9" });
  expect(set(pending.end(seen, PRICE).shown)).toEqual({});
});

test("pending correction stays after an earlier response", () => {
  const pending = pendingCorrections();
  const seen = pending.begin(at(1, {}), QTY);
  pending.begin(seen, PRICE);
  expect(pending.end(at(1, {}), QTY, at(2, { qty: "2" })).shown).toMatchObject({
    version: 2,
    override: { qty: "2", price: "9" },
  });
  expect(set(pending.end(seen, PRICE, at(3, { qty: "2", price: "9" })).shown)).toEqual({ qty: "2", price: "9" });
});

test("base of a change is known if its event precedes the response", () => {
  const pending = pendingCorrections();
  const seen = pending.begin(at(1, {}), QTY);
  pending.begin(seen, PRICE);
  // the list is reloaded while responses are pending
  pending.withPending(at(3, { qty: "2", price: "9" }));
  expect(pending.end(at(1, {}), QTY, at(2, { qty: "2" }), 1).before.version).toBe(1);
  const { before, shown } = pending.end(seen, PRICE, at(3, { qty: "2", price: "9" }), 2);
  expect([before.version, shown.version]).toEqual([2, 3]);
  expect(reverse(before, PRICE)).toEqual({ override: { price: null } });
});

test("optimistic value is not treated as confirmed", () => {
  const pending = pendingCorrections();
  const seen = pending.begin(at(1, {}), QTY);
  const loaded = pending.withPending(at(1, {}));
  expect(set(pending.shown(loaded) as Candidate)).toEqual({ qty: "2" });
  const { before } = pending.end(seen, QTY, at(2, { qty: "2" }), 1);
  expect(reverse(before, QTY)).toEqual({ override: { qty: null } });
  expect(pending.shown(loaded)).toBeUndefined();
  expect(pending.shown(at(2, { qty: "2" }))).toMatchObject({ version: 2 });
});

test("list reload keeps pending and newer values", () => {
  const pending = pendingCorrections();
  pending.begin(at(1, {}), QTY);
  expect(set(pending.withPending(at(1, {})))).toEqual({ qty: "2" });
  expect(set(pending.withPending(at(1, {}, 2)))).toEqual({});
  pending.end(at(1, {}), QTY, at(2, { qty: "2" }));
  // an older response must not be shown
  expect(pending.withPending(at(1, {})).version).toBe(1);
  // nor become the base of another pending correction
  pending.begin(at(2, { qty: "2" }), PRICE);
  expect(pending.withPending(at(1, {}))).toMatchObject({ version: 2, override: { qty: "2", price: "9" } });
});

test("rejected value is not the undo target of a later correction", () => {
  const pending = pendingCorrections();
  const wrong: Change = { override: { qty: "-1" } };
  const seen = pending.begin(at(1, {}), wrong);
  pending.begin(seen, QTY);
  pending.end(at(1, {}), wrong);
  const { before } = pending.end(seen, QTY, at(2, { qty: "2" }));
  expect(reverse(before, QTY)).toEqual({ override: { qty: null } });
});

test("overwrite after a conflict is undone to the other user's value", () => {
  const pending = pendingCorrections();
  pending.begin(at(1, {}), QTY);
  pending.end(at(1, {}), QTY);
  const loaded = pending.withPending(at(2, { qty: "7" }));
  pending.begin(loaded, QTY);
  const { before } = pending.end(loaded, QTY, at(3, { qty: "2" }));
  expect(reverse(before, QTY)).toEqual({ override: { qty: "7" } });
});

test("concurrent change appears under the pending one and stays after its rejection", () => {
  const pending = pendingCorrections();
  pending.begin(at(1, {}), QTY);
  expect(set(pending.withPending(at(2, { price: "6" })))).toEqual({ qty: "2", price: "6" });
  expect(pending.end(at(1, {}), QTY).shown).toMatchObject({ version: 2, override: { price: "6" } });
});

test("late response does not replace a newer version", () => {
  const [old, corrected] = [at(1, {}), at(2, { qty: "2" })];
  expect(newerOf(corrected, old)).toBe(corrected);
  expect(newerOf(undefined, old)).toBe(old);
  // some updates keep the version
  expect(newerOf(corrected, at(2, { qty: "3" }))).toEqual(at(2, { qty: "3" }));
});
