// Problems of cells in words. Other problems have the texts of the API client.
import { defineMessages, useMessages } from "../../i18n";
import type { DecimalSign, RowProblem } from "../types";

export const cellMessages = defineMessages("cellProblems", {
  number: ["“{{seen}}” is not a number.", "„{{seen}}“ ist keine Zahl."],
  number_comma: [
    "“{{seen}}” is not a number with decimal comma, such as 1.234,50.",
    "„{{seen}}“ ist keine Zahl mit Dezimalkomma wie 1.234,50.",
  ],
  number_point: [
    "“{{seen}}” is not a number with decimal point, such as 1,234.50.",
    "„{{seen}}“ ist keine Zahl mit Dezimalpunkt wie 1,234.50.",
  ],
  integer: ["“{{seen}}” is not a whole number.", "„{{seen}}“ ist keine ganze Zahl."],
  date: [
    "“{{seen}}” is not a date. Enter a date such as 31.12.2026 or 2026-12-31.",
    "„{{seen}}“ ist kein Datum. Geben Sie ein Datum wie 31.12.2026 oder 2026-12-31 ein.",
  ],
  boolean: ["“{{seen}}” is neither yes nor no.", "„{{seen}}“ ist weder ja noch nein."],
  currency: [
    "The currency of the price {{seen}} differs from the currency of the row.",
    "Die Währung des Preises {{seen}} weicht von der Währung der Zeile ab.",
  ],
  formula_error: [
    "The formula of this cell has the error {{seen}}. Enter the value.",
    "Die Formel dieser Zelle ergibt den Fehler {{seen}}. Geben Sie den Wert ein.",
  ],
  not_calculated: [
    "The formula of this cell was not calculated. Open and save the file in a spreadsheet program, or enter the value.",
    "Die Formel dieser Zelle wurde nicht berechnet. Öffnen und speichern Sie die Datei in einem Tabellenprogramm oder geben Sie den Wert ein.",
  ],
  digits_lost: [
    "“{{seen}}” has lost its last digits in the spreadsheet program. Enter the whole number.",
    "„{{seen}}“ hat im Tabellenprogramm die letzten Stellen verloren. Geben Sie die vollständige Nummer ein.",
  ],
  unreadable: ["This cell cannot be read. Enter the value.", "Diese Zelle ist nicht lesbar. Geben Sie den Wert ein."],
});

type Key = keyof typeof cellMessages.translations;

/** Codes of cell problems whose message contains the text of the cell. */
const PREFIX = "cell.";

/** Returns the message of a cell problem; undefined for other problems. */
export function cellProblemKey({ code }: Pick<RowProblem, "code">, sign: DecimalSign | undefined): Key | undefined {
  if (!code.startsWith(PREFIX)) return undefined;
  const key = code.slice(PREFIX.length);
  if (key === "number" && sign) return sign === "," ? "number_comma" : "number_point";
  return Object.hasOwn(cellMessages.translations, key) ? (key as Key) : undefined;
}

/** Returns the text of a problem in the language of the user. */
export function useRowProblemText(sign: DecimalSign | undefined): (problem: RowProblem) => string {
  const t = useMessages(cellMessages);
  return (problem) => {
    const key = cellProblemKey(problem, sign);
    return key ? t(key, { seen: problem.seen ?? "" }) : problem.message;
  };
}
