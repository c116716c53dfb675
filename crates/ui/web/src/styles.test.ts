import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";

const PACKAGES = "node_modules/@mantine";

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => ending.test(path))
    .map((path) => join(folder, path));
}

/** Components that a text imports from the library. */
function imported(text: string): string[] {
  return [...text.matchAll(/import \{([^}]*)\} from "@mantine\/\w+"/g)].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.trim().split(" as ")[0] ?? ""),
  );
}

/** Style sheets of the used components and of the components they consist of. */
function neededStyles(): Set<string> {
  const modules = new Map<string, string[]>();
  for (const file of filesIn(`${PACKAGES}/core/esm`, /\.mjs$/)) {
    const name = basename(file, ".mjs");
    modules.set(name, [...(modules.get(name) ?? []), file]);
  }
  const others = ["dates", "dropzone", "notifications", "spotlight", "charts"];
  const texts = [
    ...filesIn("src", /\.tsx?$/),
    ...others.flatMap((name) => filesIn(`${PACKAGES}/${name}/esm`, /\.mjs$/)),
  ].map((file) => readFileSync(file, "utf8"));
  const open = texts.flatMap(imported);
  const seen = new Set<string>();
  const styles = new Set<string>();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    for (const file of modules.get(name) ?? []) {
      for (const [, path = ""] of readFileSync(file, "utf8").matchAll(/from "(\.[^"]+)"/g)) {
        const part = basename(path, ".mjs");
        if (part.endsWith(".module")) styles.add(part.slice(0, -".module".length));
        else if (/^[A-Z]/.test(part)) open.push(part);
      }
    }
  }
  return styles;
}

test("styles of all used components are imported, and no others", () => {
  const available = readdirSync(`${PACKAGES}/core/styles`)
    .filter((file) => file.endsWith(".layer.css"))
    .map((file) => file.slice(0, -".layer.css".length));
  const needed = neededStyles();
  const always = ["baseline", "default-css-variables", "global"];
  const names = [...readFileSync("src/styles.ts", "utf8").matchAll(/styles\/([\w-]+)\.layer\.css/g)];
  const expected = available.filter((name) => needed.has(name) || always.includes(name));
  expect(names.map(([, name]) => name).sort()).toEqual(expected.sort());
});
