import { expect, test } from "vitest";
import { propertyText } from "./custom-property";

test.each([
  ["Rack 7", "Rack 7"],
  ["1.50", "1.50"],
  [3, "3"],
  [false, "false"],
  [null, "–"],
  ["", "–"],
  [[1, { a: "b" }], '[1,{"a":"b"}]'],
])("%j is shown as %s", (value, text) => {
  expect(propertyText(value)).toBe(text);
});
