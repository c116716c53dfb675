// Writes src/api/schema.gen.ts from the service's own document; `--check` only compares.
import { readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

const DOCUMENT = new URL("../../../docs/openapi.json", import.meta.url);
const TYPES = new URL("src/api/schema.gen.ts", import.meta.url);
const HEAD =
  '// Generated from docs/openapi.json by `npm run generate`.\nimport type { Decimal } from "../values/decimal";\n\n';

const decimal = ts.factory.createTypeReferenceNode("Decimal");
const file = ts.factory.createTypeReferenceNode("Blob");
const nothing = ts.factory.createLiteralTypeNode(ts.factory.createNull());

const types = await openapiTS(DOCUMENT, {
  // decimals are kept as they were written, see values/decimal.ts
  transform({ type, format }) {
    if (format === "binary") return file;
    const types = [type].flat();
    // what may be a text as well is one that some senders write as a number
    if (!types.includes("number") || types.includes("string")) return undefined;
    const nullable = types.includes("null");
    return nullable ? ts.factory.createUnionTypeNode([decimal, nothing]) : decimal;
  },
});
const text = HEAD + astToString(types);

if (process.argv.includes("--check")) {
  if (readFileSync(TYPES, "utf8") !== text) {
    console.error("src/api/schema.gen.ts is out of date: npm run generate");
    process.exit(1);
  }
} else {
  writeFileSync(TYPES, text);
}
