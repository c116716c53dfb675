import { expect, test, vi } from "vitest";
import { CODES, FOUND } from "./codes-of-rules";

// the stored language determines the texts and the language of the page
vi.hoisted(() => {
  vi.stubGlobal("localStorage", { getItem: () => "en" });
  vi.stubGlobal("document", { documentElement: {} });
});

const { titleMessages } = await import("./problem-title");

const keyOf = (code: string) => code.replace(".", "_");

test("every candidate problem has a title in both languages", () => {
  expect(FOUND.length).toBeGreaterThan(20);
  expect(FOUND.filter((code) => !Object.hasOwn(titleMessages.translations, keyOf(code)))).toEqual([]);
});

test("title belongs to an existing problem and contains no code or member", () => {
  const known = new Set([...CODES.values()].map(({ code }) => keyOf(code)));
  for (const [key, [english, german]] of Object.entries(titleMessages.translations)) {
    expect(known, key).toContain(key);
    expect(english, key).not.toBe(german);
    for (const words of [english, german]) {
      expect(words, key).toMatch(/^[A-ZÄÖÜ]/);
      expect(words, key).not.toMatch(/[a-z][A-Z]|[a-z]\.[a-z]|_|\{/);
    }
  }
});
