import { strict as assert } from "node:assert";
import { test } from "node:test";
import { parseJson } from "../dist/decimals.js";

test("decimal_members_become_texts_and_all_other_values_stay", () => {
  const cases: [string, unknown][] = [
    ['{"qty":12345678901234567890.12345678}', { qty: "12345678901234567890.12345678" }],
    ['{"price" : -1e3, "id": 7}', { price: "-1e3", id: 7 }],
    ['{"total":{"value":10,"exact":true},"line":{"value":10}}', { total: { value: 10, exact: true }, line: { value: "10" } }],
    ['{"note":"\\"qty\\":1","qty":null,"price":"2"}', { note: '"qty":1', qty: null, price: "2" }],
    ['["qty",1,{"qty":[1]}]', ["qty", 1, { qty: [1] }]],
  ];
  for (const [json, value] of cases) assert.deepEqual(parseJson(json), value, json);
});
