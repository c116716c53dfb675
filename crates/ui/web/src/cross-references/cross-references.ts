// Cross-references: values in rows, each mapped to a record.
import { api, unwrap, type Schemas } from "../api/client";
import type { CursorSource } from "../grid/record-rows";
import { definedOf } from "../grid/record-rows";
import { randomKey } from "../parts/random-key";

export type CrossReference = Schemas["StoredCrossReferenceRecord"];
export type NewCrossReference = Schemas["CrossReferenceRecord"];

export const KINDS = [
  "bpartner",
  "location",
  "contact",
  "product",
  "uom",
  "shipper",
  "paymentTerm",
  "warehouse",
] as const satisfies CrossReference["kind"][];
export type Kind = (typeof KINDS)[number];

export const MEMBERS = ["any", "code", "externalId", "gln"] as const;
export type Member = (typeof MEMBERS)[number];

/** Field of the target for each kind. */
export const TARGETS = {
  bpartner: "targetBpartner",
  location: "targetLocation",
  contact: "targetContact",
  product: "targetProduct",
  uom: "targetUom",
  shipper: "targetShipper",
  paymentTerm: "targetPaymentTerm",
  warehouse: "targetWarehouse",
} as const satisfies Record<Kind, keyof CrossReference>;

const MASTERDATA = "/api/masterdata/{kind}";
const PATH = { kind: "cross-references" };
export const CROSS_REFERENCES = ["masterdata", PATH.kind] as const;

export interface Filter {
  /** Beginning of the value. */
  q?: string;
  kind?: Kind;
  active?: boolean;
}

/** Returns the code or id of the target. */
export function targetOf(reference: CrossReference): string {
  return reference[TARGETS[reference.kind]] ?? "";
}

function isCrossReference(record: Schemas["StoredMasterdataRecord"]): record is CrossReference {
  return "kind" in record && "value" in record;
}

export function crossReferencesSource({ q, kind, active }: Filter): CursorSource<CrossReference> {
  const filter = { ...(q && { q }), ...(kind && { targetKind: kind }), ...(active !== undefined && { active }) };
  return {
    queryKey: [...CROSS_REFERENCES, filter],
    load: async ({ reversed: _, ...ask }, signal) => {
      const params = { path: PATH, query: { ...filter, ...definedOf(ask) } };
      const page = await unwrap(api.GET(MASTERDATA, { params, ...(signal && { signal }) }));
      return { ...page, items: page.items.filter(isCrossReference) };
    },
  };
}

/** Returns the record with its key and target, active or not. */
function withActive(reference: CrossReference, active: boolean): NewCrossReference {
  const { org, dataSource, bpartner, kind, member = "any", value } = reference;
  const target = { [TARGETS[kind]]: targetOf(reference) };
  return {
    ...target,
    ...(org && { org }),
    dataSource: dataSource ?? null,
    bpartner: bpartner ?? null,
    kind,
    member,
    value,
    active,
  };
}

/** Writes records in one transaction. */
export function write(records: NewCrossReference[]) {
  const header = { "Idempotency-Key": randomKey() };
  return unwrap(api.PUT(MASTERDATA, { params: { path: PATH, header }, body: records }));
}

/** Activates or deactivates cross-references in one transaction. */
export function setActive(references: CrossReference[], active: boolean) {
  return write(references.map((reference) => withActive(reference, active)));
}
