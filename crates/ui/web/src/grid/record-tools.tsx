// Tools of a read-only list: export and columns.
import { ActionIcon, Group } from "@mantine/core";
import { Download } from "lucide-react";
import { useMessages } from "../i18n";
import { useKeyHandlers } from "../keys/keys";
import { ColumnMenu } from "./column-menu";
import { useCsvExport } from "./csv-export";
import { gridMessages } from "./messages";
import type { RecordColumns } from "./record-columns";
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
  const t = useMessages(gridMessages);
  const saving = useCsvExport(file, rows, columns);
  const some = rows.count > 0;
  useKeyHandlers(label, [{ label: t("export"), run: some ? () => saving.mutate() : undefined }]);
  if (!some) return null;
  return (
    <Group gap={2} wrap="nowrap">
      <ActionIcon
        aria-label={t("export")}
        title={t("export")}
        loading={saving.isPending}
        onClick={() => saving.mutate()}>
        <Download size={16} aria-hidden />
      </ActionIcon>
      {!columns.cards && <ColumnMenu columns={columns.state} />}
    </Group>
  );
}
