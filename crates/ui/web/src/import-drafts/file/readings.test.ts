import { expect, test } from "vitest";
import { readDate, readNumber } from "./readings";

test("number is read with the decimal sign", () => {
  expect(readNumber("1.234,50", ",", "en")).toBe("1,234.5");
  expect(readNumber("1.234", ",", "en")).toBe("1,234");
  expect(readNumber("1.234", ".", "en")).toBe("1.234");
  expect(readNumber("13,75 €", ",", "en")).toBe("13.75");
});

test("text that is no number with the decimal sign has no reading", () => {
  expect(readNumber("13,75", ".", "en")).toBeUndefined();
  expect(readNumber("1,234.5", ",", "en")).toBeUndefined();
  expect(readNumber("two", ",", "en")).toBeUndefined();
});

test("date is read in the order of day and month", () => {
  expect(readDate("03/04/2026", "dmy", "de")).toBe("03.04.2026");
  expect(readDate("03/04/2026", "mdy", "de")).toBe("04.03.2026");
  expect(readDate("31.12.26", "dmy", "de")).toBe("31.12.2026");
  expect(readDate("31.12.26", "mdy", "de")).toBeUndefined();
  expect(readDate("2026-12-31", "mdy", "de")).toBe("31.12.2026");
});
