import { expect, test } from "vitest";
import { actorText, countryName, documentTypeName, unitName, unitText } from "./common-names";

test("units and document types have names in both languages", () => {
  expect([unitText("PCE", "en"), unitText("PCE", "de"), unitText("ROLLE-7", "de")]).toEqual([
    "pcs",
    "Stück",
    "ROLLE-7",
  ]);
  expect(documentTypeName("Sales Order", "de")).toBe("Auftrag");
  expect(documentTypeName("Auftrag", "en")).toBe("Sales order");
});

test("units have a singular and a plural", () => {
  const days = [undefined, "1", "1.0", "0", "2.5"].map((quantity) => unitText("DAY", "de", quantity));
  expect(days).toEqual(["Tag", "Tag", "Tag", "Tage", "Tage"]);
  expect([unitText("CT", "en", "1"), unitText("CT", "en", "12"), unitText("PCE", "de", "12")]).toEqual([
    "carton",
    "cartons",
    "Stück",
  ]);
});

test("renamed record keeps its name", () => {
  expect(unitName("PCE", "Piece", "de")).toBe("Stück");
  expect(unitName("PCE", "Stk.", "de")).toBe("Stk.");
  expect(documentTypeName("Messeauftrag", "en")).toBe("Messeauftrag");
});

test("countries and system actors have names", () => {
  expect([countryName("DE", "de"), countryName("DE", "en"), countryName(null, "en")]).toEqual([
    "Deutschland",
    "Germany",
    "",
  ]);
  expect([actorText("scheduler", "de"), actorText("erika", "de")]).toEqual(["Zeitplan", "erika"]);
});
