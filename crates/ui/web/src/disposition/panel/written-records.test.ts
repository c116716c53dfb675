import { readdirSync, readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import type { Fix } from "./fixes";

// the stored language determines the texts and the language of the page
vi.hoisted(() => {
  vi.stubGlobal("localStorage", { getItem: () => "en" });
  vi.stubGlobal("document", { documentElement: {} });
});

const { writtenBy, writtenMessages, writesMasterdata } = await import("./written-records");

const fix = (path: string, body: object, fill: string[] = []): Fix => ({
  kind: "price.create",
  words: "",
  sureness: "likely",
  needs: "masterdata:write",
  allowed: true,
  request: { method: "PUT", path, body: [body] },
  fill,
});

test("new record shows all values and missing input", () => {
  const record = { org: "001", priceList: "DE-EUR", validFrom: "2015-01-01", product: "P1", uom: "PCE" };
  expect(writtenBy(fix("/api/masterdata/product-prices", record, ["/0/price"]))).toEqual({
    title: "New product price",
    owner: "001",
    values: [
      { label: "Price list", value: "DE-EUR" },
      { label: "Valid from", value: expect.stringMatching(/2015/) },
      { label: "Product", value: "P1" },
      { label: "Unit", value: "pcs" },
      { label: "Price" },
    ],
  });
});

test("changed record shows changes and shared scope", () => {
  const record = { org: "*", code: "P1", name: "Tea", uom: "PCE", conversions: [{ from: "KGM", to: "PCE" }] };
  expect(writtenBy(fix("/api/masterdata/products", record, ["/0/conversions/0/multiplier"]))).toEqual({
    title: "Change product P1 (Tea)",
    owner: "all organisations",
    values: [{ label: "Conversion from", value: "kg" }, { label: "into", value: "pcs" }, { label: "Factor" }],
  });
});

test("correction or run writes no master data", () => {
  const run = fix("/api/sales/order/candidates/process", {});
  expect(writesMasterdata(run)).toBe(false);
  expect(writtenBy(run)).toBeUndefined();
});

test("every member written by a fix has a label", () => {
  const remedies = new URL("../../../../../domain/src/suggested_fix/", import.meta.url);
  const source = readdirSync(remedies)
    .filter((file) => file !== "tests.rs")
    .map((file) => readFileSync(new URL(file, remedies), "utf8"))
    .join("\n");
  const members = [...source.matchAll(/\.with(?:out)?\("\/?([\w/]+)"/g)].map(([, member = ""]) => member);
  expect(members.length).toBeGreaterThan(20);
  // nested records are named after their list
  const lists = ["conversions", "versions"];
  const names = Object.keys(writtenMessages.translations);
  const known = (member: string) => {
    const name = member.replace(/\/\d+\//g, "_");
    return names.includes(name) || lists.some((list) => name === list || names.includes(`${list}_${name}`));
  };
  expect(members.filter((member) => !known(member))).toEqual([]);
});
