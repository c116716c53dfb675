import { readdirSync, readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";

// the stored language determines the texts and the language of the page
vi.hoisted(() => {
  vi.stubGlobal("localStorage", { getItem: () => "en" });
  vi.stubGlobal("document", { documentElement: {} });
});

const { cellMessages, cellProblemKey } = await import("./cell-problem");

/** Codes in the sources of the crate that reads cells. */
function codesOfCells(): string[] {
  const folder = new URL("../../../../../spreadsheet/src/mapping/", import.meta.url);
  const sources = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), "utf8"));
  return [...new Set(sources.flatMap((text) => [...text.matchAll(/"(cell\.\w+)"/g)].map(([, code = ""]) => code)))];
}

test("every problem of a cell has a text", () => {
  const codes = codesOfCells();
  expect(codes.length).toBeGreaterThan(6);
  expect(codes.filter((code) => cellProblemKey({ code }, undefined) === undefined)).toEqual([]);
});

test("text of a wrong number names the decimal sign of the file", () => {
  expect(cellProblemKey({ code: "cell.number" }, ",")).toBe("number_comma");
  expect(cellProblemKey({ code: "cell.number" }, undefined)).toBe("number");
});

test("other problems have no text here", () => {
  expect(cellProblemKey({ code: "product.unresolved" }, ",")).toBeUndefined();
  expect(Object.keys(cellMessages.translations)).not.toContain("unresolved");
});
