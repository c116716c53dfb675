// What a clerk may correct, how it is entered, and where a problem about it points.
import type { Candidate, Member, Values } from "../candidates";

export type FieldGroup = "order" | "partner" | "product" | "dates";

/** How a value is entered. */
export type FieldKind =
  /** With lines, if it is long. */
  | { as: "text"; lines?: boolean }
  | { as: "decimal" }
  | { as: "whole" }
  | { as: "day" }
  | { as: "choice"; of: readonly string[] }
  /** A record of master data; `by` is the member that the API takes, `id` its record id. */
  | { as: "record"; kind: RecordKind; by: "code" | "id" | "salesCode" }
  /** One of the buyer's own. */
  | { as: "location" }
  | { as: "contact" }
  /** Another partner with location and contact. */
  | { as: "role" }
  | { as: "invoiceDocType" };

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

export interface Field {
  member: Member;
  group: FieldGroup;
  kind: FieldKind;
  /** Where the request has it, best first; JSON pointers into the candidate as sent. */
  sent: readonly string[];
  /** Shown even where it has no value. */
  usual?: boolean;
  /** Has always a value, so that the imported one cannot count as absent. */
  required?: boolean;
}

const text = { as: "text" } as const;
const lines = { as: "text", lines: true } as const;
const decimal = { as: "decimal" } as const;
const day = { as: "day" } as const;
const partner = (member: string) => [
  `/${member}/bpartner/code`,
  `/${member}/bpartner/externalId`,
  `/${member}/bpartner/name`,
];

export const FIELDS: readonly Field[] = [
  { member: "poReference", group: "order", kind: text, sent: ["/poReference"], usual: true, required: true },
  {
    member: "orderDocType",
    group: "order",
    kind: { as: "choice", of: ["SalesOrder", "PrepayOrder"] },
    sent: ["/orderDocType"],
  },
  { member: "invoiceDocType", group: "order", kind: { as: "invoiceDocType" }, sent: ["/invoiceDocType/docBaseType"] },
  {
    member: "paymentRule",
    group: "order",
    kind: { as: "choice", of: ["OnCredit", "Paypal", "DirectDebit"] },
    sent: ["/paymentRule"],
    usual: true,
  },
  {
    member: "paymentTerm",
    group: "order",
    kind: { as: "record", kind: "payment-terms", by: "id" },
    sent: ["/paymentTerm"],
  },
  {
    member: "shipper",
    group: "order",
    kind: { as: "record", kind: "shippers", by: "id" },
    sent: ["/shipper"],
    usual: true,
  },
  {
    member: "salesPartnerCode",
    group: "order",
    kind: { as: "record", kind: "bpartners", by: "salesCode" },
    sent: ["/salesPartnerCode"],
  },
  {
    member: "warehouseCode",
    group: "order",
    kind: { as: "record", kind: "warehouses", by: "code" },
    sent: ["/warehouseCode"],
  },
  {
    member: "warehouseDestCode",
    group: "order",
    kind: { as: "record", kind: "warehouses", by: "code" },
    sent: ["/warehouseDestCode"],
  },
  { member: "deliveryRule", group: "order", kind: text, sent: ["/deliveryRule"] },
  { member: "deliveryViaRule", group: "order", kind: text, sent: ["/deliveryViaRule"] },
  { member: "description", group: "order", kind: lines, sent: ["/description"] },
  { member: "line", group: "order", kind: { as: "whole" }, sent: ["/line"] },
  {
    member: "bpartner",
    group: "partner",
    kind: { as: "record", kind: "bpartners", by: "id" },
    sent: partner("bpartner"),
    usual: true,
    required: true,
  },
  {
    member: "location",
    group: "partner",
    kind: { as: "location" },
    sent: [
      "/bpartner/location/name",
      "/bpartner/location/address1",
      "/bpartner/location/externalId",
      "/bpartner/location/gln",
    ],
    usual: true,
  },
  {
    member: "contact",
    group: "partner",
    kind: { as: "contact" },
    sent: [
      "/bpartner/contact/name",
      "/bpartner/contact/lastName",
      "/bpartner/contact/externalId",
      "/bpartner/contact/email",
    ],
  },
  { member: "billBPartner", group: "partner", kind: { as: "role" }, sent: partner("billBPartner") },
  { member: "dropShipBPartner", group: "partner", kind: { as: "role" }, sent: partner("dropShipBPartner") },
  { member: "handOverBPartner", group: "partner", kind: { as: "role" }, sent: partner("handOverBPartner") },
  {
    member: "productCode",
    group: "product",
    kind: { as: "record", kind: "products", by: "code" },
    sent: ["/productCode", "/product/code", "/product/externalId"],
    usual: true,
    required: true,
  },
  { member: "productDescription", group: "product", kind: lines, sent: ["/productDescription"] },
  { member: "qty", group: "product", kind: decimal, sent: ["/qty"], usual: true, required: true },
  {
    member: "uomCode",
    group: "product",
    kind: { as: "record", kind: "uoms", by: "code" },
    sent: ["/uomCode"],
    usual: true,
  },
  { member: "price", group: "product", kind: decimal, sent: ["/price"], usual: true },
  {
    member: "currencyCode",
    group: "product",
    kind: { as: "record", kind: "currencies", by: "code" },
    sent: ["/currencyCode"],
    usual: true,
  },
  { member: "discount", group: "product", kind: decimal, sent: ["/discount"], usual: true },
  {
    member: "pricingSystemCode",
    group: "product",
    kind: { as: "record", kind: "pricing-systems", by: "code" },
    sent: ["/pricingSystemCode"],
  },
  // set by hand only
  { member: "taxCategoryCode", group: "product", kind: { as: "record", kind: "tax-categories", by: "code" }, sent: [] },
  { member: "dateRequired", group: "dates", kind: day, sent: ["/dateRequired"], usual: true },
  { member: "dateOrdered", group: "dates", kind: day, sent: ["/dateOrdered"], usual: true, required: true },
  { member: "presetDateShipped", group: "dates", kind: day, sent: ["/presetDateShipped"] },
  { member: "presetDateInvoiced", group: "dates", kind: day, sent: ["/presetDateInvoiced"] },
];

export const GROUPS: readonly FieldGroup[] = ["order", "partner", "product", "dates"];

const MEMBERS = new Set<string>(FIELDS.map(({ member }) => member));

/**
 * The field that a problem is about. Problems of a stored candidate point into it as it was sent, in either shape
 * (`/product/code` or `/productCode`); those of a correction into the correction (`/override/qty`, `/clear/0`).
 */
export function fieldAt(pointer: string, cleared: readonly string[] = []): Member | undefined {
  const [, first = "", second = ""] = pointer.split("/");
  if (first === "requests" || first === "lines") return fieldAt(pointer.slice(`/${first}/${second}`.length));
  if (first === "override") return fieldAt(pointer.slice("/override".length));
  if (first === "clear")
    return MEMBERS.has(cleared[Number(second)] ?? "") ? (cleared[Number(second)] as Member) : undefined;
  if (first === "product") return "productCode";
  if (first === "bpartner" && (second === "location" || second === "contact")) return second;
  if (first === "datePromised") return "dateRequired";
  if (first === "salesPartner") return "salesPartnerCode";
  return MEMBERS.has(first) ? (first as Member) : undefined;
}

/** The value at a JSON pointer, if it is there. */
export function valueAt(body: unknown, pointer: string): unknown {
  let at = body;
  for (const step of pointer.split("/").slice(1)) {
    if (at === null || typeof at !== "object") return undefined;
    at = (at as Record<string, unknown>)[step.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return at;
}

/** What the sender gave for a field. */
export function sentValue(candidate: Candidate, field: Field): string | number | undefined {
  for (const pointer of field.sent) {
    const value = valueAt(candidate.imported, pointer);
    if (typeof value === "string" || typeof value === "number") return value;
  }
  return undefined;
}

interface Named {
  id?: number | null;
  code?: string | null;
  name?: string | null;
}

/** A record in one line of text; of a currency only the code is told. */
export function named(record: Named | string): string {
  if (typeof record === "string") return record;
  const { code, name } = record;
  if (code && name && code !== name) return `${name} (${code})`;
  return name ?? code ?? String(record.id ?? "");
}

/** A value of `override` or `effective` as the API has it, or nothing. */
export function heldValue(values: Values, member: Member): unknown {
  return values[member] ?? undefined;
}
