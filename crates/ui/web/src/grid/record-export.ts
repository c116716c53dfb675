// Exports of lists that the server does not export.
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useLanguage } from "../i18n";
import { saveFile } from "../parts/export";
import { useFailureText } from "../parts/failure";
import { csvOf } from "./csv";
import type { RecordColumns } from "./record-columns";
import type { RecordRows } from "./record-rows";
import type { Identified } from "./types";
import { xlsxOf } from "./xlsx";

export type RecordFormat = "csv" | "xlsx";

/** Exports all rows of a list with its visible columns. */
export function useRecordExport<Row extends Identified>(
  label: string,
  file: string,
  rows: RecordRows<Row>,
  { state, all, cards }: RecordColumns<Row>,
) {
  const language = useLanguage();
  const failureText = useFailureText();
  return useMutation({
    mutationFn: async (format: RecordFormat) => {
      const shown = cards ? all : state.shown.flatMap(({ id }) => all.find((column) => column.id === id) ?? []);
      const loaded = await rows.all();
      const lines = loaded.map((row) => shown.map((column) => column.value?.(row)));
      if (format === "xlsx") {
        saveFile(await xlsxOf(label, shown, lines), `${file}.xlsx`);
        return;
      }
      const text = csvOf([shown.map(({ header }) => header), ...lines], language);
      saveFile(new Blob([text], { type: "text/csv;charset=utf-8" }), `${file}.csv`);
    },
    onError: (failure) => notifications.show({ color: "red", message: failureText(failure) }),
  });
}
