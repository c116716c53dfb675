import { ActionIcon, Button, Menu } from "@mantine/core";
import {
  Archive,
  ArchiveRestore,
  Check,
  ChevronUp,
  Hourglass,
  PackagePlus,
  Pencil,
  RefreshCw,
  Rows3,
  ShieldCheck,
  Undo2,
  UserRound,
  UserRoundCheck,
} from "lucide-react";
import { useState, type ReactNode } from "react";
import { ROW_HEIGHTS, type RowHeight } from "../grid/row-height";
import { useMessages } from "../i18n";
import { SHORTCUTS } from "../keys/chords";
import { useKeyHandlers } from "../keys/keys";
import { partsMessages } from "../parts/messages";
import { attentionMessages } from "./attention/messages";
import classes from "./disposition.module.css";
import { dispositionMessages } from "./messages";

type Action = (() => void) | undefined;

/** Actions on the selection; forbidden ones are absent. */
export interface Actions {
  createOrders: Action;
  revalidate: Action;
  edit: Action;
  putAside: Action;
  takeBack: Action;
  wait: Action;
  takeUp: Action;
  assignMe: Action;
  assign: Action;
}

interface Verb {
  action: keyof Actions;
  icon: typeof Pencil;
  press?: string;
}

const VERBS: readonly Verb[] = [
  { action: "createOrders", icon: PackagePlus, press: SHORTCUTS.createOrders },
  { action: "edit", icon: Pencil, press: SHORTCUTS.edit },
  { action: "putAside", icon: Archive },
  { action: "revalidate", icon: ShieldCheck, press: SHORTCUTS.revalidate },
  { action: "takeBack", icon: ArchiveRestore },
  { action: "wait", icon: Hourglass },
  { action: "takeUp", icon: Undo2 },
  { action: "assignMe", icon: UserRoundCheck },
  { action: "assign", icon: UserRound },
];
const ATTENTION = ["wait", "takeUp", "assignMe", "assign"] as const;

function isAttention(action: keyof Actions): action is (typeof ATTENTION)[number] {
  return (ATTENTION as readonly string[]).includes(action);
}

/** Number of visible buttons; others are in the menu. */
const SHOWN = 3;

/** Actions on the selection; excluded lines offer Restore first. */
export function SelectionActions({ actions, excluded }: { actions: Actions; excluded: boolean }) {
  const t = useMessages(dispositionMessages);
  const tAttention = useMessages(attentionMessages);
  const word = (action: keyof Actions) => (isAttention(action) ? tAttention(action) : t(action));
  const tParts = useMessages(partsMessages);
  const first = (verb: Verb) => (excluded && verb.action === "takeBack" ? 0 : 1);
  const verbs = VERBS.filter(({ action }) => actions[action]).sort((one, other) => first(one) - first(other));
  if (verbs.length === 0) return null;
  return (
    <div role="toolbar" aria-label={t("toolbar")} className={classes.actions}>
      {verbs.slice(0, SHOWN).map(({ action, icon: Icon, press }, index) => (
        <Button
          key={action}
          variant={index === 0 ? "filled" : "default"}
          leftSection={<Icon size={14} aria-hidden />}
          onClick={actions[action]}
          aria-keyshortcuts={press}>
          {word(action)}
        </Button>
      ))}
      {verbs.length > SHOWN && (
        <Menu position="top-end" withinPortal={false} withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <Button variant="default" rightSection={<ChevronUp size={14} aria-hidden />}>
              {tParts("more")}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {verbs.slice(SHOWN).map(({ action, icon: Icon, press }) => (
              <Menu.Item
                key={action}
                leftSection={<Icon size={14} aria-hidden />}
                onClick={actions[action]}
                aria-keyshortcuts={press}>
                {word(action)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}

interface ToolsProps {
  exports: ReactNode;
  /** Absent if rows are cards. */
  columns: ReactNode;
  /** Rows are cards of a fixed height. */
  cards: boolean;
  rows: RowHeight;
  onRows: (rows: RowHeight) => void;
  onRefresh: () => void;
}

/** Tools of the list: export, columns, row height, refresh. */
export function ListTools({ exports, columns, cards, rows, onRows, onRefresh }: ToolsProps) {
  const t = useMessages(dispositionMessages);
  const [menu, setMenu] = useState(false);
  useKeyHandlers(t("keysGrid"), [
    { label: t("rowHeight"), run: cards ? undefined : () => setMenu(true) },
    { label: t("refresh"), run: onRefresh },
  ]);
  return (
    <div className={classes.tools}>
      {exports}
      {columns}
      {!cards && (
        <Menu position="bottom-end" opened={menu} onChange={setMenu}>
          <Menu.Target>
            <ActionIcon aria-label={t("rowHeight")} title={t("rowHeight")}>
              <Rows3 size={16} aria-hidden />
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
      )}
      <ActionIcon aria-label={t("refresh")} title={t("refresh")} onClick={onRefresh}>
        <RefreshCw size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}
