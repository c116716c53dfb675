import { expect, test } from "vitest";
import { isSaved } from "./cell-editing";

test("what was typed is saved however the cell is left, but by Esc", () => {
  for (const leaving of ["down", "next", "previous", "stay"] as const)
    expect(isSaved(leaving, "7", "5", false)).toBe(true);
  expect(isSaved("cancel", "7", "5", false)).toBe(false);
});

test("what was not changed is not sent, unless it was refused and Enter asks for it once more", () => {
  expect(isSaved("down", "5", "5", false)).toBe(false);
  expect(isSaved("down", "5", "5", true)).toBe(true);
  expect(isSaved("next", "5", "5", true)).toBe(false);
});
