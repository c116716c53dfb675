// Generates src/api/*.gen.ts from the OpenAPI document: types and candidate members. `--check` only compares.
import { readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

const DOCUMENT = new URL("../../../docs/openapi.json", import.meta.url);
const HEAD =
  '// Generated from docs/openapi.json by `npm run generate`.\nimport type { Decimal } from "../values/decimal";\n\n';

const decimal = ts.factory.createTypeReferenceNode("Decimal");
const file = ts.factory.createTypeReferenceNode("Blob");
const nothing = ts.factory.createLiteralTypeNode(ts.factory.createNull());

/** Removes the recorded examples of requests and responses, which would become long comments. */
function withoutExamples(name, value) {
  if (name === "content") for (const mediaType of Object.values(value)) delete mediaType.example;
  return value;
}

const document = JSON.parse(readFileSync(DOCUMENT, "utf8"), withoutExamples);
const types = await openapiTS(document, {
  // decimals stay exact, see values/decimal.ts
  transform({ type, format }) {
    if (format === "binary") return file;
    const types = [type].flat();
    // a number or string is a number that some senders write as a string
    if (!types.includes("number") || types.includes("string")) return undefined;
    const nullable = types.includes("null");
    return nullable ? ts.factory.createUnionTypeNode([decimal, nothing]) : decimal;
  },
});
const own = document["x-candidate-members"].filter((one) => one.overridable);
const lines = own.map(({ member, en, de, group }) => {
  const words = `words: [${JSON.stringify(en)}, ${JSON.stringify(de)}]`;
  return `  ${member}: { ${words}, group: ${JSON.stringify(group)}, sent: ["/${member}"] },`;
});

const written = [
  [new URL("src/api/schema.gen.ts", import.meta.url), HEAD + astToString(types)],
  [
    new URL("src/api/members.gen.ts", import.meta.url),
    `// Generated from docs/openapi.json by \`npm run generate\`.\nexport const OWN_MEMBERS = {\n${lines.join("\n")}\n} as const;\n`,
  ],
];

for (const [file, text] of written) {
  if (!process.argv.includes("--check")) {
    writeFileSync(file, text);
  } else if (readFileSync(file, "utf8") !== text) {
    console.error(`${file.pathname.split("/").slice(-3).join("/")} is out of date: npm run generate`);
    process.exitCode = 1;
  }
}
