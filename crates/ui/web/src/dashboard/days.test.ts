import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { receivedBefore, receivedSince, todayOf } from "./days";

/** Two daily buckets in the organisation's time zone. */
const BERLIN = [{ start: "2026-12-07T00:00:00+01:00" }, { start: "2026-12-08T00:00:00+01:00" }];
const AUCKLAND = [{ start: "2026-12-08T00:00:00+13:00" }, { start: "2026-12-09T00:00:00+13:00" }];

beforeEach(() => {
  vi.stubEnv("TZ", "Europe/Berlin");
  vi.useFakeTimers({ now: new Date("2026-12-08T11:30:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

test("today is the day of the organisation", () => {
  expect(todayOf(BERLIN)).toBe("2026-12-08");
  expect(todayOf(AUCKLAND)).toBe("2026-12-09");
  expect(todayOf([{ start: "2026-12-09T00:00:00+13:00" }])).toBe("2026-12-09");
  expect(todayOf([])).toBe("2026-12-08");
});

test("days equal in both time zones are filtered by date", () => {
  expect(receivedSince(BERLIN, 0)).toBe("2026-12-08");
  expect(receivedSince(BERLIN, 1)).toBe("2026-12-07");
  expect(receivedBefore(BERLIN, 0)).toBe("2026-12-07");
});

test("days of another time zone are filtered by instant", () => {
  expect(receivedSince(AUCKLAND, 0)).toBe("2026-12-08T11:00:00.000Z");
  expect(receivedSince(AUCKLAND, 1)).toBe("2026-12-07T11:00:00.000Z");
  expect(receivedBefore(AUCKLAND, 0)).toBe("2026-12-08T11:00:00.000Z");
});

test("days without statistics use the browser's time zone", () => {
  expect(receivedSince([], 7)).toBe("2026-12-01");
  expect(receivedBefore([], 7)).toBe("2026-11-30");
});
