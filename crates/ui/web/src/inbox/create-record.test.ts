import { expect, test } from "vitest";
import {
  createErrors,
  creatableKind,
  isCreated,
  keyFields,
  recordOf,
  sentDraft,
  shownFields,
  type CreatableKind,
} from "./create-record";

const keys = (values: Record<string, string>) => ({
  keys: Object.entries(values).map(([key, value]) => ({ key, value })),
});
const names = (kind: CreatableKind, sent: Parameters<typeof shownFields>[1]) =>
  shownFields(kind, sent).map(({ name }) => name);

const PARTNER = {
  bpartner: {
    bpartner: { code: "G0001" },
    location: { externalId: "1" },
  },
  billBPartner: {
    bpartner: { externalId: 77, name: "Kaffeehaus" },
    location: { gln: "4000000000006", address1: "Markt 1", postal: "53111", city: "Bonn", countryCode: "DE" },
    contact: { firstName: "Eva", lastName: "Noll", email: "eva@example.com" },
  },
};

test("product has the values of the line, with those of the product first", () => {
  const imported = { product: { code: "K-1", name: "Kaffee" }, productDescription: "Kaffee gemahlen", uomCode: "KGM" };
  const sent = sentDraft("product", keys({ code: "K-1" }), { imported });
  expect(sent).toEqual({ code: "K-1", externalId: "", name: "Kaffee", uom: "KGM", taxCategory: "" });
  const flat = sentDraft("product", keys({ code: "K-1" }), {
    imported: { productCode: "K-1", productDescription: "Kaffee gemahlen" },
  });
  expect(flat).toMatchObject({ code: "K-1", name: "Kaffee gemahlen", uom: "" });
});

test("external id of a product is shown only if it was sent", () => {
  const sent = sentDraft("product", keys({ externalId: "77" }), { imported: { product: { externalId: 77 } } });
  expect(names("product", sent)).toEqual(["code", "externalId", "name", "uom", "taxCategory"]);
  expect(names("product", sentDraft("product", keys({ code: "K-1" }), { imported: {} }))).not.toContain("externalId");
  expect(keyFields("product", keys({ externalId: "77" }))).toEqual(["externalId"]);
});

test("partner has name, address and contact of the role that names it", () => {
  const sent = sentDraft("bpartner", keys({ externalId: "77" }), { imported: PARTNER });
  expect(sent).toMatchObject({
    code: "",
    externalId: "77",
    name: "Kaffeehaus",
    address1: "Markt 1",
    postal: "53111",
    city: "Bonn",
    country: "DE",
    contactName: "Eva Noll",
    email: "eva@example.com",
  });
  expect(recordOf("bpartner", { ...sent, code: "C1" }, { org: "001" })).toEqual({
    org: "001",
    code: "C1",
    externalId: "77",
    name: "Kaffeehaus",
    locations: [{ gln: "4000000000006", address1: "Markt 1", postal: "53111", city: "Bonn", country: "DE" }],
    contacts: [{ name: "Eva Noll", firstName: "Eva", lastName: "Noll", email: "eva@example.com" }],
  });
});

test("partner named by a GLN has it at its location", () => {
  const entry = keys({ gln: "4000000000006" });
  expect(keyFields("bpartner", entry)).toEqual(["gln"]);
  expect(sentDraft("bpartner", entry, { imported: PARTNER })).toMatchObject({ name: "Kaffeehaus", externalId: "77" });
});

test("values of another partner of the line are not used", () => {
  const sent = sentDraft("bpartner", keys({ code: "OTHER" }), { imported: PARTNER });
  expect(sent).toMatchObject({ code: "OTHER", name: "", city: "" });
});

test("external ids belong to the system of the lines if the data source separates them", () => {
  const draft = { code: "C1", name: "Kaffeehaus", externalId: "77", locationExternalId: "9", country: "DE" };
  expect(recordOf("bpartner", draft, { org: "001", system: "SHOP" })).toEqual({
    org: "001",
    code: "C1",
    name: "Kaffeehaus",
    externalReferences: [{ system: "SHOP", id: "77" }],
    locations: [{ externalReferences: [{ system: "SHOP", id: "9" }], country: "DE" }],
  });
});

test("record contains no empty parts", () => {
  const draft = { code: " C1 ", name: "Kaffeehaus", city: "", country: "DE", email: " " };
  expect(recordOf("bpartner", draft, { org: "001" })).toEqual({ org: "001", code: "C1", name: "Kaffeehaus" });
  const contact = { code: "C1", name: "Kaffeehaus", email: "office@example.com" };
  expect(recordOf("bpartner", contact, { org: "001" })).toMatchObject({
    contacts: [{ name: "Kaffeehaus", email: "office@example.com" }],
  });
});

test("location is written with its partner, which keeps its organisation", () => {
  const entry = keys({ externalId: "1" });
  const sent = sentDraft("location", entry, { imported: PARTNER });
  expect(keyFields("location", entry)).toEqual(["locationExternalId"]);
  const partner = { org: "*", code: "G0001", name: "Testkunde" };
  expect(recordOf("location", { ...sent, city: "Bonn", country: "DE" }, { org: "001", partner })).toEqual({
    ...partner,
    locations: [{ externalId: "1", city: "Bonn", country: "DE" }],
  });
});

test("unit belongs to no organisation", () => {
  const sent = sentDraft("uom", keys({ code: "KISTE" }), { imported: { uomCode: "KISTE" } });
  expect(recordOf("uom", { ...sent, name: "Kiste" }, { org: "001" })).toEqual({ code: "KISTE", name: "Kiste" });
});

test("record that needs more than a form, or whose id was sent, is not offered", () => {
  expect(creatableKind({ kind: "product", ...keys({ code: "A" }) })).toBe("product");
  expect(creatableKind({ kind: "docType", ...keys({ name: "A" }) })).toBeUndefined();
  expect(creatableKind({ kind: "salesPartner", ...keys({ code: "A" }) })).toBeUndefined();
  expect(creatableKind({ kind: "product", ...keys({ id: "1000" }) })).toBeUndefined();
});

test("errors are shown at their fields, others together", () => {
  const errors = [
    { pointer: "/0/code", message: "Code." },
    { pointer: "/0/locations/0/country", message: "Country." },
    { pointer: "/0/locations/0/externalReferences/0/id", message: "Id." },
    { pointer: "/0/contacts/0/name", message: "Contact." },
    { pointer: "/0/org", message: "Organisation." },
    { pointer: "", message: "Scope." },
  ];
  expect(createErrors("bpartner", errors)).toEqual({
    fields: { code: "Code.", country: "Country.", locationExternalId: "Id.", contactName: "Contact." },
    others: ["Organisation.", "Scope."],
  });
});

test("record with equal keys is not created", () => {
  const answer = (outcome: string, counts: object) => ({
    result: [{ outcome }],
    counts,
  });
  expect(isCreated("product", answer("created", { products: { created: 1 } }))).toBe(true);
  expect(isCreated("product", answer("changed", { products: { changed: 1 } }))).toBe(false);
  expect(isCreated("location", answer("changed", { "bpartners.locations": { created: 1 } }))).toBe(true);
  expect(isCreated("location", answer("changed", { "bpartners.locations": { created: 0, changed: 1 } }))).toBe(false);
});
