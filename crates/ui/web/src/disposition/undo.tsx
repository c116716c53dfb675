// Undo of the last change by notification button or Ctrl+Z.
import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMessages } from "../i18n";
import { useKeys } from "../keys/keys";
import { partsMessages } from "../parts/messages";
import { useMay } from "../session/session";
import type { Candidate } from "./candidate";
import { membersOf, type Change } from "./change";
import { pushUndoable, undoLast, removeUndoable, type Undoable } from "./undo-stack";
import { isMember } from "./fields";
import { memberMessages } from "./members";
import { undoMessages } from "./undo-messages";

/** Result of a correction. */
export interface Done {
  before: Candidate;
  after: Candidate;
  change: Change;
}

const TOAST = "undo";

/** Undoes the given change, otherwise the last one. */
export function useUndo(): (lineId?: Undoable) => Promise<void> {
  const t = useMessages(undoMessages);
  return async (lineId) => {
    const own = lineId && removeUndoable(lineId);
    if (own === false) return;
    const last = lineId ?? (await undoLast());
    notifications.hide(TOAST);
    if (!last) {
      notifications.show({ message: t("nothing"), autoClose: 2_000 });
      return;
    }
    try {
      // the rejection is shown at the field
      if (!(await last.undo())) return;
      notifications.show({ id: TOAST, message: t("undone", { what: last.message }), autoClose: 3_000 });
    } catch {
      // the server was unreachable, so keep the entry
      pushUndoable(Promise.resolve({ ...last }));
    }
  };
}

/** Shows a notification with an undo button. */
export function useAnnounceUndoable(): (undoable: Undoable, message?: string) => void {
  const tParts = useMessages(partsMessages);
  const undo = useUndo();
  return (undoable, message = undoable.message) => {
    notifications.hide(TOAST);
    notifications.show({
      id: TOAST,
      autoClose: 6_000,
      closeButtonProps: { "aria-label": tParts("close") },
      message: (
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Text size="sm">{message}</Text>
          <Button
            variant="light"
            size="compact-xs"
            flex="none"
            onClick={() => (undoable.preview ? undoable.preview() : void undo(undoable))}>
            {undoable.preview ? `${tParts("undo")}…` : tParts("undo")}
          </Button>
        </Group>
      ),
    });
  };
}

/** Pushes a pending correction and announces it after the response. */
export function useRemember(): (answer: Promise<Done | undefined>, takeBack: (done: Done) => Promise<unknown>) => void {
  const t = useMessages(undoMessages);
  const tMember = useMessages(memberMessages);
  const announceUndoable = useAnnounceUndoable();
  const describe = ({ after, change }: Done): string => {
    const lineId = `${after.externalHeaderId}/${after.externalLineId}`;
    if (change.active !== undefined) return t(change.active ? "takenBack" : "putAside", { which: lineId });
    const changed = membersOf(change).filter(isMember);
    return t("changed", { which: lineId, what: changed.map((member) => tMember(member)).join(", ") });
  };
  return (answer, takeBack) => {
    const pending = answer.then((done) => {
      if (!done || done.after.version === done.before.version) return undefined;
      const undoable = { message: describe(done), undo: () => takeBack(done) };
      announceUndoable(undoable);
      return undoable;
    });
    pushUndoable(pending);
  };
}

/** Ctrl+Z, except in text fields with their native undo. */
export function useUndoKey(heading: string): void {
  const t = useMessages(undoMessages);
  const undo = useUndo();
  const mayWrite = useMay("candidates:write");
  useKeys({
    heading,
    keys: !mayWrite
      ? []
      : [{ press: "$mod+z", shown: "Ctrl+Z", label: t("key"), run: () => void undo(), offered: true }],
  });
}
