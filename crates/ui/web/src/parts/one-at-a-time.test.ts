import { expect, test } from "vitest";
import { oneAtATime } from "./one-at-a-time";

/** Work finished by the test. */
function worker() {
  const ends: { done: () => void; fail: () => void }[] = [];
  let started = 0;
  const ask = oneAtATime(() => {
    started += 1;
    return new Promise((done, failed) => ends.push({ done, fail: () => failed(new Error("failed")) }));
  });
  return { ask, started: () => started, next: () => ends.shift() };
}

const settled = () => new Promise((done) => setImmediate(done));

test("calls during a run cause one more run", async () => {
  const { ask, started, next } = worker();
  void ask();
  void ask();
  void ask();
  await settled();
  expect(started()).toBe(1);
  next()?.done();
  await settled();
  expect(started()).toBe(2);
  next()?.done();
  await settled();
  expect(started()).toBe(2);
});

test("failed work runs again on the next call", async () => {
  const { ask, started, next } = worker();
  const first = ask();
  next()?.fail();
  await first;
  void ask();
  await settled();
  expect(started()).toBe(2);
});
