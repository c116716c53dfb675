// Shapes of the API of import drafts. The document describes closed sets of texts as strings; they are named here.
import type { Schemas } from "../api/client";

export type DraftStatus = "open" | "checking" | "checked" | "importing" | "stopped" | "imported" | "undone";
export type ErrorPolicy = "header" | "row" | "all";
export type Unresolved = "store" | "reject";
export type DecimalSign = "," | ".";
export type DateOrder = "dmy" | "mdy";

/** Replaces members of a type. */
type Narrowed<Type, Members> = Omit<Type, keyof Members> & Members;

/** Settings of the file in a mapping; absent ones are detected. */
export type FileSettings = Narrowed<
  Schemas["SpreadsheetFileSettings"],
  { decimalSign?: DecimalSign; dateOrder?: DateOrder; hiddenRows?: "import" | "skip" }
>;

/** Source of a member: one or several columns, a constant, or a number. */
export type MemberSource = Schemas["SpreadsheetMemberSource"];
export type Members = Record<string, MemberSource>;
export type Sample = Schemas["SpreadsheetSample"];

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

export type Question = Narrowed<Schemas["SpreadsheetQuestion"], { kind: QuestionKind }>;
export type DraftColumn = Schemas["SpreadsheetColumn"];

export const CHECKS = ["ready", "problems", "rejected", "unchanged", "conflict"] as const;
export type RowCheck = (typeof CHECKS)[number];
export type CheckCounts = Schemas["ImportRowChecks"];

/** Value without a record. */
export type UnknownValue = Schemas["UnknownSheetValue"];

export type DraftSummary = Narrowed<Schemas["ImportDraftSummary"], { status: DraftStatus }>;

export type ImportDraft = Narrowed<
  Schemas["ImportDraft"],
  {
    status: DraftStatus;
    mapping: { file: FileSettings; members: Members };
    questions: Question[];
    errorPolicy: ErrorPolicy;
    unresolved: Unresolved;
    sameFile?: DraftSummary;
  }
>;

export type RowProblem = Narrowed<Schemas["ImportDraftProblem"], { kind: "error" | "problem" | "warning" }>;
export type DraftRow = Narrowed<Schemas["ImportDraftRow"], { check?: RowCheck; problems: RowProblem[] }>;

/** A cell with a new text; null restores the text of the file. */
export type CellEdit = Schemas["EditedCell"];
export type DraftChange = Omit<Schemas["ImportDraftChange"], "version">;
