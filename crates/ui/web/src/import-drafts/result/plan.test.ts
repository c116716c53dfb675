import { expect, test, vi } from "vitest";

// the stored language determines the texts and the language of the page
vi.hoisted(() => {
  vi.stubGlobal("localStorage", { getItem: () => "en" });
  vi.stubGlobal("document", { documentElement: {} });
});

const { nameOfMapping, planOf } = await import("./plan");

const CHECKS = { ready: 1129, problems: 31, rejected: 12, unchanged: 4, conflict: 1 };

test("rows with problems are imported, rejected and conflicting ones stay out", () => {
  const plan = planOf(CHECKS, "header");
  expect(plan).toEqual({ lines: 1160, problems: 31, staysOut: 13, unchanged: 4, blocked: false });
});

test("rejected rows block an import of the whole file", () => {
  expect(planOf(CHECKS, "all").blocked).toBe(true);
  expect(planOf({ ...CHECKS, rejected: 0, conflict: 0 }, "all").blocked).toBe(false);
});

test.each([
  ["Bestellung_Müller_2026-11-30.csv", "Bestellung Müller"],
  ["orders KW 48 (2).xlsx", "orders"],
  ["20261130.csv", "20261130"],
])("name of the mapping for %s is %s", (fileName, name) => {
  expect(nameOfMapping({ fileName })).toBe(name);
});

test("used mapping keeps its name", () => {
  expect(nameOfMapping({ fileName: "x.csv", mappingName: "Müller" })).toBe("Müller");
});
