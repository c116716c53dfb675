import { expect, test, vi } from "vitest";
import type { Language } from "../../i18n";
import type { Question, QuestionKind } from "../types";

// the stored language determines the texts and the language of the page
vi.hoisted(() => {
  vi.stubGlobal("localStorage", { getItem: () => "en" });
  vi.stubGlobal("document", { documentElement: {} });
});

const { translate } = await import("../../i18n");
const { fileMessages } = await import("./messages");
const { askedQuestion } = await import("./questions");

const question = (kind: QuestionKind, setting: string, choices: string[], sample = ""): Question => ({
  kind,
  setting,
  text: "text of the service",
  choices,
  samples: sample ? [{ cell: "A2", text: sample }] : [],
});

const ask = (asked: Question, language: Language = "en") =>
  askedQuestion(asked, {
    t: (key, values) => translate(fileMessages, key, { lng: language, ...values }),
    memberName: (path) => `<${path}>`,
    language,
  });

test("date order is asked with both days of a sample", () => {
  const asked = ask(question("dateOrder", "file.dateOrder", ["dmy", "mdy"], "03/04/2026"), "de");
  expect(asked.text).toBe("Welcher Tag ist 03/04/2026?");
  expect(asked.choices.map(({ label }) => label)).toEqual(["03.04.2026 (Tag zuerst)", "04.03.2026 (Monat zuerst)"]);
});

test("decimal sign is asked with both numbers of a sample", () => {
  const asked = ask(question("decimalSign", "file.decimalSign", [",", "."], "1.234"));
  expect(asked.choices.map(({ label }) => label)).toEqual(["1,234 (decimal comma)", "1.234 (decimal point)"]);
});

test("missing member is named", () => {
  const asked = ask(question("missingMember", "members.qty", []));
  expect(asked).toMatchObject({ setting: "qty", text: expect.stringContaining("<qty> is missing") });
});

test("file without column names is a choice", () => {
  const asked = ask(question("headerRow", "file.headerRow", ["3", "0"]));
  expect(asked.choices.map(({ label }) => label)).toEqual(["Row 3", "The file has no column names"]);
});

test("no kind shows the text of the service", () => {
  const kinds: QuestionKind[] = [
    "sheet",
    "headerRow",
    "firstRow",
    "delimiter",
    "decimalSign",
    "dateOrder",
    "hiddenRows",
    "uncertainColumn",
    "severalColumns",
    "missingMember",
  ];
  for (const kind of kinds) expect(ask(question(kind, "file.x", ["1", "2"], "1")).text).not.toContain("service");
});
