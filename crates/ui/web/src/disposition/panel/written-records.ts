// Master data records written by fixes, for display.
import type { Schemas } from "../../api/client";
import { defineMessages, language, translate, type Translation } from "../../i18n";
import { unitText } from "../../parts/common-names";
import { randomKey } from "../../parts/random-key";
import { showDay } from "../../values/day";
import { showDecimal, showPrice } from "../../values/decimal";
import type { Fix } from "./fixes";

const MASTERDATA = "/api/masterdata/";

/** Kinds of records; new ones show all values, others code and changes. */
const KINDS: Readonly<Record<string, { isNew: boolean; words: Translation }>> = {
  "product-prices": { isNew: true, words: ["New product price", "Neuer Produktpreis"] },
  taxes: { isNew: true, words: ["New tax rate", "Neuer Steuersatz"] },
  products: { isNew: false, words: ["Change product {{code}} ({{name}})", "Produkt {{code}} ({{name}}) ändern"] },
  bpartners: { isNew: false, words: ["Change customer {{code}} ({{name}})", "Kunden {{code}} ({{name}}) ändern"] },
  "price-lists": {
    isNew: false,
    words: ["New version of price list {{code}} ({{name}})", "Neue Version der Preisliste {{code}} ({{name}})"],
  },
};

const UNITS = ["uom", "from", "to"];
const DECIMALS = ["rate", "multiplier"];

/** Members sent unchanged with every record. */
const UNCHANGED = ["org", "code", "name", "uom", "pricingSystem", "currency"];

export const writtenMessages = defineMessages("written", {
  org: ["Organisation", "Organisation"],
  allOrgs: ["all organisations", "alle Organisationen"],
  code: ["Code", "Code"],
  priceList: ["Price list", "Preisliste"],
  validFrom: ["Valid from", "Gültig ab"],
  product: ["Product", "Produkt"],
  uom: ["Unit", "Einheit"],
  price: ["Price", "Preis"],
  taxCategory: ["Tax category", "Steuerkategorie"],
  fromCountry: ["From country", "Von Land"],
  toCountry: ["To country", "Nach Land"],
  rate: ["Rate in percent", "Satz in Prozent"],
  active: ["Active", "Aktiv"],
  yes: ["yes", "ja"],
  no: ["no", "nein"],
  divisor: ["Divisor", "Teiler"],
  validTo: ["Valid until", "Gültig bis"],
  requiresVatId: ["Requires VAT ID", "Erfordert USt-IdNr."],
  reverseCharge: ["Reverse charge", "Steuerschuldnerschaft des Leistungsempfängers"],
  perLine: ["Rounded per line", "Je Position gerundet"],
  versions_basePriceList: ["Based on price list", "Basiert auf Preisliste"],
  conversions_from: ["Conversion from", "Umrechnung von"],
  conversions_to: ["into", "in"],
  conversions_multiplier: ["Factor", "Faktor"],
  versions_validFrom: ["Valid from", "Gültig ab"],
  versions_baseValidFrom: ["Based on version of", "Basiert auf Version vom"],
  name: ["Name", "Name"],
  pricingSystem: ["Pricing system", "Preissystem"],
  currency: ["Currency", "Währung"],
});
const kindMessages = defineMessages<string>(
  "writtenKinds",
  Object.fromEntries(Object.entries(KINDS).map(([kind, { words }]) => [kind, words])),
);

type Word = keyof typeof writtenMessages.translations;

/** Returns whether the fix writes shared records. */
export function writesMasterdata({ request }: Fix): boolean {
  return request?.path.startsWith(MASTERDATA) ?? false;
}

export interface Written {
  title: string;
  /** Owner of the record. */
  owner: string;
  /** Without `value`, it is still to be entered. */
  values: { label: string; value?: string }[];
}

function shown(name: string, value: unknown): string {
  const text = String(value);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return showDay(text, language());
  // the record contains no currency
  if (name === "price") return showPrice(text, language(), undefined);
  if (typeof value === "boolean") return translate(writtenMessages, value ? "yes" : "no");
  if (typeof value === "number" || DECIMALS.includes(name)) return showDecimal(text, language());
  return UNITS.includes(name) ? unitText(text, language()) : text;
}

function labelOf(path: string): string {
  return Object.hasOwn(writtenMessages.translations, path) ? translate(writtenMessages, path as Word) : path;
}

/** Result of a write, for its undo. */
export interface WrittenRecord {
  kind: string;
  id: number;
  requestId: string;
  words: string;
  /** The request created the record, so it can be deactivated where it cannot be removed. */
  isNew?: boolean;
  reason?: string;
  /** Makes a repeated request idempotent. */
  idempotencyKey: string;
}

/** Returns the written record; undefined if nothing changed. */
export function writtenOf(fix: Fix, response: { data: unknown; requestId: string }): WrittenRecord | undefined {
  if (!fix.request || !writesMasterdata(fix)) return undefined;
  const { result } = response.data as Schemas["UpsertedAnswer"];
  const [row] = result;
  if (!row || row.id === null || row.outcome === "unchanged") return undefined;
  const kind = fix.request.path.slice(MASTERDATA.length);
  const words = writtenBy(fix)?.title ?? fix.words;
  return { kind, id: row.id, requestId: response.requestId, words, idempotencyKey: randomKey() };
}

/** Formats a member of a restored record. */
export function memberShown(kind: string, { member, before, after }: Schemas["MasterdataMemberChange"]) {
  const [, nested] = kind.split(".");
  const value = (of: unknown) => (of == null || Array.isArray(of) ? undefined : shown(member, of));
  const path = nested && labelOf(`${nested}_${member}`) !== `${nested}_${member}` ? `${nested}_${member}` : member;
  return { label: labelOf(path), before: value(before), after: value(after) };
}

/** Returns the record that a fix writes; undefined for none or an unknown kind. */
export function writtenBy(fix: Fix): Written | undefined {
  if (!fix.request || !writesMasterdata(fix)) return undefined;
  const kind = fix.request.path.slice(MASTERDATA.length);
  const known = KINDS[kind];
  const [record] = Array.isArray(fix.request.body) ? (fix.request.body as Record<string, unknown>[]) : [];
  if (!known || !record) return undefined;
  const owner = record.org === "*" ? translate(writtenMessages, "allOrgs") : String(record.org ?? "");
  const values: Written["values"] = [];
  for (const [name, value] of Object.entries(record)) {
    if (name === "org" || (!known.isNew && UNCHANGED.includes(name))) continue;
    const nested = Array.isArray(value) ? (value as Record<string, unknown>[]) : undefined;
    if (!nested) values.push({ label: labelOf(name), value: shown(name, value) });
    for (const [inner, one] of nested?.flatMap((entry) => Object.entries(entry)) ?? []) {
      values.push({ label: labelOf(`${name}_${inner}`), value: shown(inner, one) });
    }
  }
  for (const pointer of fix.fill ?? []) {
    const steps = pointer.split("/").filter((step) => step && !/^\d+$/.test(step));
    values.push({ label: labelOf(steps.join("_")) });
  }
  return { title: translate(kindMessages, kind, { code: record.code, name: record.name }), owner, values };
}
