import { expect, test } from "vitest";
import type { Candidate } from "./candidate";
import { optimistic, membersOf, reverse } from "./change";

const TEA = { id: 3, code: "P1", name: "Tea" };
const candidate = {
  status: "error",
  clear: ["discount"],
  imported: { qty: "3", currencyCode: "EUR" },
  override: { qty: "2.50", productCode: TEA, shipper: { id: 7, code: "DPD", name: "DPD" }, currencyCode: "USD" },
  effective: { qty: "2.50", productCode: TEA, currencyCode: "USD" },
} as unknown as Candidate;

test("optimistic value is the value, a record by code, or the imported value", () => {
  expect(optimistic(candidate, { override: { qty: "4" } }).effective.qty).toBe("4");
  expect(optimistic(candidate, { override: { currencyCode: "CHF" } }).effective.currencyCode).toBe("CHF");
  expect(optimistic(candidate, { override: { productCode: "P2" } }).override.productCode).toEqual({
    id: null,
    code: "P2",
    name: "",
  });
  const back = optimistic(candidate, { override: { qty: null } });
  expect([back.effective.qty, "qty" in back.override]).toEqual(["3", false]);
  expect(candidate.override.qty).toBe("2.50");
});

test("reversed change restores the previous value in API format", () => {
  const override = { qty: "9", productCode: "P9", shipper: "8", currencyCode: "CHF", price: "1" };
  expect(reverse(candidate, { override })).toEqual({
    override: { qty: "2.50", productCode: "P1", shipper: "7", currencyCode: "USD", price: null },
  });
  expect(reverse(candidate, { clear: [] })).toEqual({ clear: ["discount"] });
  expect(reverse(candidate, { active: false })).toEqual({ active: true });
  expect(reverse({ ...candidate, status: "inactive" }, { active: true })).toEqual({ active: false });
});

test("partners are restored by id and document types by name", () => {
  const before = {
    ...candidate,
    override: {
      billBPartner: { bpartner: { id: 4 }, location: { id: 5 }, contact: null },
      invoiceDocType: { docBaseType: "ARI", docSubType: null, name: "Invoice" },
    },
  } as unknown as Candidate;
  const change = { override: { billBPartner: null, invoiceDocType: null } };
  expect(reverse(before, change).override).toEqual({
    billBPartner: { bpartner: "4", location: "5" },
    invoiceDocType: { docBaseType: "ARI" },
  });
});

test("changed members are unique, and a change without member names itself", () => {
  expect(membersOf({ override: { qty: "1" }, clear: ["qty", "price"] })).toEqual(["qty", "price"]);
  expect(membersOf({ active: false })).toEqual(["active"]);
});
