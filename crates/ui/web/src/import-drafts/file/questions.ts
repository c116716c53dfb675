// Questions in words.
import type { Language, Translate } from "../../i18n";
import type { Question } from "../types";
import type { fileMessages } from "./messages";
import { readDate, readNumber } from "./readings";
import { DELIMITERS, HIDDEN_ROWS } from "./settings";

export interface AskedQuestion {
  /** Path of the setting without `file.` or `members.`. */
  setting: string;
  text: string;
  choices: { value: string; label: string }[];
}

interface Wording {
  t: Translate<keyof typeof fileMessages.translations>;
  memberName: (path: string) => string;
  language: Language;
}

/** Returns a question with the names of its choices. */
export function askedQuestion(question: Question, { t, memberName, language }: Wording): AskedQuestion {
  const { kind, choices, samples } = question;
  const setting = question.setting.replace(/^(file|members)\./, "");
  const asked = (text: string, labelOf: (choice: string) => string) => ({
    setting,
    text,
    choices: choices.map((value) => ({ value, label: labelOf(value) })),
  });
  const sample = samples.at(-1)?.text ?? "";
  const row = (choice: string) => t("row", { row: choice });
  switch (kind) {
    case "sheet":
      return asked(t("ask_sheet"), String);
    case "headerRow":
      return asked(t("ask_headerRow"), (choice) => (choice === "0" ? t("noHeader") : row(choice)));
    case "firstRow":
      // the choices are the row after it and the row itself
      return asked(t("ask_firstRow", { row: choices.at(-1) }), row);
    case "delimiter":
      return asked(t("ask_delimiter"), (choice) => (isKey(DELIMITERS, choice) ? t(DELIMITERS[choice]) : choice));
    case "decimalSign":
      return asked(t("ask_decimalSign", { sample }), (choice) => {
        const sign = choice === "," ? "," : ".";
        const value = readNumber(sample, sign, language) ?? sample;
        return t(sign === "," ? "commaReading" : "pointReading", { value });
      });
    case "dateOrder":
      return asked(t("ask_dateOrder", { sample }), (choice) => {
        const order = choice === "mdy" ? "mdy" : "dmy";
        const value = readDate(sample, order, language) ?? sample;
        return t(order === "dmy" ? "dayReading" : "monthReading", { value });
      });
    case "hiddenRows":
      return asked(t("ask_hiddenRows"), (choice) => (isKey(HIDDEN_ROWS, choice) ? t(HIDDEN_ROWS[choice]) : choice));
    case "uncertainColumn":
      return asked(t("ask_uncertainColumn", { column: choices[0], member: memberName(setting) }), String);
    case "severalColumns":
      return asked(t("ask_severalColumns", { member: memberName(setting) }), String);
    default:
      return asked(t("ask_missingMember", { member: memberName(setting) }), String);
  }
}

function isKey<Table extends object>(table: Table, key: PropertyKey): key is keyof Table {
  return Object.hasOwn(table, key);
}
