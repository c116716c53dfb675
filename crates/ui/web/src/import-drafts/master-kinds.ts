/** Kinds of master data in which replacements of values are searched. */
export type MasterKind =
  | "bpartners"
  | "products"
  | "uoms"
  | "currencies"
  | "shippers"
  | "payment-terms"
  | "warehouses"
  | "pricing-systems";
