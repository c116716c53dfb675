// Menu of the formats in which a list is exported.
import { ActionIcon, Button, Menu } from "@mantine/core";
import { Download, FileSpreadsheet, FileText } from "lucide-react";
import { useMessages } from "../i18n";
import { useKeyHandlers } from "../keys/keys";
import { partsMessages } from "./messages";

interface ExportMenuProps {
  /** Heading of the commands in the palette. */
  heading: string;
  onExcel: () => void;
  onCsv: () => void;
  /** CSV files have the visible columns too. */
  csvVisible?: boolean;
  pending: boolean;
  /** Shows a button with text instead of an icon. */
  labelled?: boolean;
}

export function ExportMenu({ heading, onExcel, onCsv, csvVisible, pending, labelled }: ExportMenuProps) {
  const t = useMessages(partsMessages);
  useKeyHandlers(heading, [
    { label: t("exportExcel"), run: onExcel },
    { label: t("exportCsv"), run: onCsv },
  ]);
  return (
    <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        {labelled ? (
          <Button variant="default" loading={pending} leftSection={<Download size={14} aria-hidden />}>
            {t("export")}
          </Button>
        ) : (
          <ActionIcon aria-label={t("export")} title={t("export")} loading={pending}>
            <Download size={16} aria-hidden />
          </ActionIcon>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<FileSpreadsheet size={14} aria-hidden />} onClick={onExcel}>
          {t("excelVisible")}
        </Menu.Item>
        <Menu.Item leftSection={<FileText size={14} aria-hidden />} onClick={onCsv}>
          {t(csvVisible ? "csvVisible" : "csvAll")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
