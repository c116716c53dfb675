import { expect, test } from "vitest";
import type { DraftColumn, Members, Question } from "../types";
import {
  certaintyOf,
  choiceOf,
  columnChoice,
  draftOfSource,
  errorsOf,
  ignoredColumns,
  membersOf,
  sourceOfChoice,
  sourceOfDraft,
  unsureMembers,
  withSource,
} from "./assignment";

const MEMBERS: Members = {
  poReference: { column: "Bestell-Nr." },
  externalHeaderId: { columns: ["Kd.-Nr.", "Bestell-Nr."], join: "/" },
  externalLineId: { numbered: true },
  "bpartner.bpartner.code": { column: "Kd.-Nr." },
  "product.code": { column: "Artikel" },
  qty: { column: "Menge" },
};

const question = (kind: Question["kind"], path: string): Question => ({
  kind,
  setting: `members.${path}`,
  text: "",
  choices: [],
  samples: [],
});

const column = (name: string, filled = 3) => ({ name, filled }) as DraftColumn;

test("column is the source of each member that uses it", () => {
  expect(membersOf(MEMBERS, column("Kd.-Nr."))).toEqual(["externalHeaderId", "bpartner.bpartner.code"]);
});

test("filled columns without a member are ignored", () => {
  const columns = [column("Menge"), column("Farbe"), column("Leer", 0)];
  expect(ignoredColumns({ columns, mapping: { members: MEMBERS } }).map(({ name }) => name)).toEqual(["Farbe"]);
});

test("required member without a source is missing", () => {
  const options = { members: MEMBERS, questions: [], unsure: [] };
  expect(certaintyOf("dateRequired", options)).toBe("missing");
  expect(certaintyOf("discount", options)).toBe("none");
});

test("one key of the product is enough", () => {
  const { "product.code": _, ...others } = MEMBERS;
  const members = { ...others, "product.externalId": { column: "Artikel" } };
  expect(certaintyOf("product.code", { members, questions: [], unsure: [] })).toBe("none");
});

test("member that the service asks for is missing until it has a source", () => {
  const questions = [question("missingMember", "currencyCode")];
  const options = { members: MEMBERS, questions, unsure: [] };
  expect(certaintyOf("currencyCode", options)).toBe("missing");
  const members = withSource(MEMBERS, "currencyCode", { constant: "EUR" });
  expect(certaintyOf("currencyCode", { ...options, members })).toBe("sure");
});

test("uncertain columns have to be checked", () => {
  const unsure = unsureMembers([question("uncertainColumn", "qty"), question("missingMember", "price")]);
  expect(unsure).toEqual(["qty"]);
  expect(certaintyOf("qty", { members: MEMBERS, questions: [], unsure })).toBe("check");
});

test("another column keeps the replacements of values", () => {
  const before = { column: "ME", values: { KI: "CT" }, split: { at: " ", part: 1 } };
  expect(sourceOfChoice(columnChoice("Einheit"), before)).toEqual({ column: "Einheit", values: { KI: "CT" } });
});

test("choice of a source is restored", () => {
  expect(choiceOf({ column: "ME" })).toBe(columnChoice("ME"));
  expect(choiceOf({ constant: "" })).toBe("constant");
  expect(choiceOf({ columns: ["a", "b"] })).toBe("several");
  expect(choiceOf(undefined)).toBe("none");
});

test("details of a source survive the form", () => {
  const source = {
    columns: ["a", "b"],
    join: "-",
    split: { at: " x ", part: 2 },
    pad: 8,
    default: "0",
    values: { KI: "CT" },
  };
  expect(sourceOfDraft(draftOfSource(source))).toEqual(source);
});

test("details of a constant contain nothing about columns", () => {
  const draft = { ...draftOfSource({ column: "a", pad: 8 }, "constant"), constant: " EUR " };
  expect(sourceOfDraft(draft)).toEqual({ constant: "EUR" });
});

test("incomplete details have errors", () => {
  const draft = { ...draftOfSource({ column: "a" }), splitAt: "x", part: "0", pad: "many" };
  expect(errorsOf(draft, (key) => key)).toEqual({ part: "neededNumber", pad: "neededNumber" });
  expect(errorsOf(draftOfSource(undefined, "columns"), (key) => key)).toEqual({ columns: "neededColumns" });
});
