// Problem codes for tests, read from the Rust sources, so that there is one list.
import { readdirSync, readFileSync } from "node:fs";

const DOMAIN = new URL("../../../../domain/src/", import.meta.url);
const source = (path: string) => readFileSync(new URL(path, DOMAIN), "utf8");

/** Codes by constant, with the parameters of their message. */
export const CODES = new Map(
  [
    ..."problem_list.rs stored_problem_list.rs"
      .split(" ")
      .map(source)
      .join("\n")
      .matchAll(/^ {4}(\w+) "([\w.]+)" \d+ "[^"]+"\s+"((?:[^"\\]|\\.)*)"/gm),
  ].map(([, name = "", code = "", sentence = ""]) => [
    name,
    { code, values: [...sentence.matchAll(/\{(\w+)\}/g)].map(([, value = ""]) => value) },
  ]),
);

/** Codes found in candidates, used by pricing and processing. */
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
