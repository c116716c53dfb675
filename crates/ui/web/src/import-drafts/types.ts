// Shapes of the API of import drafts.

export type DraftStatus = "open" | "checking" | "checked" | "importing" | "stopped" | "imported" | "undone";
export type ErrorPolicy = "header" | "row" | "all";
export type Unresolved = "store" | "reject";
export type DecimalSign = "," | ".";
export type DateOrder = "dmy" | "mdy";

/** Settings of the file in a mapping; absent ones are detected. */
export interface FileSettings {
  sheet?: string;
  headerRow?: number;
  firstRow?: number;
  encoding?: string;
  delimiter?: string;
  decimalSign?: DecimalSign;
  dateOrder?: DateOrder;
  hiddenRows?: "import" | "skip";
}

/** Source of a member: one or several columns, a constant, or a number. */
export interface MemberSource {
  column?: string;
  columns?: string[];
  join?: string;
  split?: { at: string; part: number };
  pad?: number;
  values?: Record<string, string>;
  constant?: string;
  default?: string;
  numbered?: boolean;
}

export type Members = Record<string, MemberSource>;

export interface Sample {
  cell: string;
  text: string;
}

export type QuestionKind =
  | "sheet"
  | "headerRow"
  | "firstRow"
  | "delimiter"
  | "decimalSign"
  | "dateOrder"
  | "hiddenRows"
  | "uncertainColumn"
  | "severalColumns"
  | "missingMember";

export interface Question {
  kind: QuestionKind;
  setting: string;
  text: string;
  choices: string[];
  samples: Sample[];
}

export interface DraftColumn {
  column: number;
  letters: string;
  /** Name in the mapping. */
  name: string;
  header: string;
  filled: number;
  samples: Sample[];
  member?: string;
}

export const CHECKS = ["ready", "problems", "rejected", "unchanged", "conflict"] as const;
export type RowCheck = (typeof CHECKS)[number];
export type CheckCounts = Record<RowCheck, number>;

export interface Suggested {
  code: string;
  name?: string | null;
}

/** Value without a record. */
export interface UnknownValue {
  member: string;
  code: string;
  value: string;
  rows: number;
  suggestions: Suggested[];
}

export interface DraftSummary {
  id: number;
  version: number;
  org: string;
  fileName: string;
  size: number;
  status: DraftStatus;
  createdBy: string;
  createdAt: string;
  changedBy: string;
  changedAt: string;
  expiresAt: string;
  checks?: CheckCounts;
  progress?: { rows: number; total: number };
}

export interface ImportDraft extends DraftSummary {
  file: {
    kind: "csv" | "xlsx" | "ods";
    encoding?: string;
    delimiter?: string;
    sheets: { name: string; hidden: boolean }[];
    sheet: string;
    headerRow: number;
    firstRow: number;
    rows: number;
    hiddenRows: number;
    mergedCells: number;
    /** First rows of the sheet. */
    head?: { row: number; cells: string[] }[];
  };
  columns: DraftColumn[];
  mapping: { file?: FileSettings; members: Members };
  confirmed: boolean;
  mappingName?: string;
  questions: Question[];
  unused: string[];
  dataSource?: string;
  errorPolicy: ErrorPolicy;
  unresolved: Unresolved;
  totals: {
    rows: number;
    orders: number;
    unreadable: number;
    edited: number;
    skipped: { hidden: number; subtotals: number; headers: number; unmapped: number; first: number[] };
  };
  created?: Record<string, number>;
  values: UnknownValue[];
  result?: { orders: number; requests: number[] };
  failure?: string;
  undoRun?: number;
  sameFile?: DraftSummary;
}

export interface RowProblem {
  code: string;
  message: string;
  pointer?: string;
  column?: number;
  cell?: string;
  seen?: string;
  kind: "error" | "problem" | "warning";
  params?: Record<string, unknown>;
}

export interface DraftRow {
  row: number;
  /** Texts in the order of the columns. */
  cells: string[];
  /** Numbers of edited columns. */
  edited: number[];
  check?: RowCheck;
  headerId?: string;
  problems: RowProblem[];
}

export interface CellEdit {
  row: number;
  column: number;
  /** Null restores the value of the file. */
  text: string | null;
}

export interface DraftChange {
  mapping?: { file?: FileSettings; members?: Members };
  dataSource?: string | null;
  errorPolicy?: ErrorPolicy;
  unresolved?: Unresolved;
  edits?: CellEdit[];
  replace?: { column: number; find: string; replace: string; whole?: boolean };
}
