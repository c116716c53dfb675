// Short problem texts for lists, with the decisive values first. Other places show the server's message.
import { useCallback } from "react";
import type { Item } from "../api/client";
import { keysInWords } from "../api/record-keys";
import { defineMessages, useLanguage, useMessages, type Language } from "../i18n";
import { unitText } from "../parts/common-names";
import { showDay } from "../values/day";
import { readDecimal, showDecimal, showPrice } from "../values/decimal";
import { isMember } from "./fields";
import { memberMessages } from "./members";
import { useChoice } from "./panel/choice";

export const shortMessages = defineMessages("problemShort", {
  qty_not_positive: ["Quantity {{seen}} is not greater than 0", "Menge {{seen}} ist nicht größer als 0"],
  price_none: ["No price in {{list}} on {{date}}", "Kein Preis in {{list}} am {{date}}"],
  price_ambiguous: ["Several prices in {{list}} on {{date}}", "Mehrere Preise in {{list}} am {{date}}"],
  price_negative: ["Negative price {{price}}", "Negativer Preis {{price}}"],
  price_changed: ["List price changed: {{stored}} → {{price}}", "Listenpreis geändert: {{stored}} → {{price}}"],
  price_rounds_to_zero: ["Price {{price}} is rounded to 0", "Preis {{price}} wird auf 0 gerundet"],
  price_includes_tax: ["Price {{price}} includes tax", "Preis {{price}} enthält Steuer"],
  net_rounds_to_zero: ["{{qty}} × {{price}} is rounded to 0", "{{qty}} × {{price}} wird auf 0 gerundet"],
  price_rounded: ["Price {{price}} rounded to {{rounded}}", "Preis {{price}} auf {{rounded}} gerundet"],
  pricingsystem_none: ["No pricing system", "Kein Preissystem"],
  pricingSystemCode_unknown: ["Pricing system {{code}} unknown", "Preissystem {{code}} unbekannt"],
  pricelist_none: ["No price list of {{system}} for {{country}}", "Keine Preisliste von {{system}} für {{country}}"],
  pricelist_no_version: ["{{list}} has no version for {{date}}", "{{list}} hat am {{date}} keine gültige Version"],
  pricelist_no_tax_category: ["{{list}} without tax category", "{{list}} ohne Steuerkategorie"],
  pricelist_cycle: ["{{list}} refers to itself", "{{list}} verweist auf sich selbst"],
  currencyCode_mismatch: [
    "Currency {{currency}} instead of {{listCurrency}}",
    "Währung {{currency}} statt {{listCurrency}}",
  ],
  currencyCode_required: ["Price without currency", "Preis ohne Währung"],
  currencyCode_unknown: ["Currency {{code}} unknown", "Währung {{code}} unbekannt"],
  taxcategory_none: ["No tax category", "Keine Steuerkategorie"],
  taxcategory_unknown: ["Tax category {{code}} unknown", "Steuerkategorie {{code}} unbekannt"],
  tax_none: [
    "No tax rate from {{from}} to {{to}} for {{category}} on {{date}}",
    "Kein Steuersatz von {{from}} nach {{to}} für {{category}} am {{date}}",
  ],
  tax_ambiguous: [
    "Several tax rates apply: {{first}}, {{second}}",
    "Mehrere Steuersätze treffen zu: {{first}}, {{second}}",
  ],
  uomCode_no_conversion: ["No conversion from {{from}} to {{to}}", "Keine Umrechnung von {{from}} in {{to}}"],
  uomCode_unknown: ["Unit {{code}} unknown", "Einheit {{code}} unbekannt"],
  bpartner_inactive: ["Customer {{code}} inactive", "Kunde {{code}} inaktiv"],
  bpartner_unknown: ["Customer {{keys}} unknown", "Kunde {{keys}} unbekannt"],
  bpartner_differs: ["{{sent}} sent, customer is {{stored}}", "{{sent}} gesendet, Kunde ist {{stored}}"],
  contact_inactive: ["Contact {{name}} inactive", "Ansprechpartner {{name}} inaktiv"],
  location_inactive: ["Location inactive", "Adresse inaktiv"],
  location_differs: ["{{sent}} sent, location has {{stored}}", "{{sent}} gesendet, Adresse hat {{stored}}"],
  location_none: ["No location", "Keine Adresse"],
  location_unknown: ["Location {{keys}} unknown", "Adresse {{keys}} unbekannt"],
  product_inactive: ["Product {{code}} inactive", "Produkt {{code}} inaktiv"],
  product_differs: ["{{sent}} sent, product is {{stored}}", "{{sent}} gesendet, Produkt ist {{stored}}"],
  product_unknown: ["Product {{keys}} unknown", "Produkt {{keys}} unbekannt"],
  productCode_unknown: ["Product {{code}} unknown", "Produkt {{code}} unbekannt"],
  orderDocType_unknown: ["No document type for {{value}}", "Keine Belegart für {{value}}"],
  bpartner_unresolved: ["Customer {{keys}} unknown", "Kunde {{keys}} unbekannt"],
  location_unresolved: ["Location {{keys}} unknown", "Adresse {{keys}} unbekannt"],
  contact_unresolved: ["Contact {{keys}} unknown", "Ansprechpartner {{keys}} unbekannt"],
  product_unresolved: ["Product {{keys}} unknown", "Produkt {{keys}} unbekannt"],
  uomCode_unresolved: ["Unit {{keys}} unknown", "Einheit {{keys}} unbekannt"],
  shipper_unresolved: ["Shipper {{keys}} unknown", "Spediteur {{keys}} unbekannt"],
  paymentTerm_unresolved: ["Payment term {{keys}} unknown", "Zahlungsbedingung {{keys}} unbekannt"],
  warehouse_unresolved: ["Warehouse {{keys}} unknown", "Lager {{keys}} unbekannt"],
  pricingSystemCode_unresolved: ["Pricing system {{keys}} unknown", "Preissystem {{keys}} unbekannt"],
  invoiceDocType_unresolved: ["Invoice document type {{keys}} unknown", "Rechnungsbelegart {{keys}} unbekannt"],
  salesPartnerCode_unresolved: ["Sales partner {{keys}} unknown", "Vertriebspartner {{keys}} unbekannt"],
  property_missing: ["{{name}} missing", "{{name}} fehlt"],
  property_unsupported: ["{{name}} not supported", "{{name}} nicht unterstützt"],
  number_too_large: ["Number too large", "Zahl zu groß"],
  server_fault: ["Internal error, try again", "Interner Fehler, erneut versuchen"],
});

type Key = keyof typeof shortMessages.translations;

const DAY = /^\d{4}-\d\d-\d\d$/;
const PRICES = ["price", "rounded", "stored"];

interface Telling {
  language: Language;
  member: (name: string) => string;
  choice: (value: string) => string;
}

function shown(key: Key, name: string, value: unknown, { language, member, choice }: Telling): string {
  const text = Array.isArray(value) ? value.join(", ") : String(value);
  if (key.endsWith("_differs")) return text;
  if (name === "keys") return keysInWords(text);
  if (DAY.test(text)) return showDay(text, language);
  const price = PRICES.includes(name);
  const exact = price || name === "seen" ? readDecimal(text, "en") : undefined;
  // problems about prices contain no currency
  if (exact !== undefined) return price ? showPrice(exact, language, undefined) : showDecimal(exact, language);
  if (key === "uomCode_no_conversion" || key === "uomCode_unknown") return unitText(text, language);
  if (key === "property_missing" || key === "property_unsupported") return member(text);
  return key === "orderDocType_unknown" ? choice(text) : text;
}

export type ToldProblem = Pick<Item, "code" | "message"> & { params?: unknown };

/** Returns the short text; the message if there is none or a parameter is missing. */
export function shortOf(
  { code, message, params }: ToldProblem,
  translate: (key: Key, values: Record<string, string>) => string,
  telling: Telling,
): string {
  const key = code.replace(".", "_") as Key;
  if (!Object.hasOwn(shortMessages.translations, key)) return message;
  const values = (params ?? {}) as Record<string, unknown>;
  const names = namesIn(key);
  if (names.some((name) => values[name] == null)) return message;
  return translate(key, Object.fromEntries(names.map((name) => [name, shown(key, name, values[name], telling)])));
}

/** Returns the parameters of a short text. */
export function namesIn(key: Key): string[] {
  return [...shortMessages.translations[key][0].matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name);
}

export function useProblemShort(): (problem: ToldProblem) => string {
  const t = useMessages(shortMessages);
  const tMember = useMessages(memberMessages);
  const choice = useChoice();
  const language = useLanguage();
  return useCallback(
    (problem) => {
      const member = (name: string) => (isMember(name) ? tMember(name) : name);
      return shortOf(problem, t, { language, member, choice });
    },
    [t, tMember, choice, language],
  );
}
