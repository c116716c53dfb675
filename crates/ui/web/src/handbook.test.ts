// The handbook names buttons, fields and pages by the texts that the interface shows.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const LANGUAGES = ["en", "de"] as const;
const HANDBOOK = "../../../docs/handbook";

/** All texts of the modules of this folder. */
function textsOf(language: (typeof LANGUAGES)[number]): Set<string> {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes(".test."),
  );
  const pair = /\[\s*"((?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)",?\s*\]/g;
  const pairs = files.flatMap((file) => [...readFileSync(join("src", file), "utf8").matchAll(pair)]);
  const place = LANGUAGES.indexOf(language) + 1;
  return new Set(["DE", "EN", ...pairs.map((found) => found[place]!)]);
}

test.each(LANGUAGES)("handbook in %s names texts of the interface", (language) => {
  const texts = textsOf(language);
  const folder = join(HANDBOOK, language);
  const unknown = readdirSync(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), "utf8").matchAll(/\*\*([^*]+)\*\*/g)]
      .map(([, name = ""]) => name.replace(/\s+/g, " "))
      .filter((name) => !texts.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

test("handbook has the same pages and screenshots in both languages", () => {
  const [pages, images] = [HANDBOOK, "../../../docs/images/handbook"].map((folder) =>
    LANGUAGES.map((language) => readdirSync(join(folder, language)).sort()),
  );
  expect(pages![0]).toEqual(pages![1]);
  expect(images![0]).toEqual(images![1]);
});
