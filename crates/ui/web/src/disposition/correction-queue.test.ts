import { expect, test } from "vitest";
import { correctionQueue } from "./correction-queue";

/** Fake server that responds on demand. */
function service() {
  const requests: string[] = [];
  const answers: { answer: (version: number) => void; refuse: () => void }[] = [];
  const send = correctionQueue((id: number, version: number, change: string) => {
    requests.push(`${id} at ${version}: ${change}`);
    return new Promise<{ version: number }>((resolve, reject) =>
      answers.push({ answer: (now) => resolve({ version: now }), refuse: () => reject(new Error("refused")) }),
    );
  });
  return { requests, send, next: () => answers.shift() };
}

/** Waits for pending promises. */
const settled = () => new Promise((done) => setImmediate(done));

test("corrections of one candidate are serialised, others run in parallel", async () => {
  const { requests, send, next } = service();
  const first = send({ id: 1, version: 1 }, "a");
  const second = send({ id: 1, version: 1 }, "b");
  void send({ id: 2, version: 5 }, "c");
  await settled();
  expect(requests).toEqual(["1 at 1: a", "2 at 5: c"]);
  next()?.answer(2);
  expect(await first).toEqual({ version: 2 });
  await settled();
  // a user has no conflict with their own corrections
  expect(requests.at(-1)).toBe("1 at 2: b");
  next();
  next()?.answer(3);
  expect(await second).toEqual({ version: 3 });
});

test("own corrections advance the version repeatedly", async () => {
  const { requests, send, next } = service();
  for (const version of [2, 3, 4]) {
    const sent = send({ id: 1, version: version - 1 }, "more");
    await settled();
    next()?.answer(version);
    await sent;
  }
  void send({ id: 1, version: 1 }, "late");
  await settled();
  expect(requests.at(-1)).toBe("1 at 4: late");
});

test("correction after a rejection uses the shown version", async () => {
  const { requests, send, next } = service();
  const refused = send({ id: 1, version: 1 }, "wrong");
  const right = send({ id: 1, version: 1 }, "right");
  await settled();
  next()?.refuse();
  await expect(refused).rejects.toThrow("refused");
  await settled();
  expect(requests).toEqual(["1 at 1: wrong", "1 at 1: right"]);
  next()?.answer(2);
  expect(await right).toEqual({ version: 2 });
});

test("only own corrections advance the version", async () => {
  const { requests, send, next } = service();
  const sent = send({ id: 1, version: 7 }, "a");
  await settled();
  next()?.answer(7);
  await sent;
  const again = send({ id: 1, version: 7 }, "b");
  await settled();
  expect(requests.at(-1)).toBe("1 at 7: b");
  next()?.answer(8);
  await again;
  void send({ id: 1, version: 6 }, "stale");
  await settled();
  expect(requests.at(-1)).toBe("1 at 6: stale");
});
