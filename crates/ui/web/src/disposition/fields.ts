// Describes every correctable value of a candidate once. Columns, forms, filters and labels derive from it.
import { OWN_MEMBERS } from "../api/members.gen";
import type { Translation } from "../i18n";
import type { Member } from "./candidate";

export type FieldGroup = "order" | "partner" | "product" | "dates";

/** Kind of editor. */
export type FieldKind =
  | { as: "text"; lines?: boolean }
  | { as: "decimal" }
  | { as: "whole" }
  | { as: "day" }
  | { as: "choice"; of: Readonly<Record<string, Translation>> }
  /** Master data record; `by`: how the API names the record; `plain`: only its code is stored. */
  | { as: "record"; kind: RecordKind; by: "code" | "id" | "salesCode"; plain?: true }
  /** Location or contact of the buyer. */
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

/** Column of the list. */
interface ListColumn {
  id: string;
  /** In pixels. */
  size: number;
  /** Sort name in the API. */
  sort?: string;
  /** Hidden by default. */
  hidden?: true;
}

/** Editable column. */
interface EditColumn extends ListColumn {
  /** Column label if it differs from the field label. */
  words?: Translation;
  /** Shows only the override; another column shows the imported value. */
  beside?: true;
  /** Position when stepping through problems. */
  correctionOrder: number;
}

/** Kind of filter input. */
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

/** Filter parameter of the list. */
interface FieldFilter {
  name: string;
  as: FilterKind;
  /** Position under "More filters". */
  more: number;
}

interface Description {
  words: Translation;
  group: FieldGroup;
  kind: FieldKind;
  /** JSON pointers into the imported candidate, preferred first. */
  sent: readonly string[];
  /** Shown even if empty. */
  usual?: true;
  /** Cannot be empty, so the imported value cannot be ignored. */
  required?: true;
  /** Position in the bulk edit form. */
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
    column: { id: "poReference", size: 132, sort: "poReference", correctionOrder: 5 },
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
    column: { id: "promotionCode", size: 130, hidden: true, correctionOrder: 10 },
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
    column: { id: "customer", size: 190, sort: "bpartner", correctionOrder: 9 },
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
    column: { id: "productNo", words: ["Product no.", "Produktnr."], size: 110, correctionOrder: 6 },
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
    column: {
      id: "qtyOverride",
      words: ["Quantity override", "Korr. Menge"],
      size: 140,
      beside: true,
      correctionOrder: 1,
    },
  },
  uomCode: {
    ...OWN_MEMBERS.uomCode,
    kind: { as: "record", kind: "uoms", by: "code" },
    usual: true,
    bulk: 5,
    column: { id: "uom", size: 80, correctionOrder: 7 },
  },
  price: {
    ...OWN_MEMBERS.price,
    kind: decimal,
    usual: true,
    bulk: 2,
    listed: { id: "price", size: 84, sort: "price" },
    column: {
      id: "priceOverride",
      words: ["Price override", "Korr. Preis"],
      size: 126,
      beside: true,
      correctionOrder: 2,
    },
  },
  currencyCode: {
    ...OWN_MEMBERS.currencyCode,
    kind: { as: "record", kind: "currencies", by: "code", plain: true },
    usual: true,
    bulk: 6,
    column: { id: "currency", size: 92, correctionOrder: 8 },
  },
  discount: {
    ...OWN_MEMBERS.discount,
    kind: decimal,
    usual: true,
    bulk: 3,
    column: { id: "discount", size: 86, correctionOrder: 4 },
  },
  pricingSystemCode: {
    ...OWN_MEMBERS.pricingSystemCode,
    kind: { as: "record", kind: "pricing-systems", by: "code" },
    bulk: 7,
  },
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
    column: {
      id: "dateOverride",
      words: ["Date override", "Korr. Termin"],
      size: 122,
      beside: true,
      correctionOrder: 3,
    },
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
export type EditedColumn = { [Name in Member]: Table[Name] extends { column: { id: infer Id } } ? Id : never }[Member];
export type ListedColumn = { [Name in Member]: Table[Name] extends { listed: { id: infer Id } } ? Id : never }[Member];
export type FieldFilterName = {
  [Name in Member]: Table[Name] extends { filter: { name: infer Filter } } ? Filter : never;
}[Member];

export interface Field extends Description {
  member: Member;
}

/** Properties needed to show, parse and send a value. */
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

/** In display order. */
export const FIELDS: readonly Field[] = MEMBERS.map(fieldOf);

export const GROUPS: readonly FieldGroup[] = ["order", "partner", "product", "dates"];

/** Fields of the bulk edit, in form order. */
export const BULK_FIELDS: readonly Field[] = FIELDS.filter(({ bulk }) => bulk !== undefined).sort(
  (one, other) => (one.bulk ?? 0) - (other.bulk ?? 0),
);

/** Editable columns, in the order of stepping through problems. */
export const EDITED_FIELDS: readonly EditedField[] = FIELDS.filter((field) => field.column !== undefined)
  .map((field) => field as EditedField)
  .sort((one, other) => one.column.correctionOrder - other.column.correctionOrder);

const BY_COLUMN = new Map<string, EditedField>(EDITED_FIELDS.map((field) => [field.column.id, field]));

/** Returns the editable field of a column. */
export function editedIn(column: EditedColumn): EditedField;
export function editedIn(column: string): EditedField | undefined;
export function editedIn(column: string): EditedField | undefined {
  return BY_COLUMN.get(column);
}

/** Returns the read-only field of a column. */
export function listedIn(column: ListedColumn): ListedField {
  return FIELDS.find(({ listed }) => listed?.id === column) as ListedField;
}

/** Filters of values, in display order. */
export const FIELD_FILTERS: readonly (FieldFilter & { name: FieldFilterName; words: Translation })[] = FIELDS.flatMap(
  ({ words, filter }) => (filter ? [{ words, ...filter, name: filter.name as FieldFilterName }] : []),
).sort((one, other) => one.more - other.more);

/** Returns whether a problem concerns the field. */
export function isAbout({ member }: Pick<Field, "member">, pointer: string): boolean {
  return fieldAt(pointer) === member;
}

/** Returns the API value of typed text: `val-CODE` for records with ids. */
export function asTyped({ kind }: Pick<Field, "kind">, text: string): string {
  return kind.as === "record" && kind.by === "id" ? `val-${text}` : text;
}

/** Returns whether the value is a record with id, code and name. */
export function isReference({ kind }: Field): boolean {
  return kind.as === "location" || kind.as === "contact" || (kind.as === "record" && !kind.plain);
}

/**
 * Returns the field of a problem. Pointers of stored problems refer to the imported candidate (`/product/code` or
 * `/productCode`), those of rejected corrections to the correction (`/override/qty`, `/clear/0`).
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
