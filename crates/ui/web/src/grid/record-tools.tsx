// Tools of a read-only list: export and columns.
import { Group } from "@mantine/core";
import { ExportMenu } from "../parts/export-menu";
import { ColumnMenu } from "./column-menu";
import type { RecordColumns } from "./record-columns";
import { useRecordExport } from "./record-export";
import type { RecordRows } from "./record-rows";
import type { Identified } from "./types";

interface RecordToolsProps<Row extends Identified> {
  label: string;
  /** File name of the export, without extension. */
  file: string;
  rows: RecordRows<Row>;
  columns: RecordColumns<Row>;
}

export function RecordTools<Row extends Identified>({ label, file, rows, columns }: RecordToolsProps<Row>) {
  const saving = useRecordExport(label, file, rows, columns);
  if (rows.count === 0) return null;
  return (
    <Group gap={2} wrap="nowrap">
      <ExportMenu
        heading={label}
        onExcel={() => saving.mutate("xlsx")}
        onCsv={() => saving.mutate("csv")}
        csvVisible
        pending={saving.isPending}
      />
      {!columns.cards && <ColumnMenu columns={columns.state} />}
    </Group>
  );
}
