// The messages of the service address senders as well: they name JSON members, scopes and settings. The interface shows
// these texts instead; a message without a text here is shown as the service returns it.
import { choiceMessages } from "../disposition/choices";
import { isMember } from "../disposition/fields";
import { memberMessages } from "../disposition/members";
import { defineMessages, language, translate } from "../i18n";
import { sizeText } from "../parts/size";
import { showInstant } from "../values/day";
import { readDecimal, showDecimal, showPrice } from "../values/decimal";
import { keysInWords } from "./record-keys";

const problemMessages = defineMessages("clerk", {
  qty_not_positive: [
    "The quantity must be greater than 0, but is {{seen}}.",
    "Die Menge muss größer als 0 sein, ist aber {{seen}}.",
  ],
  currencyCode_mismatch: [
    "The currency is {{currency}}, but price list “{{list}}” is in {{listCurrency}}.",
    "Die Position hat die Währung {{currency}}, die Preisliste „{{list}}“ aber {{listCurrency}}.",
  ],
  price_negative: [
    "The price {{price}} is negative. This organisation does not allow negative prices; an administrator can allow them.",
    "Der Preis {{price}} ist negativ. Diese Organisation lässt keine negativen Preise zu; die Administration kann das ändern.",
  ],
  price_changed: [
    "The list price changed from {{stored}} to {{price}} after the line was last validated.",
    "Der Listenpreis hat sich seit der letzten Prüfung der Position von {{stored}} auf {{price}} geändert.",
  ],
  price_rounded: [
    "The price {{price}} was rounded to {{rounded}} because price list “{{list}}” has fewer decimal places.",
    "Der Preis {{price}} wurde auf {{rounded}} gerundet, weil die Preisliste „{{list}}“ weniger Nachkommastellen hat.",
  ],
  price_rounds_to_zero: [
    "The price {{price}} rounded to {{digits}} decimal places is 0.",
    "Der Preis {{price}} ergibt 0, wenn er auf {{digits}} Nachkommastellen gerundet wird.",
  ],
  net_rounds_to_zero: [
    "The net amount of the line is 0: quantity {{qty}} times price {{price}} is rounded to {{digits}} decimal places.",
    "Der Nettobetrag der Position ist 0: Menge {{qty}} mal Preis {{price}} wird auf {{digits}} Nachkommastellen gerundet.",
  ],
  reference_unknown: [
    "“{{value}}” does not exist for this organisation and customer.",
    "„{{value}}“ gibt es für diese Organisation und diesen Kunden nicht.",
  ],
  enum_unknown: [
    "“{{value}}” is not a valid choice.",
    "„{{value}}“ steht nicht zur Auswahl. Wählen Sie einen der vorgegebenen Werte.",
  ],
  property_required_cleared: [
    "This value is required and cannot be ignored.",
    "Dieser Wert ist erforderlich und kann nicht ignoriert werden.",
  ],
  property_missing: ["{{name}} is missing.", "{{name}} fehlt."],
  property_conflict: [
    "A value cannot be set and ignored at the same time.",
    "Ein Wert kann nicht gleichzeitig gesetzt und ignoriert werden.",
  ],
  orderDocType_unknown: [
    "No document type is set up for: {{value}}.",
    "Für {{value}} ist keine Belegart eingerichtet.",
  ],
  invoiceDocType_unknown: ["This invoice document type does not exist.", "Diese Rechnungsbelegart gibt es nicht."],
  number_too_large: [
    "The number or a calculated amount is too large. The limit is 28 digits.",
    "Die Zahl oder ein berechneter Betrag ist zu groß. Erlaubt sind höchstens 28 Stellen.",
  ],
  pricingsystem_none: [
    "No pricing system is set for the line, the customer, its group or the organisation.",
    "Weder für die Position noch für den Kunden, dessen Partnergruppe oder die Organisation ist ein Preissystem festgelegt.",
  ],
  taxcategory_none: [
    "No tax category is set for the product price, the product, the price list or the organisation.",
    "Weder für den Produktpreis noch für Produkt, Preisliste oder Organisation ist eine Steuerkategorie festgelegt.",
  ],
  server_fault: [
    "An internal error occurred. Try again. If it occurs again, contact an administrator.",
    "Ein interner Fehler ist aufgetreten. Versuchen Sie es erneut. Tritt er wieder auf, wenden Sie sich an die Administration.",
  ],
  changeBy_no_value: [
    "This line has no value to change.",
    "Diese Position hat hier keinen Wert, der geändert werden kann.",
  ],
  changeBy_not_allowed: [
    "This field cannot be changed by an amount. Select Set or Remove override.",
    "Dieses Feld kann nicht um einen Betrag geändert werden. Wählen Sie „Setzen“ oder „Korrektur entfernen“.",
  ],
  undo_changed: [
    "{{actor}} changed this line on {{at}}.",
    "{{actor}} hat diese Position zwischenzeitlich geändert ({{at}}).",
  ],
  undo_record_changed: [
    "{{actor}} changed the record on {{at}}.",
    "{{actor}} hat den Datensatz zwischenzeitlich geändert ({{at}}).",
  ],
  undo_record_undone: [
    "{{actor}} already undid this on {{at}}.",
    "{{actor}} hat dies bereits rückgängig gemacht ({{at}}).",
  ],
  order_handed_over: [
    "{{receiver}} confirmed the transfer of sales order {{documentNo}} on {{at}}.",
    "{{receiver}} hat die Übergabe des Auftrags {{documentNo}} am {{at}} bestätigt.",
  ],
  order_void_reason_missing: [
    "{{receiver}} has confirmed the transfer of sales order {{documentNo}}. Enter a reason to void it.",
    "{{receiver}} hat die Übergabe des Auftrags {{documentNo}} bestätigt. Geben Sie einen Grund für die Stornierung an.",
  ],
  price_includes_tax: [
    "The customer is exempt from tax, but the price {{price}} of price list “{{list}}” includes tax. An administrator can change the price list so that the tax is removed.",
    "Der Kunde ist steuerbefreit, aber der Preis {{price}} der Preisliste „{{list}}“ enthält Steuer. Die Administration kann die Preisliste so einstellen, dass die Steuer herausgerechnet wird.",
  ],
  property_unsupported: [
    "The field “{{name}}” affects the price and is not supported. Ignore the imported value to create the order without it.",
    "Das Feld „{{name}}“ wirkt sich auf den Preis aus und wird nicht unterstützt. Ignorieren Sie den importierten Wert, um den Auftrag ohne ihn zu erzeugen.",
  ],
  bpartner_inactive: ["Customer “{{code}}” is inactive.", "Der Kunde „{{code}}“ ist inaktiv."],
  location_none: [
    "No address is given, and the customer has no active address.",
    "Es ist keine Adresse angegeben, und der Kunde hat keine aktive Adresse.",
  ],
  bpartner_differs: [
    "The customer found is “{{stored}}”, but “{{sent}}” was sent. Confirm this customer or select another one.",
    "Gefunden wurde der Kunde „{{stored}}“, gesendet wurde „{{sent}}“. Bestätigen Sie den gefundenen Kunden oder wählen Sie einen anderen.",
  ],
  location_differs: [
    "The location found has the {{member}} “{{stored}}”, but “{{sent}}” was sent. Confirm this location or select another one.",
    "Die gefundene Adresse hat als {{member}} „{{stored}}“, gesendet wurde „{{sent}}“. Bestätigen Sie die gefundene Adresse oder wählen Sie eine andere.",
  ],
  product_differs: [
    "The product found is “{{stored}}”, but “{{sent}}” was sent. Confirm this product or select another one.",
    "Gefunden wurde das Produkt „{{stored}}“, gesendet wurde „{{sent}}“. Bestätigen Sie das gefundene Produkt oder wählen Sie ein anderes.",
  ],
  attachment_quota: [
    "The attachments of this organisation use {{used}} of {{limit}}. An administrator can raise this limit.",
    "Die Anhänge dieser Organisation belegen {{used}} von {{limit}}. Die Administration kann diese Grenze erhöhen.",
  ],
  docTypeName_required: [
    "No default document type is set up for sales orders. Select a document type.",
    "Für Aufträge ist keine Standard-Belegart eingerichtet. Wählen Sie eine Belegart aus.",
  ],
  reference_unresolved: [
    "“{{keys}}” is unknown. Select an existing record, or create this one.",
    "„{{keys}}“ ist unbekannt. Wählen Sie einen vorhandenen Datensatz aus, oder legen Sie einen neuen an.",
  ],
  lines_empty: ["Enter at least one line.", "Erfassen Sie mindestens eine Position."],
  taxIncluded_mixed: [
    "A sales order cannot contain both gross and net prices. Create separate sales orders.",
    "Ein Auftrag kann nicht zugleich Brutto- und Nettopreise enthalten. Legen Sie getrennte Aufträge an.",
  ],
  scope_missing: [
    "You do not have permission for this action. Contact an administrator.",
    "Sie sind dazu nicht berechtigt. Wenden Sie sich an die Administration.",
  ],
});

type Key = keyof typeof problemMessages.translations;

/** Parameters that stay text even if they look like a number. */
const NAMES = ["code", "documentNo", "actor", "receiver"];
const PRICES = ["price", "rounded", "stored"];
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Members of an address that are compared with the address found. */
const addressMessages = defineMessages("differingAddress", {
  postal: ["postal code", "PLZ"],
  city: ["city", "Ort"],
  countryCode: ["country", "Land"],
});

type AddressMember = keyof typeof addressMessages.translations;

/** Translates closed-list values and member names; unknown members have no text. */
function inWords(code: string, name: string, value: string): unknown {
  if (code === "location.differs" && name === "member")
    return value in addressMessages.translations ? translate(addressMessages, value as AddressMember) : undefined;
  if (code === "property.missing" && name === "name")
    return isMember(value) ? translate(memberMessages, value) : undefined;
  return code === "orderDocType.unknown" && value in choiceMessages.translations
    ? translate(choiceMessages, value)
    : value;
}

/** Formats numbers and instants of a message for the current language. */
function shown(code: string, name: string, value: unknown): unknown {
  const isData = code.endsWith(".differs") && name !== "member";
  if (name === "keys") return keysInWords(String(value));
  if (isData || NAMES.includes(name)) return value;
  if (typeof value === "string" && INSTANT.test(value)) return showInstant(value, language());
  if (code === "attachment.quota") return sizeText(Number(value), language());
  const exact = typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) ? readDecimal(value, "en") : undefined;
  // messages about prices contain no currency
  if (exact !== undefined)
    return PRICES.includes(name) ? showPrice(exact, language(), undefined) : showDecimal(exact, language());
  return typeof value === "string" ? inWords(code, name, value) : value;
}

function messageOf(code: string, params: Record<string, unknown>): string | undefined {
  const key = code.endsWith(".unresolved") ? "reference_unresolved" : code.replace(".", "_");
  if (!Object.hasOwn(problemMessages.translations, key)) return undefined;
  const values = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shown(code, name, value)]));
  const named = [...problemMessages.translations[key as Key][0].matchAll(/\{\{(\w+)\}\}/g)].map(
    ([, name]) => name ?? "",
  );
  // use the server's message if a parameter is missing
  return named.every((name) => values[name] != null) ? translate(problemMessages, key as Key, values) : undefined;
}

/** Problem code at the end of a message, meant for senders. */
const CODE = / \([a-z]\w*\.\w+\)(?=\.$)/;

/** Replaces the messages in a response by texts for clerks. Mutates the response. */
export function translateProblems<Answer>(response: Answer): Answer {
  if (Array.isArray(response)) {
    for (const item of response) translateProblems(item);
    return response;
  }
  if (response === null || typeof response !== "object") return response;
  const record = response as Record<string, unknown>;
  const { code, message, params, holdMessage } = record;
  if (typeof code === "string" && typeof message === "string" && params !== null && typeof params === "object") {
    record.message = messageOf(code, params as Record<string, unknown>) ?? message;
  }
  if (typeof holdMessage === "string") record.holdMessage = holdMessage.replace(CODE, "");
  for (const value of Object.values(record)) translateProblems(value);
  return response;
}
