import { ActionIcon, Button, Menu } from "@mantine/core";
import { Archive, ArchiveRestore, Check, Download, PackagePlus, Pencil, RefreshCw, Rows3, ShieldCheck } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useWords } from "../i18n";
import { useMay } from "../session/session";
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

export interface Actions {
  createOrders: () => void;
  revalidate: () => void;
  edit: () => void;
  putAside: () => void;
  takeBack: () => void;
}

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
  const mayOrder = useMay("process:run");
  const mayWrite = useMay("candidates:write");
  const [menu, setMenu] = useState(false);
  const disabled = !selected;
  return (
    <div role="toolbar" aria-label={t("toolbar")} className={classes.actions}>
      {mayOrder && (
        <Button leftSection={<PackagePlus size={14} aria-hidden />} onClick={actions.createOrders} disabled={disabled} aria-keyshortcuts="p">
          {t("createOrders")}
        </Button>
      )}
      {mayWrite && (
        <>
          <Button variant="default" leftSection={<ShieldCheck size={14} aria-hidden />} onClick={actions.revalidate} disabled={disabled} aria-keyshortcuts="v">{t("revalidate")}</Button>
          <Button variant="default" leftSection={<Pencil size={14} aria-hidden />} onClick={actions.edit} disabled={disabled} aria-keyshortcuts="e">{t("edit")}</Button>
          <Button variant="default" leftSection={<Archive size={14} aria-hidden />} onClick={actions.putAside} disabled={disabled}>{t("putAside")}</Button>
          <Button variant="default" leftSection={<ArchiveRestore size={14} aria-hidden />} onClick={actions.takeBack} disabled={disabled}>{t("takeBack")}</Button>
        </>
      )}
      <Button variant="default" loading={exporting} onClick={onExport} leftSection={<Download size={14} aria-hidden />}>{t("export")}</Button>
      {columns}
      <Menu position="bottom-end" opened={menu} onChange={setMenu}>
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={t("rowHeight")} title={t("rowHeight")}><Rows3 size={15} aria-hidden /></ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {(Object.keys(ROW_HEIGHTS) as RowHeight[]).map((height) => (
            <Menu.Item key={height} onClick={() => onRows(height)} rightSection={height === rows ? <Check size={14} aria-hidden /> : null}>
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
