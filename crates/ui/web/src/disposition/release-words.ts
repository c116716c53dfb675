import { defineWords } from "../i18n";

/** Why candidates wait, where somebody may let them go all the same. */
export const releaseWords = defineWords("release", {
  header_incomplete: ["lines of the header are missing", "Positionen des Kopfs fehlen"],
  sibling_rejected: ["lines of the header were rejected", "Positionen des Kopfs wurden abgelehnt"],
  sibling_error: ["another line of the header has errors", "eine andere Position des Kopfs hat Fehler"],
  release: ["the data source is released by hand", "die Datenquelle wird von Hand freigegeben"],
});

/** Why candidates wait, whoever may let them go. */
export const holdWords = defineWords("hold", {
  waiting: ["someone waits for the customer", "auf den Kunden wird gewartet"],
  ...releaseWords.pairs,
  header_settling: ["more lines may follow", "weitere Positionen können folgen"],
  destination: ["it is not for orders", "er ist nicht für Aufträge"],
  order_voided: ["its order was voided", "sein Auftrag wurde storniert"],
});

/** The same beside a problem, where there is little room. */
export const shortHoldWords = defineWords("holdShort", {
  waiting: ["waits for customer", "wartet auf Kunden"],
  header_incomplete: ["lines missing", "Positionen fehlen"],
  sibling_rejected: ["line rejected", "Position abgelehnt"],
  sibling_error: ["other line in error", "andere Position fehlerhaft"],
  release: ["to be released", "noch freizugeben"],
  header_settling: ["lines may follow", "weitere möglich"],
  destination: ["not for orders", "nicht für Aufträge"],
  order_voided: ["order was voided", "Auftrag storniert"],
} satisfies Record<keyof typeof holdWords.pairs, readonly [string, string]>);

export type Reason = "header.incomplete" | "sibling.rejected" | "sibling.error" | "release";

export function reasonKey(reason: Reason): keyof typeof releaseWords.pairs {
  return reason.replace(".", "_") as keyof typeof releaseWords.pairs;
}
