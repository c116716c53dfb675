// For tests alone: the codes of problems, read from the service's rules, so that no list of them is kept twice.
import { readdirSync, readFileSync } from "node:fs";

const DOMAIN = new URL("../../../../domain/src/", import.meta.url);
const source = (path: string) => readFileSync(new URL(path, DOMAIN), "utf8");

/** Every code by its name in the service, with the values that its sentence names. */
export const CODES = new Map(
  [
    ..."problem_list.rs problem_list_kept.rs"
      .split(" ")
      .map(source)
      .join("\n")
      .matchAll(/^ {4}(\w+) "([\w.]+)" \d+ "[^"]+"\s+"((?:[^"\\]|\\.)*)"/gm),
  ].map(([, name = "", code = "", sentence = ""]) => [
    name,
    { code, values: [...sentence.matchAll(/\{(\w+)\}/g)].map(([, value = ""]) => value) },
  ]),
);

/** What the rules find in a candidate, by code: pricing and processing name these. */
export const FOUND: readonly string[] = [
  ...new Set(
    ["money/", "processing/"].flatMap((folder) =>
      readdirSync(new URL(folder, DOMAIN))
        .filter((file) => file.endsWith(".rs"))
        .flatMap((file) =>
          [...source(folder + file).matchAll(/\bProblemCode::([A-Z]\w+)/g)].map(([, name = ""]) => name),
        ),
    ),
  ),
].map((name) => CODES.get(name)?.code ?? name);
