// Every value of a candidate that a clerk may correct, described once: what it is called, how it is entered, where it is
// shown, listed and edited, and how lists are narrowed by it. Tables, forms, filters and words are made from this.
import { OWN_MEMBERS } from "../api/members.gen";
import type { Translation } from "../i18n";
import type { Member } from "./candidate";

export type FieldGroup = "order" | "partner" | "product" | "dates";

/** How a value is entered. */
export type FieldKind =
  /** With lines, if it is long. */
  | { as: "text"; lines?: boolean }
  | { as: "decimal" }
  | { as: "whole" }
  | { as: "day" }
  | { as: "choice"; of: Readonly<Record<string, Translation>> }
  /**
   * A record of master data; `by` is the member that the API takes, `id` its record id. A plain one is held as its code
   * alone.
   */
  | { as: "record"; kind: RecordKind; by: "code" | "id" | "salesCode"; plain?: true }
  /** One of the buyer's own. */
  | { as: "location" }
  | { as: "contact" }
  /** Another partner with location and contact. */
  | { as: "role" }
  | { as: "invoiceDocType" };

export type RecordField = Extract<FieldKind, { as: "record" }>;

export type RecordKind =
  | "bpartners"
  | "products"
  | "uoms"
  | "currencies"
  | "pricing-systems"
  | "payment-terms"
  | "shippers"
  | "warehouses"
  | "tax-categories";

/** Where a value is shown in the list. */
interface ListColumn {
  id: string;
  /** In pixels. */
  size: number;
  /** The name by which the service sorts it, if it does. */
  sort?: string;
  /** Not shown until someone asks for it. */
  hidden?: true;
}

/** Where a value is edited in the list. */
interface EditColumn extends ListColumn {
  /** Where the column is called otherwise than the value. */
  words?: Translation;
  /** It shows only what was set; what was sent has a column of its own. */
  beside?: true;
  /** Its turn when a candidate's problems are gone through. */
  mended: number;
}

/** How a filter is entered. */
export type FilterKind =
  | "text"
  | "number"
  | "day"
  | "bpartners"
  | "products"
  | "yesNo"
  | "organisation"
  | "hold"
  | "assignee";

/** A parameter of the list by which it is narrowed to a value. */
interface FieldFilter {
  name: string;
  as: FilterKind;
  /** Its place behind "More filters". */
  more: number;
}

interface Description {
  words: Translation;
  group: FieldGroup;
  kind: FieldKind;
  /** Where the request has it, best first; JSON pointers into the candidate as sent. */
  sent: readonly string[];
  /** Shown even where it has no value. */
  usual?: true;
  /** Has always a value, so that the imported one cannot count as absent. */
  required?: true;
  /** Many candidates may be given it at once; its place in the form. */
  bulk?: number;
  listed?: ListColumn;
  column?: EditColumn;
  filter?: FieldFilter;
}

const text = { as: "text" } as const;
const lines = { as: "text", lines: true } as const;
const decimal = { as: "decimal" } as const;
const day = { as: "day" } as const;
const partner = (member: string): readonly string[] => [
  `/${member}/bpartner/code`,
  `/${member}/bpartner/externalId`,
  `/${member}/bpartner/name`,
];

const TABLE = {
  poReference: {
    ...OWN_MEMBERS.poReference,
    kind: text,
    usual: true,
    required: true,
    bulk: 11,
    column: { id: "poReference", size: 132, sort: "poReference", mended: 5 },
    filter: { name: "poReference", as: "text", more: 3 },
  },
  orderDocType: {
    ...OWN_MEMBERS.orderDocType,
    kind: {
      as: "choice",
      of: { SalesOrder: ["Sales order", "Auftrag"], PrepayOrder: ["Prepay order", "Vorkasse-Auftrag"] },
    },
    listed: { id: "docType", size: 110, hidden: true },
  },
  invoiceDocType: {
    ...OWN_MEMBERS.invoiceDocType,
    kind: { as: "invoiceDocType" },
    sent: ["/invoiceDocType/docBaseType"],
  },
  paymentRule: {
    ...OWN_MEMBERS.paymentRule,
    kind: {
      as: "choice",
      of: {
        OnCredit: ["On credit", "Auf Rechnung"],
        Paypal: ["PayPal", "PayPal"],
        DirectDebit: ["Direct debit", "Lastschrift"],
      },
    },
    usual: true,
    bulk: 12,
    listed: { id: "paymentRule", size: 110, hidden: true },
  },
  paymentTerm: {
    ...OWN_MEMBERS.paymentTerm,
    kind: { as: "record", kind: "payment-terms", by: "id" },
    bulk: 13,
  },
  shipper: {
    ...OWN_MEMBERS.shipper,
    kind: { as: "record", kind: "shippers", by: "id" },
    usual: true,
    bulk: 14,
    listed: { id: "shipper", size: 120, hidden: true },
  },
  salesPartnerCode: {
    ...OWN_MEMBERS.salesPartnerCode,
    kind: { as: "record", kind: "bpartners", by: "salesCode" },
    listed: { id: "salesPartner", size: 140, hidden: true },
  },
  warehouseCode: {
    ...OWN_MEMBERS.warehouseCode,
    kind: { as: "record", kind: "warehouses", by: "code" },
    bulk: 15,
  },
  warehouseDestCode: {
    ...OWN_MEMBERS.warehouseDestCode,
    kind: { as: "record", kind: "warehouses", by: "code" },
  },
  deliveryRule: { ...OWN_MEMBERS.deliveryRule, kind: text },
  deliveryViaRule: { ...OWN_MEMBERS.deliveryViaRule, kind: text },
  description: {
    ...OWN_MEMBERS.description,
    kind: lines,
    bulk: 17,
  },
  line: { ...OWN_MEMBERS.line, kind: { as: "whole" } },
  promotionCode: {
    ...OWN_MEMBERS.promotionCode,
    kind: text,
    bulk: 18,
    column: { id: "promotionCode", size: 130, hidden: true, mended: 10 },
    filter: { name: "promotionCode", as: "text", more: 18 },
  },
  bpartner: {
    words: ["Customer", "Kunde"],
    group: "partner",
    kind: { as: "record", kind: "bpartners", by: "id" },
    sent: partner("bpartner"),
    usual: true,
    required: true,
    bulk: 10,
    column: { id: "customer", size: 190, sort: "bpartner", mended: 9 },
    filter: { name: "bpartner", as: "bpartners", more: 1 },
  },
  location: {
    words: ["Ship-to", "Lieferadresse"],
    group: "partner",
    kind: { as: "location" },
    sent: [
      "/bpartner/location/name",
      "/bpartner/location/address1",
      "/bpartner/location/externalId",
      "/bpartner/location/gln",
    ],
    usual: true,
    listed: { id: "shipTo", size: 180 },
  },
  contact: {
    words: ["Contact", "Ansprechpartner"],
    group: "partner",
    kind: { as: "contact" },
    sent: [
      "/bpartner/contact/name",
      "/bpartner/contact/lastName",
      "/bpartner/contact/externalId",
      "/bpartner/contact/email",
    ],
  },
  billBPartner: {
    words: ["Bill-to", "Rechnungsempfänger"],
    group: "partner",
    kind: { as: "role" },
    sent: partner("billBPartner"),
    listed: { id: "billTo", size: 170, hidden: true },
  },
  dropShipBPartner: {
    words: ["Drop-ship to", "Streckenlieferung an"],
    group: "partner",
    kind: { as: "role" },
    sent: partner("dropShipBPartner"),
  },
  handOverBPartner: {
    words: ["Hand-over partner", "Warenübergabe an"],
    group: "partner",
    kind: { as: "role" },
    sent: partner("handOverBPartner"),
  },
  productCode: {
    words: ["Product", "Produkt"],
    group: "product",
    kind: { as: "record", kind: "products", by: "code" },
    sent: ["/productCode", "/product/code", "/product/externalId"],
    usual: true,
    required: true,
    bulk: 9,
    column: { id: "productNo", words: ["Product no.", "Artikelnr."], size: 110, mended: 6 },
    filter: { name: "product", as: "products", more: 2 },
  },
  productDescription: {
    ...OWN_MEMBERS.productDescription,
    kind: lines,
  },
  qty: {
    ...OWN_MEMBERS.qty,
    kind: decimal,
    usual: true,
    required: true,
    bulk: 1,
    listed: { id: "qty", size: 92, sort: "qty" },
    column: { id: "qtyOverride", words: ["Quantity override", "Korr. Menge"], size: 140, beside: true, mended: 1 },
  },
  uomCode: {
    ...OWN_MEMBERS.uomCode,
    kind: { as: "record", kind: "uoms", by: "code" },
    usual: true,
    bulk: 5,
    column: { id: "uom", size: 80, mended: 7 },
  },
  price: {
    ...OWN_MEMBERS.price,
    kind: decimal,
    usual: true,
    bulk: 2,
    listed: { id: "price", size: 84, sort: "price" },
    column: { id: "priceOverride", words: ["Price override", "Korr. Preis"], size: 126, beside: true, mended: 2 },
  },
  currencyCode: {
    ...OWN_MEMBERS.currencyCode,
    kind: { as: "record", kind: "currencies", by: "code", plain: true },
    usual: true,
    bulk: 6,
    column: { id: "currency", size: 92, mended: 8 },
  },
  discount: {
    ...OWN_MEMBERS.discount,
    kind: decimal,
    usual: true,
    bulk: 3,
    column: { id: "discount", size: 86, mended: 4 },
  },
  pricingSystemCode: {
    ...OWN_MEMBERS.pricingSystemCode,
    kind: { as: "record", kind: "pricing-systems", by: "code" },
    bulk: 7,
  },
  // set by hand only
  taxCategoryCode: {
    words: ["Tax category", "Steuerkategorie"],
    group: "product",
    kind: { as: "record", kind: "tax-categories", by: "code" },
    sent: [],
    bulk: 8,
  },
  dateRequired: {
    ...OWN_MEMBERS.dateRequired,
    kind: day,
    usual: true,
    bulk: 4,
    listed: { id: "dateRequired", size: 112, sort: "dateRequired" },
    column: { id: "dateOverride", words: ["Date override", "Korr. Termin"], size: 122, beside: true, mended: 3 },
  },
  dateOrdered: {
    ...OWN_MEMBERS.dateOrdered,
    kind: day,
    usual: true,
    required: true,
  },
  presetDateShipped: {
    ...OWN_MEMBERS.presetDateShipped,
    kind: day,
    bulk: 16,
  },
  presetDateInvoiced: {
    ...OWN_MEMBERS.presetDateInvoiced,
    kind: day,
  },
} as const satisfies Record<Member, Description>;

type Table = typeof TABLE;
/** The columns of the list in which values are edited. */
export type EditedColumn = { [Name in Member]: Table[Name] extends { column: { id: infer Id } } ? Id : never }[Member];
/** Those in which values are shown. */
export type ListedColumn = { [Name in Member]: Table[Name] extends { listed: { id: infer Id } } ? Id : never }[Member];
/** The filters of values. */
export type FieldFilterName = {
  [Name in Member]: Table[Name] extends { filter: { name: infer Filter } } ? Filter : never;
}[Member];

export interface Field extends Description {
  member: Member;
}

/** What it takes to show, type and send a value. */
export type TypedField = Pick<Field, "member" | "kind" | "column">;

export interface EditedField extends Field {
  column: EditColumn & { id: EditedColumn };
}

export interface ListedField extends Field {
  listed: ListColumn & { id: ListedColumn };
}

const MEMBERS = Object.keys(TABLE) as Member[];

export function isMember(name: string): name is Member {
  return Object.hasOwn(TABLE, name);
}

export function fieldOf(member: Member): Field {
  return { member, ...TABLE[member] };
}

/** In the order in which a candidate shows them. */
export const FIELDS: readonly Field[] = MEMBERS.map(fieldOf);

export const GROUPS: readonly FieldGroup[] = ["order", "partner", "product", "dates"];

/** What many candidates may sensibly be given at once, in the order of the form. */
export const BULK_FIELDS: readonly Field[] = FIELDS.filter(({ bulk }) => bulk !== undefined).sort(
  (one, other) => (one.bulk ?? 0) - (other.bulk ?? 0),
);

/** What is edited in the list, in the order in which problems are mended. */
export const EDITED_FIELDS: readonly EditedField[] = FIELDS.filter((field) => field.column !== undefined)
  .map((field) => field as EditedField)
  .sort((one, other) => one.column.mended - other.column.mended);

const BY_COLUMN = new Map<string, EditedField>(EDITED_FIELDS.map((field) => [field.column.id, field]));

/** What is edited in a column of the list, if anything is. */
export function editedIn(column: EditedColumn): EditedField;
export function editedIn(column: string): EditedField | undefined;
export function editedIn(column: string): EditedField | undefined {
  return BY_COLUMN.get(column);
}

/** What is shown in a column of the list. */
export function listedIn(column: ListedColumn): ListedField {
  return FIELDS.find(({ listed }) => listed?.id === column) as ListedField;
}

/** The filters of values, in the order of their places. */
export const FIELD_FILTERS: readonly (FieldFilter & { name: FieldFilterName; words: Translation })[] = FIELDS.flatMap(
  ({ words, filter }) => (filter ? [{ words, ...filter, name: filter.name as FieldFilterName }] : []),
).sort((one, other) => one.more - other.more);

/** Whether a stored problem is about this value. */
export function isAbout({ member }: Pick<Field, "member">, pointer: string): boolean {
  return fieldAt(pointer) === member;
}

/** What was typed for a value, as the API takes it: a record that it takes by its id is named by its code. */
export function asTyped({ kind }: Pick<Field, "kind">, text: string): string {
  return kind.as === "record" && kind.by === "id" ? `val-${text}` : text;
}

/** Whether a candidate holds the value as a record with id, code and name. */
export function isReference({ kind }: Field): boolean {
  return kind.as === "location" || kind.as === "contact" || (kind.as === "record" && !kind.plain);
}

/**
 * The field that a problem is about. Problems of a stored candidate point into it as it was sent, in either shape
 * (`/product/code` or `/productCode`); those of a correction into the correction (`/override/qty`, `/clear/0`).
 */
export function fieldAt(pointer: string, cleared: readonly string[] = []): Member | undefined {
  const [, first = "", second = ""] = pointer.split("/");
  if (first === "requests" || first === "lines") return fieldAt(pointer.slice(`/${first}/${second}`.length));
  if (first === "override") return fieldAt(pointer.slice("/override".length));
  if (first === "clear") return cleared.filter((_, index) => index === Number(second)).find(isMember);
  if (first === "product") return "productCode";
  if (first === "bpartner" && (second === "location" || second === "contact")) return second;
  if (first === "datePromised") return "dateRequired";
  if (first === "salesPartner") return "salesPartnerCode";
  return isMember(first) ? first : undefined;
}
