import { defineWords } from "../i18n";

/** Why candidates wait, where somebody may let them go all the same. */
export const releaseWords = defineWords("release", {
  header_incomplete: ["lines of the header are missing", "Positionen des Kopfs fehlen"],
  sibling_rejected: ["lines of the header were rejected", "Positionen des Kopfs wurden abgelehnt"],
  sibling_error: ["another line of the header has errors", "eine andere Position des Kopfs hat Fehler"],
  release: ["the data source is released by hand", "die Datenquelle wird von Hand freigegeben"],
});

export type Reason = "header.incomplete" | "sibling.rejected" | "sibling.error" | "release";

export function reasonKey(reason: Reason): keyof typeof releaseWords.pairs {
  return reason.replace(".", "_") as keyof typeof releaseWords.pairs;
}
