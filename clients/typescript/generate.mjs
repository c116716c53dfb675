// Generates src/schema.gen.ts and src/decimal-members.gen.ts from docs/openapi.json; `--check` only compares.
import { readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

const DOCUMENT = new URL("../../docs/openapi.json", import.meta.url);
const HEAD = "// Generated from docs/openapi.json by clients/typescript/generate.mjs.\n";
const text = ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword);
const nothing = ts.factory.createLiteralTypeNode(ts.factory.createNull());
const file = ts.factory.createTypeReferenceNode("Blob");

const isDecimal = ({ $ref, type }) => {
  const types = [type].flat();
  return $ref?.endsWith("/Decimal") || (types.includes("number") && !types.includes("string"));
};

/** Removes the recorded examples of requests and responses, which would become long comments. */
function withoutExamples(name, value) {
  if (name === "content") for (const mediaType of Object.values(value)) delete mediaType.example;
  return value;
}

const document = JSON.parse(readFileSync(DOCUMENT, "utf8"), withoutExamples);
const types = await openapiTS(document, {
  transform({ type, format }) {
    if (format === "binary") return file;
    const types = [type].flat();
    // decimals are texts, and a code or id that may also be sent as a number is a text
    if (!types.includes("number")) return undefined;
    return types.includes("null") ? ts.factory.createUnionTypeNode([text, nothing]) : text;
  },
});

/** Names of all decimal properties. */
function decimalMembers(part, found = new Set()) {
  if (part === null || typeof part !== "object") return found;
  if (!Array.isArray(part) && part.properties) {
    for (const [name, schema] of Object.entries(part.properties)) {
      if ([schema, ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].some(isDecimal)) found.add(name);
    }
  }
  for (const value of Object.values(part)) decimalMembers(value, found);
  return found;
}

const { schemas } = document.components;
const names = [...decimalMembers(schemas)].sort().map((name) => `  ${JSON.stringify(name)},\n`);
const written = {
  "schema.gen.ts": HEAD + astToString(types),
  "decimal-members.gen.ts": `${HEAD}/** Names of members that are decimals. */\nexport const DECIMAL_MEMBERS: ReadonlySet<string> = new Set([\n${names.join("")}]);\n`,
};

for (const [name, content] of Object.entries(written)) {
  const path = new URL(`src/${name}`, import.meta.url);
  if (!process.argv.includes("--check")) {
    writeFileSync(path, content);
  } else if (readFileSync(path, "utf8") !== content) {
    console.error(`clients/typescript/src/${name} is out of date: node clients/typescript/generate.mjs`);
    process.exitCode = 1;
  }
}
