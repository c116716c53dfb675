import { expect, test, vi } from "vitest";

// the fields have texts, which need a language
vi.hoisted(() => {
  vi.stubGlobal("localStorage", { getItem: () => "en" });
  vi.stubGlobal("document", { documentElement: {} });
});

const { changedMember, isChangeable } = await import("./changed-member");

const problem = (code: string, pointer: string, message: string) => ({ code, pointer, message });
const keys = (value: string) => [{ value }];

test("field of the bulk edit is that of the reference with the keys", () => {
  const problems = [
    problem("warehouse.unresolved", "/warehouseDestCode", "Warehouse code W2 does not exist."),
    problem("warehouse.unresolved", "/warehouseCode", "Warehouse code W1 does not exist."),
    problem("product.unresolved", "/productCode", "Product code A does not exist."),
  ];
  expect(changedMember({ kind: "warehouse", keys: keys("W1") }, problems)).toBe("warehouseCode");
  expect(changedMember({ kind: "product", keys: keys("A") }, problems)).toBe("productCode");
});

test("reference of a field that the bulk edit lacks has none", () => {
  const problems = [
    problem("bpartner.unresolved", "/billBPartner/bpartner", "Business partner code B does not exist."),
    problem("warehouse.unresolved", "/warehouseDestCode", "Warehouse code W2 does not exist."),
  ];
  expect(changedMember({ kind: "bpartner", keys: keys("B") }, problems)).toBeUndefined();
  expect(changedMember({ kind: "warehouse", keys: keys("W2") }, problems)).toBeUndefined();
  expect(changedMember({ kind: "product", keys: keys("A") }, problems)).toBeUndefined();
});

test("locations and contacts are not changed in bulk", () => {
  expect(["product", "uom", "location", "contact", "docType"].filter((kind) => isChangeable({ kind }))).toEqual([
    "product",
    "uom",
  ]);
});
