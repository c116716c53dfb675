// Selected reason: explanation, figures, actions and incoming orders.
import { Button, Kbd, Text, Title } from "@mantine/core";
import { Archive, Hourglass, PackageCheck, Rows3, Undo2, type LucideIcon } from "lucide-react";
import { useId } from "react";
import { Link } from "wouter";
import { useAttend } from "../disposition/attention/attend";
import { attentionMessages } from "../disposition/attention/messages";
import { useSelection, type SelectionState } from "../grid/selection";
import { useLanguage, useMessages } from "../i18n";
import { ageText } from "../parts/durations";
import { BackButton } from "../parts/panes";
import panes from "../parts/panes.module.css";
import { Amount } from "../parts/values";
import { useMay } from "../session/session";
import type { HoldDialog } from "./hold-dialogs";
import { HoldOrders } from "./hold-orders";
import { listOf, selectionOf, type HoldGroup } from "./holds";
import { onHoldMessages } from "./messages";
import classes from "./on-hold.module.css";
import { useReason } from "./reason";

interface HoldDetailProps {
  group: HoldGroup;
  /** Returns to the list, if only one of both is visible. */
  onBack: (() => void) | undefined;
  onDialog: (dialog: HoldDialog) => void;
}

export function HoldDetail({ group, onBack, onDialog }: HoldDetailProps) {
  const t = useMessages(onHoldMessages);
  const titleId = useId();
  const selection = useSelection();
  const mayRun = useMay("process:run");
  const mayWrite = useMay("candidates:write");
  const { title, text } = useReason()(group.hold);
  const ids = namedIn(selection);
  const release = (orders: number[]) => onDialog({ what: "release", group, orders });
  return (
    <section className={panes.detail} aria-labelledby={titleId}>
      <BackButton label={t("back")} onBack={onBack} />
      <div>
        <Title order={2} id={titleId} className={panes.title}>
          {title}
        </Title>
        <Text>{text}</Text>
      </div>
      <Figures group={group} />
      <HoldActions group={group} selected={ids} onDialog={onDialog} onClear={selection.clear} />
      <HoldOrders
        group={group}
        selection={selection}
        selectable={mayRun || mayWrite}
        onRelease={mayRun && group.releasable ? (order) => release(ids.length > 0 ? ids : [order]) : undefined}
      />
    </section>
  );
}

/** Returns the selected incoming orders. */
function namedIn({ selected }: SelectionState): number[] {
  return selected.all ? [] : [...selected.ids];
}

/** Incoming orders, lines, value and age. */
function Figures({ group }: { group: HoldGroup }) {
  const t = useMessages(onHoldMessages);
  const language = useLanguage();
  return (
    <ul className={panes.figures} aria-label={t("figures")}>
      <li>{t("orders", { count: group.orders })}</li>
      <li>{t("linesHeld", { count: group.candidates })}</li>
      {group.worth.map(({ currencyCode, net }) => (
        <li key={currencyCode}>
          <Amount value={net} currency={currencyCode} />
        </li>
      ))}
      {group.unpriced > 0 && <li>{t("unpriced", { count: group.unpriced })}</li>}
      {group.since && <li>{t("oldest", { age: ageText(group.since, language) })}</li>}
    </ul>
  );
}

interface HoldActionsProps {
  group: HoldGroup;
  /** Selected incoming orders; an empty list means all of the reason. */
  selected: number[];
  onDialog: (dialog: HoldDialog) => void;
  onClear: () => void;
}

/** Actions on the selected incoming orders, otherwise on all. */
function HoldActions({ group, selected, onDialog, onClear }: HoldActionsProps) {
  const t = useMessages(onHoldMessages);
  const tAttention = useMessages(attentionMessages);
  const mayRun = useMay("process:run");
  const mayWrite = useMay("candidates:write");
  const attend = useAttend();
  const open = (what: HoldDialog["what"]) => () => onDialog({ what, group, orders: selected });
  const endWait = () => attend.mutate({ ...selectionOf(group, selected), waitingUntil: null });
  const waits = group.hold === "waiting";
  return (
    <div>
      <div role="toolbar" aria-label={t("actions")} className={classes.actions}>
        {mayRun && group.releasable && (
          <Button
            leftSection={<PackageCheck size={14} aria-hidden />}
            rightSection={
              selected.length === 0 && (
                <Kbd size="xs" aria-hidden>
                  ↵
                </Kbd>
              )
            }
            onClick={open("release")}>
            {t("release")}
          </Button>
        )}
        {mayWrite && waits && <Action icon={Undo2} label={tAttention("takeUp")} onClick={endWait} />}
        {mayWrite && !waits && <Action icon={Hourglass} label={tAttention("wait")} onClick={open("wait")} />}
        {mayWrite && <Action icon={Archive} label={t("exclude")} onClick={open("exclude")} />}
        <Button
          component={Link}
          href={listOf(group, selected)}
          variant="default"
          leftSection={<Rows3 size={14} aria-hidden />}>
          {t("open")}
        </Button>
      </div>
      {(mayRun || mayWrite) && (
        <Text size="sm" className={classes.applies} mt={6} component="div" role="status">
          {selected.length > 0
            ? t("appliesTo", { count: selected.length })
            : t("appliesToAll", { count: group.orders })}{" "}
          {selected.length > 0 && (
            <Button variant="subtle" color="gray" size="compact-xs" onClick={onClear}>
              {t("clearSelection")}
            </Button>
          )}
        </Text>
      )}
    </div>
  );
}

function Action({ icon: Icon, label, onClick }: { icon: LucideIcon; label: string; onClick: () => void }) {
  return (
    <Button variant="default" leftSection={<Icon size={14} aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  );
}
