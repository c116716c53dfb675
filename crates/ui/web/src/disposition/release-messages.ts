import { defineMessages } from "../i18n";

/** Holds that can be released. */
export const releaseMessages = defineMessages("release", {
  header_incomplete: ["lines are missing", "Positionen fehlen"],
  sibling_rejected: [
    "rows of the same incoming order were rejected",
    "Positionen derselben Bestellung wurden abgelehnt",
  ],
  sibling_error: ["another line of the incoming order has errors", "eine andere Position der Bestellung hat Fehler"],
  release: ["the data source requires a manual release", "die Datenquelle verlangt eine manuelle Freigabe"],
});

/** All holds. */
export const holdMessages = defineMessages("hold", {
  waiting: ["waiting for customer", "Warten auf den Kunden"],
  ...releaseMessages.translations,
  header_settling: ["more lines may arrive", "weitere Positionen möglich"],
  destination: ["the data destination does not create orders", "das Datenziel erzeugt keine Aufträge"],
  order_voided: ["the sales order was voided", "der Auftrag wurde storniert"],
});

/** Short form beside a problem. */
export const shortHoldMessages = defineMessages("holdShort", {
  waiting: ["waiting for customer", "wartet auf Kunden"],
  header_incomplete: ["lines missing", "Positionen fehlen"],
  sibling_rejected: ["row rejected", "Position abgelehnt"],
  sibling_error: ["error in another line", "andere Position fehlerhaft"],
  release: ["release needed", "Freigabe nötig"],
  header_settling: ["more lines may arrive", "weitere Positionen möglich"],
  destination: ["no order creation", "keine Auftragserzeugung"],
  order_voided: ["sales order voided", "Auftrag storniert"],
} satisfies Record<keyof typeof holdMessages.translations, readonly [string, string]>);

export type Reason = "header.incomplete" | "sibling.rejected" | "sibling.error" | "release";

export function reasonKey(reason: Reason): keyof typeof releaseMessages.translations {
  return reason.replace(".", "_") as keyof typeof releaseMessages.translations;
}
