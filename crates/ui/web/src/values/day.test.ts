import { expect, test } from "vitest";
import { addDays, readDay, showDay, typeDay } from "./day";

test.each([
  ["2026-12-08", "en", "2026-12-08"],
  ["08.12.2026", "de", "2026-12-08"],
  ["8.12.26", "de", "2026-12-08"],
  ["8.12.", "de", "2026-12-08"],
  ["12/8/2026", "en", "2026-12-08"],
  ["12/8/2026", "de", undefined],
  ["+3", "de", "2026-11-23"],
  ["+45", "en", "2027-01-04"],
  ["31.2.2026", "de", undefined],
  ["29.2.2028", "de", "2028-02-29"],
  ["today", "en", "2026-11-20"],
  ["Heute", "de", "2026-11-20"],
  ["tomorrow", "en", undefined],
  ["", "en", undefined],
] as const)("%s in %s is %s", (typed, language, day) => {
  expect(readDay(typed, language, "2026-11-20")).toBe(day);
});

test("order of day and month follows the locale", () => {
  expect(readDay("8/12/2026", "en", "2026-11-20", "en-GB")).toBe("2026-12-08");
  expect(readDay("8/12", "en", "2026-11-20", "en-US")).toBe("2026-08-12");
  expect(readDay("31/12/2026", "en", "2026-11-20", "en-US")).toBeUndefined();
});

test("dates are independent of the time zone", () => {
  expect(addDays("2026-03-28", 2)).toBe("2026-03-30");
  expect(addDays("2026-12-31", -365)).toBe("2025-12-31");
  expect(showDay("2026-12-08", "de")).toBe("08.12.2026");
  expect(showDay("2026-12-08", "en")).toBe("Dec 8, 2026");
});

test.each(["en", "de"] as const)("formatted input date can be parsed in %s", (language) => {
  expect(readDay(typeDay("2026-12-08", language), language)).toBe("2026-12-08");
});
