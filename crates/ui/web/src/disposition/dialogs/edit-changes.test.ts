import { expect, test } from "vitest";
import type { Member } from "../candidate";
import { fieldOf } from "../fields";
import { readEntry, type How } from "./edit-changes";

test.each<[Member, How, string, "en" | "de", unknown]>([
  ["qty", "set", "1.234,5", "de", { set: "1234.5" }],
  ["qty", "set", "0.500", "de", { set: "0.5" }],
  ["price", "set", "0,250", "en", { set: "0.25" }],
  ["price", "changeBy", "-0.500", "de", { changeBy: "-0.5" }],
  ["qty", "set", "many", "en", "noNumber"],
  ["qty", "set", " ", "en", "noValue"],
  ["qty", "clear", "5", "en", { clear: true }],
  ["price", "changeBy", "+10 %", "en", { changeBy: "+10%" }],
  ["price", "changeBy", "−2,5", "de", { changeBy: "-2.5" }],
  ["price", "changeBy", "10%", "en", "badStep"],
  ["price", "changeBy", "+-2", "en", "badStep"],
  ["dateRequired", "set", "8.12.2026", "de", { set: "2026-12-08" }],
  ["dateRequired", "changeBy", "+3", "en", { changeBy: "+3" }],
  ["dateRequired", "changeBy", "+1.5", "en", "badDays"],
  ["dateRequired", "changeBy", "+3%", "en", "badDays"],
  ["productCode", "set", "A001", "en", { set: "A001" }],
  ["shipper", "set", "DPD", "en", { set: "val-DPD" }],
])("%s %s %s in %s", (member, how, typed, language, expected) => {
  expect(readEntry(fieldOf(member), { how, typed }, language)).toEqual(expected);
});

test("field that was not chosen is not changed", () => {
  expect(readEntry(fieldOf("qty"), undefined, "en")).toBeUndefined();
});
