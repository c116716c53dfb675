// Describes the filters of the list, in display order.
import type { Translation } from "../i18n";
import { FIELD_FILTERS, type FieldFilterName, type FilterKind } from "./fields";

interface Description {
  words: Translation;
  /** Position under "More filters". */
  more?: number;
  /** Kind of input; none if it is set elsewhere. */
  as?: FilterKind;
}

const FIRST = {
  q: { words: ["Search", "Suche"] },
  dataSource: { words: ["Data source", "Datenquelle"] },
  org: { words: ["Organisation", "Organisation"], more: 10, as: "organisation" },
} as const satisfies Record<string, Description>;

const THEN = {
  externalHeaderId: { words: ["Ext. order ID", "Ext. Bestell-ID"], more: 4, as: "text" },
  dateRequiredFrom: { words: ["Date required from", "Wunschtermin ab"], more: 5, as: "day" },
  dateRequiredTo: { words: ["Date required to", "Wunschtermin bis"], more: 6, as: "day" },
  createdFrom: { words: ["Received from", "Eingegangen ab"], more: 7, as: "day" },
  createdTo: { words: ["Received to", "Eingegangen bis"], more: 8, as: "day" },
  problem: { words: ["Error type", "Fehlerart"] },
  cause: { words: ["Cause", "Ursache"] },
  held: { words: ["On hold", "Zurückgehalten"], more: 17, as: "yesNo" },
  hold: { words: ["Hold reason", "Zurückgehalten (Grund)"], more: 12, as: "hold" },
  waitingUntilFrom: { words: ["Waiting until, from", "Wiedervorlage ab"], more: 13, as: "day" },
  waitingUntilTo: { words: ["Waiting until, to", "Wiedervorlage bis"], more: 14, as: "day" },
  assignedTo: { words: ["Assignee", "Zuständig"], more: 15, as: "assignee" },
  hasAttachment: { words: ["Has attachment", "Mit Anhang"], more: 9, as: "yesNo" },
  hasComments: { words: ["Has comments", "Mit Bemerkungen"], more: 16, as: "yesNo" },
  requestId: { words: ["Request", "Übermittlung"], more: 11, as: "number" },
  importDraft: { words: ["Imported spreadsheet", "Importierte Tabelle"] },
  runId: { words: ["Run", "Lauf"] },
  externalSystem: { words: ["External system", "Externes System"], more: 18, as: "text" },
  outcome: { words: ["Outcome", "Ergebnis"] },
  unresolvedReference: { words: ["Unresolved reference", "Offener Verweis"] },
  headerOf: { words: ["Incoming order", "Bestellung"] },
} as const satisfies Record<string, Description>;

export type FilterName = keyof typeof FIRST | FieldFilterName | keyof typeof THEN;
export type Filter = Partial<Record<FilterName, string>>;

export interface FilterField extends Description {
  name: FilterName;
}

function named<Name extends FilterName>(table: Record<Name, Description>): FilterField[] {
  return (Object.keys(table) as Name[]).map((name) => ({ name, ...table[name] }));
}

const FIELDS: readonly FilterField[] = [...named(FIRST), ...FIELD_FILTERS, ...named(THEN)];

export const FILTERS: readonly FilterName[] = FIELDS.map(({ name }) => name);

export const MORE_FILTERS: readonly FilterField[] = FIELDS.filter(({ more }) => more !== undefined).sort(
  (one, other) => (one.more ?? 0) - (other.more ?? 0),
);

/** Labels of the filters. */
export const FILTER_PAIRS = Object.fromEntries(FIELDS.map(({ name, words }) => [name, words])) as Record<
  FilterName,
  Translation
>;
