import { ActionIcon, Button, Checkbox, Group, Popover, ScrollArea, Stack } from "@mantine/core";
import { ChevronDown, ChevronUp, Columns3, GripVertical, Pin, PinOff } from "lucide-react";
import { useState } from "react";
import { useMessages } from "../i18n";
import { useKeyHandlers } from "../keys/keys";
import { useColumnDrag } from "./column-drag";
import classes from "./column-menu.module.css";
import type { ColumnState } from "./columns";
import type { GridColumn } from "./types";
import { gridMessages } from "./messages";

/** Menu for visibility, order and pinning of columns. */
export function ColumnMenu<Row>({ columns }: { columns: ColumnState<Row> }) {
  const t = useMessages(gridMessages);
  const [opened, open] = useState(false);
  useKeyHandlers(t("columns"), [{ label: t("columns"), run: () => open(true) }]);
  return (
    <Popover position="bottom-end" trapFocus shadow="md" opened={opened} onChange={open}>
      <Popover.Target>
        <ActionIcon aria-label={t("columns")} title={t("columns")} onClick={() => open(!opened)}>
          <Columns3 size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={t("columns")}>
        <Stack gap={6}>
          <ScrollArea.Autosize
            mah={420}
            offsetScrollbars
            viewportProps={{ tabIndex: 0, "aria-label": t("columns"), role: "group" }}>
            <Stack gap={2}>
              {columns.all.map((column, index) => (
                <ColumnLine key={column.id} column={column} columns={columns} place={index} />
              ))}
            </Stack>
          </ScrollArea.Autosize>
          <Button variant="default" onClick={columns.reset}>
            {t("resetColumns")}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function ColumnLine<Row>({
  column,
  columns,
  place,
}: {
  column: GridColumn<Row>;
  columns: ColumnState<Row>;
  place: number;
}) {
  const t = useMessages(gridMessages);
  const { all, table } = columns;
  const known = table.getColumn(column.id);
  const pinned = columns.isPinned(column.id);
  const beside = (other: GridColumn<Row> | undefined) => other !== undefined && columns.isPinned(other.id) === pinned;
  const above = all[place - 1];
  const below = all[place + 1];
  const { line, handle, drop } = useColumnDrag(column.id, columns);
  return (
    <Group
      ref={line}
      justify="space-between"
      wrap="nowrap"
      gap="md"
      className={classes.line}
      data-line={column.id}
      data-drop={drop}>
      <Group gap={4} wrap="nowrap">
        <span ref={handle} className={classes.handle} title={t("drag")}>
          <GripVertical size={14} aria-hidden />
        </span>
        <Checkbox
          label={column.header}
          checked={known?.getIsVisible() ?? true}
          onChange={(event) => known?.toggleVisibility(event.currentTarget.checked)}
        />
      </Group>
      <Group gap={0} wrap="nowrap">
        <ActionIcon
          size="sm"
          aria-label={t("up", { column: column.header })}
          disabled={!beside(above)}
          onClick={() => columns.move(column.id, above?.id)}>
          <ChevronUp size={14} aria-hidden />
        </ActionIcon>
        <ActionIcon
          size="sm"
          aria-label={t("down", { column: column.header })}
          disabled={!beside(below)}
          onClick={() => below && columns.move(below.id, column.id)}>
          <ChevronDown size={14} aria-hidden />
        </ActionIcon>
        <ActionIcon
          size="sm"
          aria-label={t(pinned ? "unpin" : "pin", { column: column.header })}
          aria-pressed={pinned}
          onClick={() => known?.pin(pinned ? false : "start")}>
          {pinned ? <PinOff size={14} aria-hidden /> : <Pin size={14} aria-hidden />}
        </ActionIcon>
      </Group>
    </Group>
  );
}
