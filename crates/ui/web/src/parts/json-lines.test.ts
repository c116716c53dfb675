import { expect, test } from "vitest";
import { jsonLines, linesOf } from "./json-lines";

const SENT =
  '{"requests":[ {"qty":1.50,"bpartner":{"bpartner":{"code":"G\\u00e4"}},"tags":[],"none":{}}, {"qty":0}\n], "a/b":true}';

function written(text: string): string[] | undefined {
  return jsonLines(text)?.map(({ depth, tokens }) => " ".repeat(depth) + tokens.map((one) => one.text).join(""));
}

test("JSON is formatted without changing values", () => {
  expect(written(SENT)).toEqual([
    "{",
    ' "requests": [',
    "  {",
    '   "qty": 1.50,',
    '   "bpartner": {',
    '    "bpartner": {',
    '     "code": "G\\u00e4"',
    "    }",
    "   },",
    '   "tags": [],',
    '   "none": {}',
    "  },",
    "  {",
    '   "qty": 0',
    "  }",
    " ],",
    ' "a/b": true',
    "}",
  ]);
});

test.each([["{"], ['{"a":}]'], ["nothing"], ['{"a": 1} x']])("%s is not JSON", (text) => {
  expect(written(text)).toBeUndefined();
});

test.each([
  ["/requests/0/qty", [3, 3]],
  ["/requests/0/bpartner", [4, 8]],
  ["/requests/1", [12, 14]],
  ["/requests/1/price", [12, 14]],
  ["/requests/0/tags", [9, 9]],
  ["/a~1b", [16, 16]],
  ["/nowhere", [0, 17]],
])("lines of %s are found", (pointer, index) => {
  expect(linesOf(jsonLines(SENT)!, pointer)).toEqual(index);
});
