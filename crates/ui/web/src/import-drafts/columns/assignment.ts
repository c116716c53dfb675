// Assignment of columns to members.
import { missingMembers } from "../members";
import type { DraftColumn, Members, MemberSource, Question } from "../types";

/** How certain the source of a member is. */
export type Certainty = "sure" | "check" | "missing" | "none";

export type SourceKind = "column" | "columns" | "constant" | "numbered";

/** Values of the choice of a source; others are column names with a prefix. */
export const CHOICE = { none: "none", constant: "constant", several: "several", numbered: "numbered" } as const;
const COLUMN = "column:";

export const columnChoice = (name: string): string => `${COLUMN}${name}`;

export function sourceKind(source: MemberSource): SourceKind {
  if (source.numbered) return "numbered";
  if (source.constant != null) return "constant";
  return source.columns && source.columns.length > 0 ? "columns" : "column";
}

/** Returns the choice that a source belongs to. */
export function choiceOf(source: MemberSource | undefined): string {
  if (!source) return CHOICE.none;
  const kind = sourceKind(source);
  if (kind === "column") return columnChoice(source.column ?? "");
  return kind === "columns" ? CHOICE.several : CHOICE[kind];
}

/** Returns the source of a chosen column or number; undefined if the choice needs details. */
export function sourceOfChoice(choice: string, before: MemberSource | undefined): MemberSource | undefined {
  if (choice === CHOICE.numbered) return { numbered: true };
  if (!choice.startsWith(COLUMN)) return undefined;
  const { values, default: usual, pad } = before ?? {};
  const column = choice.slice(COLUMN.length);
  return { column, ...(values && { values }), ...(usual && { default: usual }), ...(pad && { pad }) };
}

/** Returns members with another source of one; without a source the member is not imported. */
export function withSource(members: Members, path: string, source: MemberSource | undefined): Members {
  const { [path]: _, ...others } = members;
  return source ? { ...others, [path]: source } : others;
}

export function columnNames({ column, columns = [] }: MemberSource): string[] {
  return column == null ? columns : [column, ...columns];
}

/** Returns the members that a column is a source of. */
export function membersOf(members: Members, { name }: Pick<DraftColumn, "name">): string[] {
  return Object.entries(members).flatMap(([path, source]) => (columnNames(source).includes(name) ? [path] : []));
}

/** Returns the columns with values that no member uses. */
export function ignoredColumns({
  columns,
  mapping,
}: {
  columns: readonly DraftColumn[];
  mapping: { members: Members };
}): DraftColumn[] {
  return columns.filter((column) => column.filled > 0 && membersOf(mapping.members, column).length === 0);
}

/** Returns the members whose source the service is not sure about. */
export function unsureMembers(questions: readonly Question[]): string[] {
  const unsure = questions.filter(({ kind }) => kind === "uncertainColumn" || kind === "severalColumns");
  return unsure.map(({ setting }) => setting.replace("members.", ""));
}

interface CertaintyOptions {
  members: Members;
  questions: readonly Question[];
  unsure: readonly string[];
}

export function certaintyOf(path: string, { members, questions, unsure }: CertaintyOptions): Certainty {
  if (path in members) return unsure.includes(path) ? "check" : "sure";
  return missingMembers(members, questions).includes(path) ? "missing" : "none";
}

/** Text fields of the details of a source. */
export interface SourceDraft {
  kind: SourceKind;
  column: string;
  columns: string[];
  join: string;
  constant: string;
  splitAt: string;
  part: string;
  pad: string;
  default: string;
  values: { from: string; to: string }[];
}

export function draftOfSource(source: MemberSource | undefined, kind?: SourceKind): SourceDraft {
  return {
    kind: kind ?? (source ? sourceKind(source) : "column"),
    column: source?.column ?? "",
    columns: source ? columnNames(source) : [],
    join: source?.join ?? " ",
    constant: source?.constant ?? "",
    splitAt: source?.split?.at ?? "",
    part: String(source?.split?.part ?? 1),
    pad: source?.pad ? String(source.pad) : "",
    default: source?.default ?? "",
    values: Object.entries(source?.values ?? {}).map(([from, to]) => ({ from, to })),
  };
}

export type DraftErrors = Partial<Record<"column" | "columns" | "constant" | "part" | "pad", string>>;
type ErrorText = "needed" | "neededColumn" | "neededColumns" | "neededNumber";

/** Maximum length of padded texts. */
const MAX_PAD = 255;

function isCount(text: string, most: number): boolean {
  return /^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most;
}

export function errorsOf(draft: SourceDraft, text: (key: ErrorText) => string): DraftErrors {
  const errors: DraftErrors = {};
  if (draft.kind === "column" && !draft.column) errors.column = text("neededColumn");
  if (draft.kind === "columns" && draft.columns.length < 2) errors.columns = text("neededColumns");
  if (draft.kind === "constant" && !draft.constant.trim()) errors.constant = text("needed");
  if (!isOfColumns(draft)) return errors;
  if (draft.splitAt && !isCount(draft.part, 1_000)) errors.part = text("neededNumber");
  if (draft.pad && !isCount(draft.pad, MAX_PAD)) errors.pad = text("neededNumber");
  return errors;
}

/** Returns whether the texts of columns can be changed. */
export function isOfColumns({ kind }: Pick<SourceDraft, "kind">): boolean {
  return kind === "column" || kind === "columns";
}

/** Returns the source of a draft without errors. */
export function sourceOfDraft(draft: SourceDraft): MemberSource {
  const { kind, column, columns, join, constant, splitAt, part, pad } = draft;
  if (kind === "numbered") return { numbered: true };
  if (kind === "constant") return { constant: constant.trim() };
  const replaced = draft.values.filter(({ from }) => from.trim() !== "");
  return {
    ...(kind === "column" ? { column } : { columns, join }),
    ...(splitAt && { split: { at: splitAt, part: Number(part) } }),
    ...(pad && { pad: Number(pad) }),
    ...(draft.default.trim() && { default: draft.default.trim() }),
    ...(replaced.length > 0 && {
      values: Object.fromEntries(replaced.map(({ from, to }) => [from.trim(), to.trim()])),
    }),
  };
}
