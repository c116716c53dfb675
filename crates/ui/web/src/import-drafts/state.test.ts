import { expect, test } from "vitest";
import { firstStep, isReachable } from "./state";
import type { ImportDraft, Question } from "./types";

const question = (setting: string) => ({ setting }) as Question;
const draft = (changes: Partial<ImportDraft>) =>
  ({ status: "open", confirmed: false, questions: [], ...changes }) as ImportDraft;

test("new file begins with its settings", () => {
  expect(firstStep(draft({}))).toBe("file");
});

test("file with a saved mapping begins with the check", () => {
  expect(firstStep(draft({ confirmed: true, mappingName: "Müller" }))).toBe("check");
});

test("open questions come before the check", () => {
  expect(firstStep(draft({ confirmed: true, questions: [question("file.dateOrder")] }))).toBe("file");
  expect(firstStep(draft({ confirmed: true, questions: [question("members.qty")] }))).toBe("columns");
});

test("imported file shows its result", () => {
  expect(firstStep(draft({ status: "imported" }))).toBe("import");
  expect(firstStep(draft({ status: "stopped" }))).toBe("import");
});

test("columns need the settings of the file, and the check needs all answers", () => {
  expect(isReachable("columns", draft({ questions: [question("file.sheet")] }))).toBe(false);
  expect(isReachable("check", draft({ questions: [question("members.qty")] }))).toBe(false);
  expect(isReachable("check", draft({}))).toBe(true);
});

test("only a checked file can be imported", () => {
  expect(isReachable("import", draft({}))).toBe(false);
  expect(isReachable("import", draft({ status: "checked" }))).toBe(true);
});
