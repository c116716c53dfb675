import { expect, test } from "vitest";
import { UserActivity } from "./user-activity";

test("user is idle five minutes after the last activity", () => {
  let minute = 0;
  const presence = new UserActivity(() => minute * 60_000);
  for (const [at, sign, isIdle] of [
    [0, false, false],
    [5, false, false],
    [6, false, true],
    [7, true, false],
    [12, false, false],
    [13, false, true],
  ] as const) {
    minute = at;
    if (sign) presence.recordActivity();
    expect(presence.isIdle(), `minute ${at}`).toBe(isIdle);
  }
});
