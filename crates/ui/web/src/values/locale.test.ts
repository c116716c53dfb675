import { expect, test } from "vitest";
import { firstDayOfWeek, isDayFirst, localeOf, pointOf } from "./locale";

test.each([
  ["en", ["en-GB", "en-US", "en"], "en-GB"],
  ["en", ["de-DE", "de", "en-US"], "en-US"],
  ["en", ["en", "en-IE"], "en-IE"],
  ["de", ["en-GB"], "de"],
  ["de", ["de-CH", "de"], "de-CH"],
] as const)("language %s with browser locale %s formats as %s", (language, own, locale) => {
  expect(localeOf(language, own)).toBe(locale);
});

test("locale determines date order and decimal separator", () => {
  expect([isDayFirst("en-GB"), isDayFirst("en-US"), isDayFirst("de-DE")]).toEqual([true, false, true]);
  expect([pointOf("en-GB"), pointOf("de-DE"), pointOf("de-CH")]).toEqual([".", ",", "."]);
  expect(firstDayOfWeek("de-DE")).toBe(1);
});
