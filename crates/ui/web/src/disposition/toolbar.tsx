import { ActionIcon, Button, Menu } from "@mantine/core";
import {
  Archive,
  ArchiveRestore,
  Check,
  Download,
  PackagePlus,
  Pencil,
  RefreshCw,
  Rows3,
  ShieldCheck,
} from "lucide-react";
import { useState, type ReactNode } from "react";
import { useWords } from "../i18n";
import classes from "./disposition.module.css";
import { dispositionWords } from "./words";

export const ROW_HEIGHTS = { compact: 26, normal: 32, comfortable: 40 } as const;
export type RowHeight = keyof typeof ROW_HEIGHTS;
const KEPT = "orderdock.rows";

export function useRowHeight() {
  const [rows, setRows] = useState<RowHeight>(() => {
    const kept = localStorage.getItem(KEPT);
    return kept && kept in ROW_HEIGHTS ? (kept as RowHeight) : "normal";
  });
  const keep = (to: RowHeight) => {
    localStorage.setItem(KEPT, to);
    setRows(to);
  };
  return [rows, keep] as const;
}

type Action = (() => void) | undefined;

/** What is done with what is selected; what somebody may not do is absent. */
export interface Actions {
  createOrders: Action;
  revalidate: Action;
  edit: Action;
  putAside: Action;
  takeBack: Action;
}

const FURTHER: { action: Exclude<keyof Actions, "createOrders">; icon: typeof Pencil; press?: string }[] = [
  { action: "revalidate", icon: ShieldCheck, press: "v" },
  { action: "edit", icon: Pencil, press: "e" },
  { action: "putAside", icon: Archive },
  { action: "takeBack", icon: ArchiveRestore },
];

interface ToolbarProps {
  actions: Actions;
  selected: boolean;
  onExport: () => void;
  exporting: boolean;
  columns: ReactNode;
  rows: RowHeight;
  onRows: (rows: RowHeight) => void;
  onRefresh: () => void;
}

export function Toolbar({ actions, selected, onExport, exporting, columns, rows, onRows, onRefresh }: ToolbarProps) {
  const t = useWords(dispositionWords);
  const [menu, setMenu] = useState(false);
  const disabled = !selected;
  return (
    <div role="toolbar" aria-label={t("toolbar")} className={classes.actions}>
      {actions.createOrders && (
        <Button
          leftSection={<PackagePlus size={14} aria-hidden />}
          onClick={actions.createOrders}
          disabled={disabled}
          aria-keyshortcuts="p">
          {t("createOrders")}
        </Button>
      )}
      {FURTHER.map(
        ({ action, icon: Icon, press }) =>
          actions[action] && (
            <Button
              key={action}
              variant="default"
              leftSection={<Icon size={14} aria-hidden />}
              onClick={actions[action]}
              disabled={disabled}
              aria-keyshortcuts={press}>
              {t(action)}
            </Button>
          ),
      )}
      <Button variant="default" loading={exporting} onClick={onExport} leftSection={<Download size={14} aria-hidden />}>
        {t("export")}
      </Button>
      {columns}
      <Menu position="bottom-end" opened={menu} onChange={setMenu}>
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={t("rowHeight")} title={t("rowHeight")}>
            <Rows3 size={15} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {(Object.keys(ROW_HEIGHTS) as RowHeight[]).map((height) => (
            <Menu.Item
              key={height}
              onClick={() => onRows(height)}
              rightSection={height === rows ? <Check size={14} aria-hidden /> : null}>
              {t(`rows_${height}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <ActionIcon variant="default" size={30} aria-label={t("refresh")} title={t("refresh")} onClick={onRefresh}>
        <RefreshCw size={15} aria-hidden />
      </ActionIcon>
    </div>
  );
}
