// What a clerk did last can be taken back: by the button of its message, or by Ctrl+Z.
import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useWords } from "../i18n";
import { useKeys } from "../keys/keys";
import { partsWords } from "../parts/words";
import { useMay } from "../session/session";
import type { Candidate } from "./candidates";
import { membersOf, type Change } from "./change";
import { keepDone, lastDone, type Undoable } from "./done";
import { isMember } from "./fields";
import { memberWords } from "./members";
import { undoWords } from "./undo-words";

interface Done {
  after: Candidate;
  change: Change;
  back: () => Promise<unknown>;
}

const TOAST = "undo";
function useUndo(): () => Promise<void> {
  const t = useWords(undoWords);
  return async () => {
    const last = await lastDone();
    notifications.hide(TOAST);
    if (!last) {
      notifications.show({ message: t("nothing"), autoClose: 2_000 });
      return;
    }
    last
      .back()
      .then(() => notifications.show({ id: TOAST, message: t("undone", { what: last.words }), autoClose: 3_000 }))
      // why it was refused stands at the field
      .catch(() => undefined);
  };
}

/** Keeps what was done, and says so with a button to undo it. */
export function useOfferUndo(): (undoable: Undoable) => void {
  const parts = useWords(partsWords);
  const undo = useUndo();
  return (undoable) => {
    keepDone(undoable);
    notifications.hide(TOAST);
    notifications.show({
      id: TOAST,
      autoClose: 6_000,
      closeButtonProps: { "aria-label": parts("close") },
      message: (
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Text size="sm">{undoable.words}</Text>
          <Button variant="light" size="compact-xs" onClick={() => void undo()}>
            {parts("undo")}
          </Button>
        </Group>
      ),
    });
  };
}

/** Keeps a correction, in words. */
export function useRemember(): (done: Done) => void {
  const t = useWords(undoWords);
  const members = useWords(memberWords);
  const offer = useOfferUndo();
  return ({ after, change, back }) => {
    const changed = membersOf(change).filter(isMember);
    const which = `${after.externalHeaderId}/${after.externalLineId}`;
    const putAside = change.active === false ? "putAside" : "takenBack";
    const words =
      change.active === undefined
        ? t("changed", { which, what: changed.map((member) => members(member)).join(", ") })
        : t(putAside, { which });
    offer({ words, back });
  };
}

/** Ctrl+Z, except in a text that is being typed, where it is the browser's. */
export function useUndoKey(heading: string): void {
  const t = useWords(undoWords);
  const undo = useUndo();
  const mayWrite = useMay("candidates:write");
  useKeys({
    heading,
    keys: !mayWrite ? [] : [{ press: "$mod+z", shown: "Ctrl+Z", words: t("key"), run: () => void undo() }],
  });
}
