import { expect, test } from "vitest";
import { isSaved } from "./cell-editing";

test("editor saves unless closed by Escape", () => {
  for (const leaving of ["down", "next", "previous", "stay"] as const)
    expect(isSaved(leaving, "7", "5", false)).toBe(true);
  expect(isSaved("cancel", "7", "5", false)).toBe(false);
});

test("unchanged text is not sent unless rejected and confirmed by Enter", () => {
  expect(isSaved("down", "5", "5", false)).toBe(false);
  expect(isSaved("down", "5", "5", true)).toBe(true);
  expect(isSaved("next", "5", "5", true)).toBe(false);
});
