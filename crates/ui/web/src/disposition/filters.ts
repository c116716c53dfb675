// Everything by which the list is narrowed, described once: parameters of the list in the order in which they are told.
import type { Pair } from "../i18n";
import { fieldOf } from "./fields";

/** How a filter is entered; one without is set from elsewhere. */
export type FilterKind = "text" | "number" | "day" | "bpartners" | "products" | "yesNo" | "organisation";

interface Description {
  words: Pair;
  /** Its place behind "More filters". */
  more?: number;
  as?: FilterKind;
}

const TABLE = {
  q: { words: ["Search", "Suche"] },
  dataSource: { words: ["Data source", "Datenquelle"] },
  org: { words: ["Organisation", "Organisation"], more: 10, as: "organisation" },
  bpartner: { words: fieldOf("bpartner").words, more: 1, as: "bpartners" },
  product: { words: fieldOf("productCode").words, more: 2, as: "products" },
  poReference: { words: fieldOf("poReference").words, more: 3, as: "text" },
  externalHeaderId: { words: ["Ext. header ID", "Ext. Kopf-ID"], more: 4, as: "text" },
  dateRequiredFrom: { words: ["Date required from", "Wunschtermin von"], more: 5, as: "day" },
  dateRequiredTo: { words: ["Date required to", "Wunschtermin bis"], more: 6, as: "day" },
  createdFrom: { words: ["Imported from", "Importiert von"], more: 7, as: "day" },
  createdTo: { words: ["Imported to", "Importiert bis"], more: 8, as: "day" },
  problem: { words: ["Problem type", "Fehlerart"] },
  hold: { words: ["Waits because", "Wartet wegen"] },
  hasAttachment: { words: ["Has attachment", "Mit Anhang"], more: 9, as: "yesNo" },
  requestId: { words: ["Batch", "Importlauf"], more: 11, as: "number" },
  runId: { words: ["Run", "Lauf"] },
  outcome: { words: ["Outcome", "Ergebnis"] },
} as const satisfies Record<string, Description>;

export type FilterName = keyof typeof TABLE;
export type Filter = Partial<Record<FilterName, string>>;

export interface FilterField extends Description {
  name: FilterName;
}

export const FILTERS = Object.keys(TABLE) as FilterName[];

const FIELDS: readonly FilterField[] = FILTERS.map((name) => ({ name, ...TABLE[name] }));

/** What stands behind "More filters", in its order. */
export const MORE_FILTERS: readonly FilterField[] = FIELDS.filter(({ more }) => more !== undefined).sort(
  (one, other) => (one.more ?? 0) - (other.more ?? 0),
);

/** What the filters are called. */
export const FILTER_PAIRS = Object.fromEntries(FIELDS.map(({ name, words }) => [name, words])) as Record<
  FilterName,
  Pair
>;
