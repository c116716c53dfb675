// Forms that create a missing record: fields, values as sent, request body, errors by field.
import type { Item, Schemas } from "../api/client";
import { valueAt } from "../disposition/sent-value";
import { SEARCHED } from "./reference-kinds";
import type { OpenReference } from "./references";

const CREATABLE = [
  "bpartner",
  "location",
  "contact",
  "product",
  "uom",
  "shipper",
  "paymentTerm",
  "warehouse",
  "pricingSystem",
] as const;

export type CreatableKind = (typeof CREATABLE)[number];

/** Part of the record that contains a field. */
type Part = "record" | "locations" | "contacts";

export type FieldName =
  | "code"
  | "name"
  | "externalId"
  | "uom"
  | "taxCategory"
  | "locationName"
  | "address1"
  | "address2"
  | "address3"
  | "address4"
  | "poBox"
  | "postal"
  | "city"
  | "district"
  | "region"
  | "country"
  | "gln"
  | "locationExternalId"
  | "contactName"
  | "firstName"
  | "lastName"
  | "email"
  | "phone"
  | "contactExternalId";

export interface FormField {
  name: FieldName;
  part: Part;
  /** Name in the request. */
  member: string;
  required?: boolean;
  /** Shown only if the lines sent a value. */
  rare?: boolean;
}

export type Draft = Partial<Record<FieldName, string>>;

const of = (part: Part, name: FieldName, member: string, more: Partial<FormField> = {}): FormField => ({
  name,
  part,
  member,
  ...more,
});
const required = { required: true };
const rare = { rare: true };

const CODE = of("record", "code", "code", required);
const NAME = of("record", "name", "name");
const EXTERNAL_ID = of("record", "externalId", "externalId", rare);
const ADDRESS = [
  of("locations", "address1", "address1"),
  of("locations", "address2", "address2", rare),
  of("locations", "address3", "address3", rare),
  of("locations", "address4", "address4", rare),
  of("locations", "poBox", "poBox", rare),
  of("locations", "postal", "postal"),
  of("locations", "city", "city"),
  of("locations", "district", "district", rare),
  of("locations", "region", "region", rare),
];
const LOCATION_KEYS = [of("locations", "locationExternalId", "externalId", rare), of("locations", "gln", "gln", rare)];
const REACHED_BY = [
  of("contacts", "firstName", "firstName", rare),
  of("contacts", "lastName", "lastName", rare),
  of("contacts", "email", "email"),
  of("contacts", "phone", "phone"),
  of("contacts", "contactExternalId", "externalId", rare),
];

/** Fields of the forms, in their order. */
export const FORMS: Readonly<Record<CreatableKind, readonly FormField[]>> = {
  product: [
    CODE,
    EXTERNAL_ID,
    { ...NAME, ...required },
    of("record", "uom", "uom", required),
    of("record", "taxCategory", "taxCategory"),
  ],
  bpartner: [
    CODE,
    EXTERNAL_ID,
    { ...NAME, ...required },
    ...LOCATION_KEYS,
    of("locations", "locationName", "name", rare),
    ...ADDRESS,
    of("locations", "country", "country"),
    of("contacts", "contactName", "name"),
    ...REACHED_BY,
  ],
  location: [
    ...LOCATION_KEYS,
    of("locations", "locationName", "name"),
    ...ADDRESS,
    of("locations", "country", "country", required),
  ],
  contact: [of("contacts", "contactName", "name", required), ...REACHED_BY],
  uom: [CODE, { ...NAME, ...required }],
  shipper: [CODE, EXTERNAL_ID, NAME],
  paymentTerm: [CODE, EXTERNAL_ID, NAME],
  warehouse: [CODE, NAME],
  pricingSystem: [CODE, { ...NAME, ...required }],
};

const PART_OF = { location: "locations", contact: "contacts" } as const satisfies Partial<Record<CreatableKind, Part>>;

/** Returns the kind of a record that the form can create; a record id cannot be chosen. */
export function creatableKind({ kind, keys }: Pick<OpenReference, "kind" | "keys">): CreatableKind | undefined {
  if (keys.some(({ key }) => key === "id")) return undefined;
  return CREATABLE.find((one) => one === kind);
}

/** Returns the kind of master data that is written; locations and contacts are written with their partner. */
export function writtenKind(kind: CreatableKind): string {
  return kind === "location" || kind === "contact" ? SEARCHED.bpartner : SEARCHED[kind];
}

/** Returns the part of the record whose keys the lines contain. */
function keyPart(kind: CreatableKind): Part {
  return kind === "location" || kind === "contact" ? PART_OF[kind] : "record";
}

/** Returns the field that contains a key; the GLN of a partner is that of its location. */
function keyField(kind: CreatableKind, key: string): FieldName | undefined {
  const part = key === "gln" ? "locations" : keyPart(kind);
  return FORMS[kind].find((field) => field.part === part && field.member === key)?.name;
}

/** Returns the fields by which the lines find the record. */
export function keyFields(kind: CreatableKind, { keys }: Pick<OpenReference, "keys">): FieldName[] {
  return keys.flatMap(({ key }) => keyField(kind, key) ?? []);
}

const ROLES = ["bpartner", "billBPartner", "dropShipBPartner", "handOverBPartner"];

function textAt(sent: unknown, pointer: string): string | undefined {
  const value = valueAt(sent, pointer);
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** Returns the pointer of the partner with location and contact that the reference concerns, in the imported values. */
function partnerPointer(kind: CreatableKind, { keys }: Pick<OpenReference, "keys">, imported: unknown): string {
  const part = kind === "location" || kind === "contact" ? kind : "bpartner";
  const names = (role: string) =>
    keys.every(({ key, value }) => {
      if (key === "address" || key === "name") return true;
      return textAt(imported, `/${role}/${key === "gln" ? "location" : part}/${key}`) === value;
    });
  return `/${ROLES.find(names) ?? ""}`;
}

/** Pointers of the values of a partner, relative to it. */
const SENT_PARTS = { record: "bpartner", locations: "location", contacts: "contact" } as const satisfies Record<
  Part,
  string
>;

function sentOfPartner(kind: CreatableKind, entry: Pick<OpenReference, "keys">, imported: unknown): Draft {
  const pointer = partnerPointer(kind, entry, imported);
  const draft: Draft = {};
  for (const { name, part, member } of FORMS[kind]) {
    const sent = member === "country" ? "countryCode" : member;
    draft[name] = textAt(imported, `${pointer}/${SENT_PARTS[part]}/${sent}`) ?? "";
  }
  const { firstName, lastName } = draft;
  if (!draft.contactName) draft.contactName = [firstName, lastName].filter(Boolean).join(" ");
  return draft;
}

function sentOfProduct(imported: unknown): Draft {
  const first = (...pointers: string[]) => pointers.map((one) => textAt(imported, one)).find(Boolean) ?? "";
  return {
    code: first("/product/code", "/productCode"),
    externalId: first("/product/externalId"),
    name: first("/product/name", "/productDescription"),
    uom: first("/product/uomCode", "/uomCode"),
  };
}

/** Returns the values that a waiting line sent. */
export function sentDraft(
  kind: CreatableKind,
  entry: Pick<OpenReference, "keys">,
  { imported }: { imported: unknown },
): Draft {
  const isOfPartner = kind === "bpartner" || kind === "location" || kind === "contact";
  const sent = isOfPartner ? sentOfPartner(kind, entry, imported) : kind === "product" ? sentOfProduct(imported) : {};
  const draft: Draft = Object.fromEntries(FORMS[kind].map(({ name }) => [name, sent[name] ?? ""]));
  for (const { key, value } of entry.keys) {
    const field = keyField(kind, key);
    if (field) draft[field] = value;
  }
  return draft;
}

/** Returns the fields to show for the values as sent. */
export function shownFields(kind: CreatableKind, sent: Draft): FormField[] {
  return FORMS[kind].filter(({ name, rare: isRare }) => !isRare || sent[name]);
}

/** Record that the new one belongs to. */
export interface Owner {
  /** Code of the organisation of the lines. */
  org: string;
  /** External system whose ids the lines name, for data sources with `externalIds: own`. */
  system?: string | undefined;
  /** Partner of a location or contact. */
  partner?: { org?: string; code: string; name: string } | undefined;
}

/** Returns the values of a part by their names in the request. */
function partOf(kind: CreatableKind, part: Part, draft: Draft, system: string | undefined): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of FORMS[kind].filter((one) => one.part === part)) {
    const value = draft[field.name]?.trim();
    if (!value) continue;
    if (field.member === "externalId" && system) values.externalReferences = [{ system, id: value }];
    else values[field.member] = value;
  }
  return values;
}

const hasValues = (part: object) => Object.keys(part).some((member) => member !== "country");

/** Returns the record as master data files contain it. */
export function recordOf(kind: CreatableKind, draft: Draft, owner: Owner): Schemas["MasterdataRecord"] {
  const { org, system, partner } = owner;
  const part = (name: Part) => partOf(kind, name, draft, system);
  const root = partner ? { ...(partner.org && { org: partner.org }), code: partner.code, name: partner.name } : { org };
  const [location, contact] = [part("locations"), part("contacts")];
  const record: Record<string, unknown> = { ...(kind === "uom" ? {} : root), ...part("record") };
  if (hasValues(location)) record.locations = [location];
  // a contact needs a name
  if (hasValues(contact)) record.contacts = [{ ...contact, name: contact.name ?? draft.name?.trim() }];
  return record as Schemas["MasterdataRecord"];
}

export interface CreateErrors {
  fields: Draft;
  /** Messages that belong to no field. */
  others: string[];
}

/** Returns the messages of a rejected request by field. */
export function createErrors(kind: CreatableKind, errors: readonly Pick<Item, "pointer" | "message">[]): CreateErrors {
  const result: CreateErrors = { fields: {}, others: [] };
  for (const { pointer, message } of errors) {
    const steps = pointer.split("/").filter((step) => step && !/^\d+$/.test(step));
    const part: Part = steps[0] === "locations" || steps[0] === "contacts" ? steps[0] : "record";
    const [named = ""] = part === "record" ? steps : steps.slice(1);
    const member = named === "externalReferences" ? "externalId" : named;
    const field = FORMS[kind].find((one) => one.part === part && one.member === member);
    if (!field) result.others.push(message);
    else result.fields[field.name] = [result.fields[field.name], message].filter(Boolean).join(" ");
  }
  return result;
}

/** Returns whether an upsert, or its dry run, creates the record; otherwise a record has these keys already. */
export function isCreated(
  kind: CreatableKind,
  { result, counts }: { result: readonly { outcome: string }[]; counts: object },
): boolean {
  if (kind !== "location" && kind !== "contact") return result[0]?.outcome === "created";
  const created = valueAt(counts, `/bpartners.${PART_OF[kind]}/created`);
  return typeof created === "number" && created > 0;
}
