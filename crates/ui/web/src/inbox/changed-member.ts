// Field of the bulk edit that replaces an unresolved reference.
import type { Member } from "../disposition/candidate";
import { BULK_FIELDS, fieldAt } from "../disposition/fields";
import type { ReferenceKind } from "./reference-kinds";

/** Problems of unresolved references by kind. */
const PROBLEMS: Readonly<Record<ReferenceKind, string>> = {
  bpartner: "bpartner.unresolved",
  location: "location.unresolved",
  contact: "contact.unresolved",
  product: "product.unresolved",
  uom: "uomCode.unresolved",
  shipper: "shipper.unresolved",
  paymentTerm: "paymentTerm.unresolved",
  warehouse: "warehouse.unresolved",
  pricingSystem: "pricingSystemCode.unresolved",
  docType: "invoiceDocType.unresolved",
  salesPartner: "salesPartnerCode.unresolved",
};

const CHANGEABLE: readonly string[] = [
  "bpartner",
  "product",
  "uom",
  "shipper",
  "paymentTerm",
  "warehouse",
  "pricingSystem",
] satisfies ReferenceKind[];

/** Returns whether the bulk edit has a field for references of the kind. */
export function isChangeable({ kind }: { kind: string }): boolean {
  return CHANGEABLE.includes(kind);
}

interface UnresolvedProblem {
  code: string;
  pointer?: string | null;
  message: string;
}

/** Returns the field of the bulk edit that replaces the reference; undefined if it has none. */
export function changedMember(
  { kind, keys }: { kind: string; keys: readonly { value: string }[] },
  problems: readonly UnresolvedProblem[],
): Member | undefined {
  const code: string | undefined = PROBLEMS[kind as ReferenceKind];
  const named = problems.filter((problem) => problem.code === code);
  // a line can name several unknown records of a kind
  const own = named.find(({ message }) => keys.every(({ value }) => message.includes(value))) ?? named[0];
  const member = own && fieldAt(own.pointer ?? "");
  return BULK_FIELDS.find((field) => field.member === member)?.member;
}
