import type { components } from "../api/schema.gen";

type Schemas = components["schemas"];

export type Candidate = Schemas["Candidate"];
export type Values = Schemas["CandidateValues"];
/** A value that can be overridden. */
export type Member = keyof Values;
export type Selection = Schemas["SelectionData"];

/** Target of an action; `order` includes all lines of the incoming orders. */
export interface Chosen {
  selection: Selection;
  scope?: "order";
}
