import { defineMessages, useMessages } from "../i18n";

/** Titles of problems without parameters. */
export const titleMessages = defineMessages("problemTitle", {
  qty_not_positive: ["Quantity is not greater than 0", "Menge nicht größer als 0"],
  price_none: ["No price in the price list", "Kein Preis in der Preisliste"],
  price_ambiguous: ["Several matching prices", "Mehrere passende Preise"],
  price_negative: ["Negative price", "Negativer Preis"],
  price_changed: ["List price changed", "Listenpreis geändert"],
  price_rounded: ["Price rounded", "Preis gerundet"],
  price_includes_tax: [
    "Price includes tax that the customer does not pay",
    "Preis enthält Steuer, die der Kunde nicht zahlt",
  ],
  net_rounds_to_zero: ["Amount is rounded to 0", "Betrag wird auf 0 gerundet"],
  price_rounds_to_zero: ["Price is rounded to 0", "Preis wird auf 0 gerundet"],
  pricingsystem_none: ["No pricing system", "Kein Preissystem"],
  pricelist_none: ["No price list for the country", "Keine Preisliste für das Land"],
  pricelist_no_version: ["Price list has no version for this date", "Preisliste an diesem Tag nicht gültig"],
  pricelist_no_tax_category: ["Price list without tax category", "Preisliste ohne Steuerkategorie"],
  pricelist_cycle: ["Price list refers to itself", "Preisliste verweist auf sich selbst"],
  currencyCode_mismatch: ["Currency differs from the price list", "Andere Währung als die Preisliste"],
  currencyCode_required: ["Price without currency", "Preis ohne Währung"],
  currencyCode_unknown: ["Unknown currency", "Unbekannte Währung"],
  taxcategory_none: ["No tax category", "Keine Steuerkategorie"],
  taxcategory_unknown: ["Unknown tax category", "Unbekannte Steuerkategorie"],
  tax_none: ["No matching tax rate", "Kein passender Steuersatz"],
  tax_ambiguous: ["Several matching tax rates", "Mehrere passende Steuersätze"],
  uomCode_no_conversion: ["No unit conversion", "Keine Umrechnung der Einheit"],
  uomCode_unknown: ["Unknown unit", "Unbekannte Einheit"],
  bpartner_inactive: ["Customer is inactive", "Kunde inaktiv"],
  bpartner_unknown: ["Unknown customer", "Unbekannter Kunde"],
  bpartner_differs: ["Customer data differs", "Kundendaten weichen ab"],
  contact_inactive: ["Contact is inactive", "Ansprechpartner inaktiv"],
  location_inactive: ["Location is inactive", "Adresse inaktiv"],
  location_differs: ["Location data differs", "Adressdaten weichen ab"],
  location_none: ["No location", "Keine Adresse"],
  location_unknown: ["Unknown location", "Unbekannte Adresse"],
  product_inactive: ["Product is inactive", "Produkt inaktiv"],
  product_differs: ["Product data differs", "Produktdaten weichen ab"],
  product_unknown: ["Unknown product", "Unbekanntes Produkt"],
  productCode_unknown: ["Unknown product", "Unbekanntes Produkt"],
  pricingSystemCode_unknown: ["Unknown pricing system", "Unbekanntes Preissystem"],
  orderDocType_unknown: ["Document type not set up", "Belegart nicht eingerichtet"],
  bpartner_unresolved: ["Unknown customer", "Unbekannter Kunde"],
  location_unresolved: ["Unknown location", "Unbekannte Adresse"],
  contact_unresolved: ["Unknown contact", "Unbekannter Ansprechpartner"],
  product_unresolved: ["Unknown product", "Unbekanntes Produkt"],
  uomCode_unresolved: ["Unknown unit", "Unbekannte Einheit"],
  shipper_unresolved: ["Unknown shipper", "Unbekannter Spediteur"],
  paymentTerm_unresolved: ["Unknown payment term", "Unbekannte Zahlungsbedingung"],
  warehouse_unresolved: ["Unknown warehouse", "Unbekanntes Lager"],
  pricingSystemCode_unresolved: ["Unknown pricing system", "Unbekanntes Preissystem"],
  invoiceDocType_unresolved: ["Unknown invoice document type", "Unbekannte Rechnungsbelegart"],
  salesPartnerCode_unresolved: ["Unknown sales partner", "Unbekannter Vertriebspartner"],
  property_unsupported: ["Field not supported", "Feld nicht unterstützt"],
  property_missing: ["Required value missing", "Pflichtangabe fehlt"],
  number_too_large: ["Number or amount too large", "Zahl oder Betrag zu groß"],
  server_fault: ["Internal error", "Interner Fehler"],
});

type Key = keyof typeof titleMessages.translations;

/** Returns the title of a code; otherwise the message without gaps. */
export function useProblemTitle(): (code: string, message: string) => string {
  const t = useMessages(titleMessages);
  return (code, message) => {
    const key = code.replace(".", "_");
    if (Object.hasOwn(titleMessages.translations, key)) return t(key as Key);
    return message.replace(/\s*["“„]?…["”“]?/g, "").trim();
  };
}
