// The service's words are made for those who send as well: they name members, scopes and settings. Clerks read the
// same in their own words; whatever has no such words here stays as the service says it.
import { choiceWords } from "../disposition/choices";
import { isMember } from "../disposition/fields";
import { memberWords } from "../disposition/members";
import { defineWords, language, tell } from "../i18n";
import { showInstant } from "../values/day";
import { readDecimal, showDecimal } from "../values/decimal";

const clerkWords = defineWords("clerk", {
  qty_not_positive: [
    "Quantity must be greater than 0; it is {{seen}}.",
    "Menge muss größer als 0 sein; sie ist {{seen}}.",
  ],
  currencyCode_mismatch: [
    "The currency is {{currency}}, that of price list “{{list}}” is {{listCurrency}}.",
    "Die Währung ist {{currency}}, die der Preisliste „{{list}}“ ist {{listCurrency}}.",
  ],
  price_negative: [
    "The price {{price}} is below 0, which this organisation does not allow. An administrator can allow it.",
    "Der Preis {{price}} liegt unter 0, was diese Organisation nicht zulässt. Die Administration kann es zulassen.",
  ],
  reference_unknown: [
    "“{{value}}” is not known for this organisation and customer.",
    "„{{value}}“ ist für diese Organisation und diesen Kunden nicht bekannt.",
  ],
  enum_unknown: ["“{{value}}” is none of the choices.", "„{{value}}“ steht nicht zur Auswahl."],
  property_required_cleared: ["This value cannot be left out.", "Dieser Wert kann nicht weggelassen werden."],
  property_missing: ["{{name}} is missing.", "{{name}} fehlt."],
  property_conflict: [
    "A value cannot be set and left out at the same time.",
    "Ein Wert kann nicht zugleich gesetzt und weggelassen werden.",
  ],
  orderDocType_unknown: ["There is no document type for: {{value}}.", "Es gibt keine Belegart für: {{value}}."],
  invoiceDocType_unknown: ["There is no such invoice document type.", "Diese Rechnungsbelegart gibt es nicht."],
  number_too_large: [
    "The number, or an amount that comes of it, is too large: it has more than 28 digits.",
    "Die Zahl oder ein Betrag daraus ist zu groß: mehr als 28 Stellen.",
  ],
  pricingsystem_none: [
    "Neither the candidate nor the customer, its group or the organisation has a pricing system.",
    "Weder Kandidat noch Kunde, dessen Gruppe oder Organisation hat ein Preissystem.",
  ],
  taxcategory_none: [
    "Neither product price, product, price list nor organisation has a tax category.",
    "Weder Produktpreis, Produkt, Preisliste noch Organisation hat eine Steuerkategorie.",
  ],
  server_fault: [
    "Something failed inside. Try again; if it stays so, tell an administrator.",
    "Intern ist etwas fehlgeschlagen. Versuchen Sie es erneut; bleibt es so, sagen Sie es der Administration.",
  ],
  changeBy_no_value: [
    "The candidate has no value here that could be changed.",
    "Der Kandidat hat hier keinen Wert, der sich ändern ließe.",
  ],
  changeBy_not_allowed: [
    "This cannot be changed by a step; set or clear it.",
    "Dies lässt sich nicht um einen Schritt ändern; setzen oder leeren Sie es.",
  ],
  undo_changed: ["{{actor}} changed it since, at {{at}}.", "{{actor}} hat ihn seitdem geändert, am {{at}}."],
  undo_record_changed: [
    "{{actor}} changed the record since, at {{at}}.",
    "{{actor}} hat den Datensatz seitdem geändert, am {{at}}.",
  ],
  undo_record_undone: [
    "{{actor}} undid it already, at {{at}}.",
    "{{actor}} hat es bereits rückgängig gemacht, am {{at}}.",
  ],
  order_handed_over: [
    "The order {{documentNo}} was handed over to {{receiver}} at {{at}}.",
    "Der Auftrag {{documentNo}} wurde am {{at}} an {{receiver}} übergeben.",
  ],
  scope_missing: ["You may not do this. Ask an administrator.", "Das dürfen Sie nicht. Fragen Sie die Administration."],
});

type Key = keyof typeof clerkWords.pairs;

/** What is a name, even where it looks like a number. */
const NAMES = ["documentNo", "actor", "receiver"];
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Values of closed lists, and names of fields, in the words of clerks; a name that they do not know is left out. */
function inWords(code: string, name: string, value: string): unknown {
  if (code === "property.missing" && name === "name") return isMember(value) ? tell(memberWords, value) : undefined;
  return code === "orderDocType.unknown" && value in choiceWords.pairs ? tell(choiceWords, value) : value;
}

/** Numbers and instants of a message in the reader's way; all else as it is. */
function shown(code: string, name: string, value: unknown): unknown {
  if (NAMES.includes(name)) return value;
  if (typeof value === "string" && INSTANT.test(value)) return showInstant(value, language());
  const exact = typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) ? readDecimal(value, "en") : undefined;
  if (exact !== undefined) return showDecimal(exact, language());
  return typeof value === "string" ? inWords(code, name, value) : value;
}

function messageOf(code: string, params: Record<string, unknown>): string | undefined {
  const key = code.replace(".", "_");
  if (!Object.hasOwn(clerkWords.pairs, key)) return undefined;
  const values = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shown(code, name, value)]));
  const named = [...clerkWords.pairs[key as Key][0].matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? "");
  // what the service does not tell cannot be said
  return named.every((name) => values[name] != null) ? tell(clerkWords, key as Key, values) : undefined;
}

/** The code of a problem behind a sentence, which is the sender's. */
const CODE = / \([a-z]\w*\.\w+\)(?=\.$)/;

/** An answer that was just read, with its messages in the words of clerks. */
export function inClerksWords<Answer>(answer: Answer): Answer {
  if (Array.isArray(answer)) {
    for (const one of answer) inClerksWords(one);
    return answer;
  }
  if (answer === null || typeof answer !== "object") return answer;
  const told = answer as Record<string, unknown>;
  const { code, message, params, holdMessage } = told;
  if (typeof code === "string" && typeof message === "string" && params !== null && typeof params === "object") {
    told.message = messageOf(code, params as Record<string, unknown>) ?? message;
  }
  if (typeof holdMessage === "string") told.holdMessage = holdMessage.replace(CODE, "");
  for (const value of Object.values(told)) inClerksWords(value);
  return answer;
}
