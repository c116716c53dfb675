import assert from "node:assert/strict";
import { test } from "node:test";
import { matchJson, matchLines, relaxed } from "./match.mjs";
import { slug } from "./slug.mjs";

const match = (shown, actual, values = new Map()) => matchJson(JSON.parse(relaxed(shown)), actual, values);

test("omitted members and items match anything", () => {
  match('{"a": 1, …, "b": [1, …], "c": {…}, …}', { a: 1, b: [1, 2, 3], c: { d: 4 }, e: 5 });
  match('{…, "text": "one … three"}', { text: "one two three" });
  match('{\n  "a": 1,\n  …\n  "b": 2\n}', { a: 1, b: 2 });
  match('{"text": "an … in a string"}', { text: "an … in a string" });
});

test("different values, missing members and other lengths are reported", () => {
  assert.throws(() => match('{"a": 1}', { a: 2 }), /\/a: shown 1, but is 2/);
  assert.throws(() => match('{"a": {"b": 1}}', { a: {} }), /\/a\/b: missing/);
  assert.throws(() => match("[1]", [1, 2]), /shown \[1\], but is \[1,2\]/);
  assert.throws(() => match("[1, …]", []), /shown/);
  assert.throws(() => match('{"a": null}', { a: 0 }), /shown null, but is 0/);
  assert.throws(() => match('{"a": "12"}', { a: 12 }), /shown "12", but is 12/);
});

test("ids match other ids, but the same ones everywhere", () => {
  const values = new Map();
  match('{"id": 1000399, "url": "/candidates/1000399"}', { id: 1000402, url: "/candidates/1000402" }, values);
  assert.equal(values.get("1000399"), "1000402");
  assert.throws(() => match('{"id": 1000399}', { id: 1000403 }, values), /shown 1000399/);
  assert.throws(() => match('{"id": 1000399}', { id: 12 }), /shown 1000399/);
});

test("times match other times, each on its own", () => {
  const time = '{"at": "2026-11-23T08:04:51.139834Z"}';
  const values = new Map();
  match(time, { at: "2026-11-28T20:51:00Z" }, values);
  match(time, { at: "2026-11-28T20:52:00Z" }, values);
  assert.throws(() => match(time, { at: "yesterday" }), /shown/);
});

test("cursors are used by later commands", () => {
  const values = new Map();
  match('{"next": "abc"}', { next: "xyz" }, values);
  assert.equal(values.get("abc"), "xyz");
});

test("lines occur in their sequence", () => {
  matchLines("one\nthree … 3", "one\ntwo\nthree is 3\n", new Map());
  assert.throws(() => matchLines("two\none", "one\ntwo\n", new Map()), /no line "one"/);
});

test("anchors are those of GitHub", () => {
  assert.equal(slug("`POST /api/sales/order/candidates` and `…/bulk`"), "post-apisalesordercandidates-and-bulk");
  assert.equal(slug("1. Send an order line"), "1-send-an-order-line");
  assert.equal(slug("Rows_with umlauts: ä"), "rows_with-umlauts-ä");
});
