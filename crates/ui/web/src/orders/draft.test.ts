import { expect, test } from "vitest";
import { fieldErrors, readDraft, type Draft } from "./draft";

const line = (key: string, productCode: string, qty: string, price = "") => ({ key, productCode, qty, price });
const draft: Draft = {
  shipBPartnerCode: " G0001 ",
  datePromised: "2030-03-18",
  docTypeName: "",
  lines: [line("a", "P1", "1,5"), line("b", "", ""), line("c", "P2", "viele", "12345678901234567890,12")],
  idempotencyKey: "once",
};

test("empty lines are omitted, numbers stay exact, and invalid ones are named", () => {
  const { body, keys, unreadable } = readDraft(draft, "de");
  expect(body.shipBPartnerCode).toBe("G0001");
  expect(body.lines).toEqual([
    { productCode: "P1", qty: "1.5", price: undefined },
    { productCode: "P2", qty: undefined, price: "12345678901234567890.12" },
  ]);
  expect(keys).toEqual(["a", "c"]);
  expect(unreadable).toEqual(["c/qty"]);
});

test("group of digits never starts with 0: fractions stay fractions", () => {
  const small = { ...draft, lines: [line("a", "P1", "0.500", "0.250")] };
  expect(readDraft(small, "de").body.lines).toEqual([{ productCode: "P1", qty: "0.5", price: "0.25" }]);
});

test("error of the second sent line belongs to the third typed one", () => {
  const problem = (code: string, pointer: string) => ({
    code,
    errorCode: code,
    pointer,
    message: `${code}!`,
    params: {},
    parameters: {},
  });
  const errors = [
    problem("qty.not_positive", "/lines/1/qty"),
    problem("property.missing", "/datePromised"),
    problem("lines.empty", "/lines"),
  ];
  expect(fieldErrors(errors, ["a", "c"], "Required")).toEqual({
    "c/qty": "qty.not_positive!",
    datePromised: "Required",
    "": "lines.empty!",
  });
});
