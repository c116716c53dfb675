import { expect, test } from "vitest";
import { withUnitNames } from "./unit-names";

test("unit codes of a message become names", () => {
  const text = "The product has no conversion from KGM to PCE.";
  expect(withUnitNames(text, { from: "KGM", to: "PCE" }, "en")).toBe("The product has no conversion from kg to pcs.");
  expect(withUnitNames("Keine Umrechnung von KGM in PCE", { from: "KGM", to: "PCE" }, "de")).toBe(
    "Keine Umrechnung von kg in Stück",
  );
});

test("other messages stay unchanged", () => {
  const text = "The order runs from 2030-01-01 to KGM.";
  expect(withUnitNames(text, { from: "2030-01-01" }, "en")).toBe(text);
  expect(withUnitNames(text, undefined, "en")).toBe(text);
});
