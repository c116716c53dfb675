// Rows of a logged import with their outcome, and the comparison with a dry run.
import type { Schemas } from "../api/client";
import type { LoggedRequest, ReceivedRequest } from "./requests";

/** `notStored`: without errors of its own, in a request that was rejected as a whole. */
export type Outcome = "created" | "unchanged" | "rejected" | "notStored";

export interface RowOutcome {
  /** Index of the row, starting at 0. */
  index: number;
  outcome: Outcome;
  headerId: string;
  lineId: string;
  /** Problem codes of a rejected row. */
  codes: string[];
  candidateId?: number | undefined;
}

interface SentRow {
  headerId: string;
  lineId: string;
  /** The row belongs to another organisation. */
  isHidden: boolean;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the text of an id as Orderdock stores it. */
function idText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value).trim().normalize("NFC") : "";
}

/** Returns the rows of a body; undefined if it cannot be read. */
export function sentRows(body: string, rowsLeftOut = 0): SentRow[] | undefined {
  let sent: unknown;
  try {
    sent = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (!isRecord(sent)) return undefined;
  const rows: unknown[] = Array.isArray(sent.requests) ? sent.requests : [sent];
  return rows.map((row) => {
    if (!isRecord(row)) return { headerId: "", lineId: "", isHidden: false };
    const flat = idText(row.externalId);
    return {
      headerId: idText(row.externalHeaderId) || flat,
      lineId: idText(row.externalLineId) || flat,
      isHidden: rowsLeftOut > 0 && Object.keys(row).length === 0,
    };
  });
}

type Received = Pick<ReceivedRequest, "body" | "rows" | "status" | "excerpt" | "rowsLeftOut">;

/** Returns the visible rows with their outcome, in order. */
export function rowsOf({ body, rows, status, excerpt, rowsLeftOut }: Received): RowOutcome[] {
  const noted = rows.map(notedOutcome);
  // the rows of an excerpt have lost their positions
  const sent = excerpt ? undefined : sentRows(body, rowsLeftOut);
  if (!sent) return noted;
  const byIndex = new Map(noted.map((row) => [row.index, row]));
  return sent.flatMap(({ isHidden, ...ids }, index) => {
    const known = byIndex.get(index);
    if (known) return [known];
    if (isHidden) return [];
    const outcome = status < 400 ? "created" : "notStored";
    return [{ index, outcome, codes: [], ...ids }];
  });
}

function notedOutcome(row: LoggedRequest["rows"][number]): RowOutcome {
  return {
    index: row.index,
    outcome: row.outcome === "unchanged" ? "unchanged" : "rejected",
    headerId: row.externalHeaderId ?? "",
    lineId: row.externalLineId ?? "",
    codes: row.codes ?? [],
    candidateId: row.candidateId,
  };
}

/** Key of a row by its ids. */
export const keyOf = (headerId: string, lineId: string) => JSON.stringify([headerId, lineId]);

/** Current result of a row. */
export interface RowResult {
  outcome: Outcome;
  /** Errors of a rejected row, or problems of a created line. */
  items: readonly Pick<Schemas["Item"], "code" | "message">[];
  candidateId?: number | undefined;
}

type AnswerRow =
  | Pick<Schemas["ResultRow"], "outcome" | "id" | "problems">
  | Pick<Schemas["RejectedRow"], "outcome" | "index" | "errors">;

/** Returns the results of a response by index. */
export function resultsOf(result: readonly AnswerRow[]): Map<number, RowResult> {
  return new Map(
    result.map((row, index): [number, RowResult] => {
      if ("errors" in row) return [row.index, { outcome: "rejected", items: row.errors }];
      return [index, { outcome: row.outcome, items: row.problems, candidateId: row.id ?? undefined }];
    }),
  );
}

/** Returns the results of a request that is rejected as a whole: only rows with errors of their own. */
export function resultsOfErrors(errors: readonly Pick<Schemas["Item"], "code" | "message" | "pointer">[]) {
  const results = new Map<number, RowResult>();
  for (const { code, message, pointer } of errors) {
    const [, place] = /^\/requests\/(\d+)/.exec(pointer) ?? [];
    const index = Number(place ?? 0);
    const before = results.get(index)?.items ?? [];
    results.set(index, { outcome: "rejected", items: [...before, { code, message }] });
  }
  return results;
}

export interface RowChange {
  before: RowOutcome;
  now: RowResult;
}

export interface Comparison {
  /** Rows whose outcome differs. */
  changes: RowChange[];
  /** Rows that are stored already, so nothing changes. */
  stored: number;
  /** Rows that are rejected for the same reason. */
  stillRejected: RowChange[];
  /** Rows that are not stored again because other rows are rejected. */
  notStored: number;
  /** Rows that would be stored. */
  created: number;
}

const NOT_STORED: RowResult = { outcome: "notStored", items: [] };

/** Compares each row with its current result. */
export function compared(rows: readonly RowOutcome[], results: ReadonlyMap<number, RowResult>): Comparison {
  const comparison: Comparison = { changes: [], stored: 0, stillRejected: [], notStored: 0, created: 0 };
  for (const before of rows) {
    const now = results.get(before.index) ?? NOT_STORED;
    if (now.outcome === "created") comparison.created += 1;
    const wasStored = before.outcome === "created" || before.outcome === "unchanged";
    if (wasStored && now.outcome === "unchanged") comparison.stored += 1;
    else if (before.outcome === "rejected" && now.outcome === "rejected" && sameCodes(before.codes, now.items))
      comparison.stillRejected.push({ before, now });
    else if (before.outcome === "notStored" && now.outcome === "notStored") comparison.notStored += 1;
    else comparison.changes.push({ before, now });
  }
  return comparison;
}

function sameCodes(before: readonly string[], now: RowResult["items"]): boolean {
  const codes = new Set(now.map(({ code }) => code));
  return codes.size === new Set(before).size && before.every((code) => codes.has(code));
}
