// Kinds of causes: the part of a line that is wrong.
import { Box, CalendarClock, CircleHelp, Percent, Scale, Tag, Users, type LucideIcon } from "lucide-react";

export type CauseKind = "customer" | "product" | "price" | "quantity" | "tax" | "date" | "misc";

export const KIND_ICONS: Record<CauseKind, LucideIcon> = {
  customer: Users,
  product: Box,
  price: Tag,
  quantity: Scale,
  tax: Percent,
  date: CalendarClock,
  misc: CircleHelp,
};

/** Kinds by the first part of a problem code. */
const KINDS: Readonly<Record<string, CauseKind>> = {
  bpartner: "customer",
  billBPartner: "customer",
  dropShipBPartner: "customer",
  handOverBPartner: "customer",
  location: "customer",
  contact: "customer",
  product: "product",
  productCode: "product",
  price: "price",
  pricelist: "price",
  pricingsystem: "price",
  pricingSystemCode: "price",
  currencyCode: "price",
  discount: "price",
  net: "price",
  qty: "quantity",
  uomCode: "quantity",
  tax: "tax",
  taxcategory: "tax",
  taxCategoryCode: "tax",
  date: "date",
  dateOrdered: "date",
  dateRequired: "date",
};

export function kindOf(code: string): CauseKind {
  return KINDS[code.split(".")[0] ?? ""] ?? "misc";
}

/** Causes of a kind with their number of lines. */
export interface KindGroup<Cause> {
  kind: CauseKind;
  causes: Cause[];
  lines: number;
}

/** Groups causes by kind; kinds keep the order of their first cause. */
export function byKind<Cause extends { code: string; candidates: number }>(
  causes: readonly Cause[],
): KindGroup<Cause>[] {
  const kinds = new Map<CauseKind, KindGroup<Cause>>();
  for (const cause of causes) {
    const kind = kindOf(cause.code);
    const group = kinds.get(kind) ?? { kind, causes: [], lines: 0 };
    group.causes.push(cause);
    group.lines += cause.candidates;
    kinds.set(kind, group);
  }
  return [...kinds.values()];
}
