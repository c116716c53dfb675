// Draft of a cross-reference and its record.
import { check, forward, object, picklist, pipe, string } from "valibot";
import { KINDS, MEMBERS, TARGETS, type Kind, type Member, type NewCrossReference } from "./cross-references";

export interface Draft {
  kind: Kind;
  member: Member;
  value: string;
  /** Code; of a location or contact its external id. */
  target: string;
  /** Internal name; "" for all. */
  dataSource: string;
  /** Code; "" for all buyers. */
  bpartner: string;
  /** Code; "" for the default organisation. */
  org: string;
  note: string;
}

export const NEW_DRAFT: Draft = {
  kind: "product",
  member: "any",
  value: "",
  target: "",
  dataSource: "",
  bpartner: "",
  org: "",
  note: "",
};

/** Fields of the form by members of the record. */
export const DRAFT_FIELDS: Readonly<Record<string, keyof Draft>> = {
  kind: "kind",
  member: "member",
  value: "value",
  dataSource: "dataSource",
  bpartner: "bpartner",
  org: "org",
  note: "note",
  ...Object.fromEntries(Object.values(TARGETS).map((target) => [target, "target" as const])),
};

/** Returns whether the target belongs to the partner of the cross-reference. */
export function isOfPartner(kind: Kind): kind is "location" | "contact" {
  return kind === "location" || kind === "contact";
}

export function draftSchema(required: string) {
  const filled = pipe(
    string(),
    check((text) => text.trim() !== "", required),
  );
  return pipe(
    object({
      kind: picklist(KINDS),
      member: picklist(MEMBERS),
      value: filled,
      target: filled,
      dataSource: string(),
      bpartner: string(),
      org: string(),
      note: string(),
    }),
    forward(
      check(({ kind, bpartner }) => !isOfPartner(kind) || bpartner.trim() !== "", required),
      ["bpartner"],
    ),
  );
}

export function recordOf({ kind, member, value, target, dataSource, bpartner, org, note }: Draft): NewCrossReference {
  return {
    ...(org && { org }),
    dataSource: dataSource || null,
    bpartner: bpartner.trim() || null,
    kind,
    member,
    value: value.trim(),
    [TARGETS[kind]]: target.trim(),
    note: note.trim() || null,
    active: true,
  };
}
