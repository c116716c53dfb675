// A candidate, as the service tells it.
import type { components } from "../api/schema.gen";

type Schemas = components["schemas"];

export type Candidate = Schemas["Candidate"];
export type Values = Schemas["CandidateValues"];
/** A value that a clerk may set instead of the imported one. */
export type Member = keyof Values;
export type Selection = Schemas["SelectionData"];

/** Candidates that something is done with; with `order` also the other lines of their orders. */
export interface Chosen {
  selection: Selection;
  scope?: "order";
}
