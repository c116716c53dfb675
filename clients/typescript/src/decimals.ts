// JSON with exact decimals: JavaScript numbers cannot represent 28 digits, so decimals are texts.
import { DECIMAL_MEMBERS } from "./decimal-members.gen.js";

// a text, and the number that follows if the text is the name of a member; the count of a total is called `value`, too
const TOKEN = /"((?:[^"\\]|\\.)*)"(?:(\s*:\s*)(-?\d[\d.eE+-]*)(?!\s*,\s*"exact"|[\d.eE+-]))?/g;

/** Writes the decimals of a JSON text as texts. */
export function quoteDecimals(json: string): string {
  return json.replace(TOKEN, (all, name: string, colon: string | undefined, number: string | undefined) =>
    number !== undefined && DECIMAL_MEMBERS.has(name) ? `"${name}"${colon}"${number}"` : all,
  );
}

/** Parses JSON; members that the API describes as decimal are texts. */
export function parseJson(json: string): unknown {
  return JSON.parse(quoteDecimals(json));
}
