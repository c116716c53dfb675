// Kinds of missing records.
export type ReferenceKind =
  | "bpartner"
  | "location"
  | "contact"
  | "product"
  | "uom"
  | "shipper"
  | "paymentTerm"
  | "warehouse"
  | "pricingSystem"
  | "docType"
  | "salesPartner";

/** Kind of master data in which a record is searched; locations and contacts belong to their partner. */
export const SEARCHED = {
  bpartner: "bpartners",
  product: "products",
  uom: "uoms",
  shipper: "shippers",
  paymentTerm: "payment-terms",
  warehouse: "warehouses",
  pricingSystem: "pricing-systems",
  docType: "document-types",
  salesPartner: "bpartners",
} as const satisfies Partial<Record<ReferenceKind, string>>;
