import { expect, test, vi } from "vitest";
import { ageText, agoText } from "./durations";

test.each([
  ["2026-11-27T11:55:00Z", "5 min", "5 min. ago", "5 Min.", "vor 5 Min."],
  ["2026-11-27T09:00:00Z", "3 hr", "3 hr. ago", "3 Std.", "vor 3 Std."],
  ["2026-11-24T12:00:00Z", "3 days", "3 days ago", "3 Tage", "vor 3 Tagen"],
])("age and elapsed time are localised: %s", (instant, age, ago, alter, vor) => {
  vi.useFakeTimers({ now: new Date("2026-11-27T12:00:00Z") });
  expect([ageText(instant, "en"), agoText(instant, "en")]).toEqual([age, ago]);
  expect([ageText(instant, "de"), agoText(instant, "de")]).toEqual([alter, vor]);
  vi.useRealTimers();
});
