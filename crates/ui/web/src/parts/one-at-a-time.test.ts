import { expect, test } from "vitest";
import { oneAtATime } from "./one-at-a-time";

/** Work finished by the test. */
function worker() {
  const ends: { done: () => void; fail: () => void }[] = [];
  let begun = 0;
  const ask = oneAtATime(() => {
    begun += 1;
    return new Promise((done, failed) => ends.push({ done, fail: () => failed(new Error("failed")) }));
  });
  return { ask, begun: () => begun, next: () => ends.shift() };
}

const settled = () => new Promise((done) => setImmediate(done));

test("calls during a run cause one more run", async () => {
  const { ask, begun, next } = worker();
  void ask();
  void ask();
  void ask();
  await settled();
  expect(begun()).toBe(1);
  next()?.done();
  await settled();
  expect(begun()).toBe(2);
  next()?.done();
  await settled();
  expect(begun()).toBe(2);
});

test("failed work runs again on the next call", async () => {
  const { ask, begun, next } = worker();
  const first = ask();
  next()?.fail();
  await first;
  void ask();
  await settled();
  expect(begun()).toBe(2);
});
