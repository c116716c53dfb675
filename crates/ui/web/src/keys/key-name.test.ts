import { expect, test } from "vitest";
import { keyName } from "./key-name";

test("key names are localised", () => {
  expect(keyName("Ctrl+Home Ctrl+End", "en")).toBe("Ctrl+Home Ctrl+End");
  expect(keyName("Ctrl+Home Ctrl+End", "de")).toBe("Strg+Pos1 Strg+Ende");
  expect(keyName("Shift+↑ Shift+↓", "de")).toBe("Umschalt+↑ Umschalt+↓");
  expect(keyName("g d", "de")).toBe("g d");
  expect(keyName("Enter F2", "de")).toBe("Enter F2");
});
