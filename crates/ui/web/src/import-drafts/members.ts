// Members of a line that a column can be mapped to, in display order.
import type { MasterKind } from "./master-kinds";
import type { Members } from "./types";

/** Kind of values, for constants and samples. */
export type ValueKind = "code" | "text" | "number" | "date" | "boolean";

export interface SheetMember {
  path: string;
  kind: ValueKind;
  /** Shown first. */
  main?: true;
  /** Kind of master data of its values, if they are codes of records. */
  records?: MasterKind;
}

export const SHEET_MEMBERS: readonly SheetMember[] = [
  { path: "poReference", kind: "code", main: true },
  { path: "externalHeaderId", kind: "code", main: true },
  { path: "externalLineId", kind: "code", main: true },
  { path: "bpartner.bpartner.code", kind: "code", main: true, records: "bpartners" },
  { path: "product.code", kind: "code", main: true, records: "products" },
  { path: "qty", kind: "number", main: true },
  { path: "dateRequired", kind: "date", main: true },
  { path: "uomCode", kind: "code", main: true, records: "uoms" },
  { path: "price", kind: "number", main: true },
  { path: "currencyCode", kind: "code", main: true, records: "currencies" },
  { path: "discount", kind: "number" },
  { path: "dateOrdered", kind: "date" },
  { path: "presetDateShipped", kind: "date" },
  { path: "presetDateInvoiced", kind: "date" },
  { path: "productDescription", kind: "text" },
  { path: "description", kind: "text" },
  { path: "bpartner.location.gln", kind: "code" },
  { path: "bpartner.bpartner.externalId", kind: "code" },
  { path: "bpartner.bpartner.name", kind: "text" },
  { path: "bpartner.location.externalId", kind: "code" },
  { path: "bpartner.contact.externalId", kind: "code" },
  { path: "bpartner.contact.email", kind: "text" },
  { path: "product.externalId", kind: "code" },
  { path: "product.name", kind: "text" },
  { path: "dropShipBPartner.bpartner.code", kind: "code", records: "bpartners" },
  { path: "dropShipBPartner.location.gln", kind: "code" },
  { path: "dropShipBPartner.bpartner.externalId", kind: "code" },
  { path: "dropShipBPartner.location.externalId", kind: "code" },
  { path: "billBPartner.bpartner.code", kind: "code", records: "bpartners" },
  { path: "billBPartner.location.gln", kind: "code" },
  { path: "billBPartner.bpartner.externalId", kind: "code" },
  { path: "handOverBPartner.bpartner.code", kind: "code", records: "bpartners" },
  { path: "handOverBPartner.location.gln", kind: "code" },
  { path: "shipper", kind: "code", records: "shippers" },
  { path: "paymentTerm", kind: "code", records: "payment-terms" },
  { path: "paymentRule", kind: "code" },
  { path: "pricingSystemCode", kind: "code", records: "pricing-systems" },
  { path: "salesPartnerCode", kind: "code" },
  { path: "warehouseCode", kind: "code", records: "warehouses" },
  { path: "warehouseDestCode", kind: "code", records: "warehouses" },
  { path: "deliveryRule", kind: "code" },
  { path: "deliveryViaRule", kind: "code" },
  { path: "orderDocType", kind: "code" },
  { path: "invoiceDocType.docBaseType", kind: "code" },
  { path: "invoiceDocType.docSubType", kind: "code" },
  { path: "line", kind: "number" },
  { path: "headerLineCount", kind: "number" },
  { path: "isWithoutCharge", kind: "boolean" },
  { path: "reason", kind: "text" },
  { path: "promotionCode", kind: "code" },
  { path: "org.code", kind: "code" },
  { path: "dataSourceInternalName", kind: "code" },
  { path: "dataDestInternalName", kind: "code" },
  { path: "externalSystemCode", kind: "code" },
];

export function sheetMember(path: string): SheetMember | undefined {
  return SHEET_MEMBERS.find((member) => member.path === path);
}

const BUYERS = ["bpartner.bpartner.code", "bpartner.bpartner.externalId", "bpartner.location.gln"] as const;
const PRODUCTS = ["product.code", "product.externalId"] as const;

/** Returns the members that a mapping needs, as alternatives; the first of each is the usual one. */
export function requiredMembers(members: Members): readonly (readonly string[])[] {
  return [
    ["poReference"],
    ["externalHeaderId"],
    ["externalLineId"],
    BUYERS,
    PRODUCTS,
    ["qty"],
    ...("dataDestInternalName" in members ? [] : [["dateRequired"]]),
  ];
}

/** Returns the usual member of each required one that has no source. */
export function missingMembers(members: Members, asked: readonly { kind: string; setting: string }[]): string[] {
  const missing = requiredMembers(members).filter((alternatives) => !alternatives.some((path) => path in members));
  // the service also knows whether prices contain their currency
  const questions = asked.filter(({ kind }) => kind === "missingMember");
  const paths = questions.map(({ setting }) => setting.replace("members.", "")).filter((path) => !(path in members));
  return [...new Set([...missing.map(([path = ""]) => path), ...paths])];
}
