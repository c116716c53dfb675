import { expect, test } from "vitest";
import { fieldsOf, otherFaults, treeOf, withValue } from "./json-edit";

const ROW =
  '{\n  "qty": 1.50,\n  "productCode": "A\\u00e4",\n  "bpartner": {"code": null, "tags": [1, true]},\n  "note": {}\n}';

function leaves(text: string) {
  return treeOf(text)?.leaves.map(({ pointer, text: value, kind }) => `${pointer} ${value} ${kind}`);
}

test("values are read with their pointers", () => {
  expect(leaves(ROW)).toEqual([
    "/qty 1.50 number",
    "/productCode Aä string",
    "/bpartner/code  word",
    "/bpartner/tags/0 1 number",
    "/bpartner/tags/1 true word",
  ]);
});

test.each(["", "{", '{"a" 1}', "[1,]", "{} x", "nul"])("%j is not JSON", (text) => {
  expect(treeOf(text)).toBeUndefined();
});

test.each([
  ["/qty", "2.0", '"qty": 2.0,'],
  ["/qty", "two", '"qty": "two",'],
  ["/qty", "", '"qty": null,'],
  ["/productCode", "007", '"productCode": "007",'],
  ["/bpartner/code", "G1", '{"code": "G1", "tags"'],
  ["/bpartner/tags/1", "false", "[1, false]"],
])("%s becomes %j", (pointer, typed, expected) => {
  const text = withValue(ROW, pointer, typed);
  expect(text).toContain(expected);
  // nothing else changes
  expect(text.split("\n").length).toBe(ROW.split("\n").length);
});

test("missing values are added to their object", () => {
  expect(withValue(ROW, "/dateRequired", "2030-01-01")).toContain('"note": {},\n  "dateRequired": "2030-01-01"\n}');
  expect(withValue(ROW, "/bpartner/name", "x")).toContain('"tags": [1, true], "name": "x"}');
  expect(withValue(ROW, "/note/text", "x")).toContain('"note": {"text": "x"}');
  expect(withValue(ROW, "/gone/text", "x")).toBe(ROW);
});

test("faults are shown at their values, also at missing ones", () => {
  const faults = [
    { pointer: "/qty", message: "too small" },
    { pointer: "/bpartner/name", message: "missing" },
    { pointer: "/bpartner", message: "unknown" },
    { pointer: "", message: "row" },
  ];
  const tree = treeOf(ROW);
  const fields = tree ? fieldsOf(tree, faults) : [];
  expect(fields.map(({ pointer }) => pointer)).toEqual([
    "/qty",
    "/productCode",
    "/bpartner/code",
    "/bpartner/tags/0",
    "/bpartner/tags/1",
    "/bpartner/name",
  ]);
  expect(fields[0]?.faults).toEqual(["too small"]);
  expect(fields.at(-1)?.faults).toEqual(["missing"]);
  expect(otherFaults(fields, faults).map(({ message }) => message)).toEqual(["unknown", "row"]);
});
