// Writes docs/guide/master-data-reference.md from the JSON Schema of master data files on standard input. The page calls this
// program in its test.

import { readFileSync } from "node:fs";

const schema = JSON.parse(readFileSync(0, "utf8"));

const HEAD = `# Master data reference

Every kind of master data with its fields, as they are loaded by \`orderdock load\` and written by \`PUT /api/masterdata/{kind}\`.
[Master data](master-data.md) is the guide. \`docs/site/master-data.mjs\` generates this page from \`/api/masterdata/schema\`.

<!-- test: curl -sSf "$URL/api/masterdata/schema" -H "Authorization: $TOKEN" | node "$REPOSITORY/docs/site/master-data.mjs" | diff - "$REPOSITORY/docs/guide/master-data-reference.md" >&2 -->

| Type | JSON |
|---|---|
| text | string |
| code | string, or a number whose digits are the code |
| decimal, whole number | number |
| boolean | \`true\` or \`false\` |
| date | string \`YYYY-MM-DD\` |

A new record has the default if a field is absent. An existing record keeps the value of an absent field; \`null\` clears it.
`;

function typeOf(field) {
  const types = [field.type].flat().filter((type) => type !== "null");
  if (field.enum) return field.enum.filter((value) => value !== null).map((value) => `\`${value}\``).join(", ");
  if (field.items?.properties) return "list, see below";
  if (types.includes("array")) return "list of texts";
  if (field.format === "date") return "date";
  if (types.includes("boolean")) return "boolean";
  if (types.includes("integer") || types.includes("number")) {
    const name = types.includes("string") ? "code" : types.includes("integer") ? "whole number" : "decimal";
    const { minimum, maximum, exclusiveMinimum } = field;
    if (minimum !== undefined && maximum !== undefined) return `${name}, ${minimum} to ${maximum}`;
    return exclusiveMinimum === undefined ? name : `${name}, more than ${exclusiveMinimum}`;
  }
  return "text";
}

function defaultOf(name, field, required) {
  if (required.has(name)) return "**required**";
  return field.default === undefined || field.default === "" ? "" : `\`${field.default}\``;
}

function table({ properties, required = [] }) {
  const isRequired = new Set(required);
  const names = Object.keys(properties).sort((a, b) => isRequired.has(b) - isRequired.has(a));
  const rows = names.map((name) => {
    const field = properties[name];
    const meaning = field.description.replace(/\|/g, "\\|").replace(/\s+/g, " ");
    return `| \`${name}\` | ${typeOf(field)} | ${defaultOf(name, field, isRequired)} | ${meaning} |`;
  });
  return ["| Field | Type | Default | Meaning |", "|---|---|---|---|", ...rows].join("\n");
}

const parts = Object.entries(schema.properties).flatMap(([kind, { items }]) => {
  const nested = Object.entries(items.properties).filter(([, field]) => field.items?.properties);
  return [
    `## ${kind}\n\n${items.description}.\n\n${table(items)}`,
    ...nested.map(([name, field]) => `### ${name} of ${kind}\n\n${table(field.items)}`),
  ];
});
console.log([HEAD, ...parts].join("\n").replace(/\n(#+ )/g, "\n\n$1").replace(/\n{3,}/g, "\n\n"));
