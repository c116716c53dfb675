import { expect, test } from "vitest";
import type { DraftColumn, ImportDraft } from "../types";
import { dateReadings, encodingSamples, numberReadings, withSetting } from "./settings";

const column = (name: string, at: number, ...texts: string[]): DraftColumn => ({
  column: at,
  letters: String.fromCharCode(65 + at),
  name,
  header: name,
  filled: texts.length,
  samples: texts.map((text, row) => ({ cell: `${String.fromCharCode(65 + at)}${row + 2}`, text })),
});

const DRAFT = {
  columns: [column("Stück", 0, "3", "13,75"), column("Termin", 1, "03.04.2026"), column("Ort", 2, "Köln")],
  mapping: {
    file: { decimalSign: ",", dateOrder: "dmy" },
    members: { qty: { column: "Stück" }, dateRequired: { column: "Termin" } },
  },
} as unknown as ImportDraft;

test("numbers that depend on the decimal sign are shown first", () => {
  expect(numberReadings(DRAFT, "en")).toEqual([
    { cell: "A3", text: "13,75", read: "13.75" },
    { cell: "A2", text: "3", read: "3" },
  ]);
});

test("dates are shown as they are read", () => {
  expect(dateReadings(DRAFT, "de")).toEqual([{ cell: "B2", text: "03.04.2026", read: "03.04.2026" }]);
});

test("texts with umlauts show the encoding", () => {
  expect(encodingSamples(DRAFT).map(({ text }) => text)).toEqual(["Stück", "Köln"]);
});

test("another sheet discards the rows of the former one", () => {
  const settings = { sheet: "A", headerRow: 3, firstRow: 5, decimalSign: "," } as const;
  expect(withSetting(settings, "sheet", "B")).toEqual({ sheet: "B", decimalSign: "," });
});

test("another header row discards the first row with data", () => {
  expect(withSetting({ headerRow: 3, firstRow: 5 }, "headerRow", "4")).toEqual({ headerRow: 4 });
});

test("another date order keeps the rows", () => {
  expect(withSetting({ headerRow: 3 }, "dateOrder", "mdy")).toEqual({ headerRow: 3, dateOrder: "mdy" });
});
