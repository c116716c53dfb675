// What an import does, and its default name of the mapping.
import { importedRows, refusedRows } from "../state";
import type { CheckCounts, ErrorPolicy, ImportDraft } from "../types";

export interface Plan {
  lines: number;
  problems: number;
  staysOut: number;
  unchanged: number;
  /** Rejected rows stop the whole file. */
  blocked: boolean;
}

export function planOf(checks: CheckCounts, errorPolicy: ErrorPolicy): Plan {
  return {
    lines: importedRows(checks),
    problems: checks.problems,
    staysOut: refusedRows(checks),
    unchanged: checks.unchanged,
    blocked: errorPolicy === "all" && refusedRows(checks) > 0,
  };
}

/** Maximum length of the name of a mapping. */
export const MAX_NAME = 60;

/** Numbers, dates and words that differ from file to file. */
const CHANGING = /[\d]+([._-]\d+)*|\b(kw|week|copy|kopie|final|neu|new)\b/gi;

/** Returns the name of a mapping: its former name, otherwise the file name without its changing parts. */
export function nameOfMapping({ mappingName, fileName }: Pick<ImportDraft, "mappingName" | "fileName">): string {
  if (mappingName) return mappingName;
  const stem = fileName.replace(/\.[a-z]{2,5}$/i, "");
  const words = stem.replace(/[_]+/g, " ").replace(CHANGING, " ").replace(/[()]/g, " ");
  const name = words
    .replace(/\s*-\s*$/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return (name || stem).slice(0, MAX_NAME);
}
