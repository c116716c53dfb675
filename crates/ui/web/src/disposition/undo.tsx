// What a clerk did last can be taken back: by the button of its message, or by Ctrl+Z.
import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useWords } from "../i18n";
import { useKeys } from "../keys/keys";
import { partsWords } from "../parts/words";
import { useMay } from "../session/session";
import type { Candidate } from "./candidate";
import { membersOf, type Change } from "./change";
import { keepDone, lastDone, takeDone, type Undoable } from "./done";
import { isMember } from "./fields";
import { memberWords } from "./members";
import { undoWords } from "./undo-words";

/** A correction that was answered. */
export interface Done {
  before: Candidate;
  after: Candidate;
  change: Change;
}

const TOAST = "undo";

/** Takes back what is named, or what was done last. */
export function useUndo(): (which?: Undoable) => Promise<void> {
  const t = useWords(undoWords);
  return async (which) => {
    const own = which && takeDone(which);
    if (own === false) return;
    const last = which ?? (await lastDone());
    notifications.hide(TOAST);
    if (!last) {
      notifications.show({ message: t("nothing"), autoClose: 2_000 });
      return;
    }
    try {
      // why it was refused stands at the field
      if (!(await last.back())) return;
      notifications.show({ id: TOAST, message: t("undone", { what: last.words }), autoClose: 3_000 });
    } catch {
      // the service was not reached, and it can be tried once more
      keepDone(Promise.resolve({ ...last }));
    }
  };
}

/** Says what was done, with a button to undo it. */
export function useSayDone(): (undoable: Undoable, said?: string) => void {
  const parts = useWords(partsWords);
  const undo = useUndo();
  return (undoable, said = undoable.words) => {
    notifications.hide(TOAST);
    notifications.show({
      id: TOAST,
      autoClose: 6_000,
      closeButtonProps: { "aria-label": parts("close") },
      message: (
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Text size="sm">{said}</Text>
          <Button
            variant="light"
            size="compact-xs"
            flex="none"
            onClick={() => (undoable.ask ? undoable.ask() : void undo(undoable))}>
            {undoable.ask ? `${parts("undo")}…` : parts("undo")}
          </Button>
        </Group>
      ),
    });
  };
}

/** Keeps a correction that begins; once it is answered, says so and can take it back. */
export function useRemember(): (answer: Promise<Done | undefined>, takeBack: (done: Done) => Promise<unknown>) => void {
  const t = useWords(undoWords);
  const members = useWords(memberWords);
  const sayDone = useSayDone();
  const wordsOf = ({ after, change }: Done): string => {
    const which = `${after.externalHeaderId}/${after.externalLineId}`;
    if (change.active !== undefined) return t(change.active ? "takenBack" : "putAside", { which });
    const changed = membersOf(change).filter(isMember);
    return t("changed", { which, what: changed.map((member) => members(member)).join(", ") });
  };
  return (answer, takeBack) => {
    const coming = answer.then((done) => {
      if (!done || done.after.version === done.before.version) return undefined;
      const undoable = { words: wordsOf(done), back: () => takeBack(done) };
      sayDone(undoable);
      return undoable;
    });
    keepDone(coming);
  };
}

/** Ctrl+Z, except in a text that is being typed, where it is the browser's. */
export function useUndoKey(heading: string): void {
  const t = useWords(undoWords);
  const undo = useUndo();
  const mayWrite = useMay("candidates:write");
  useKeys({
    heading,
    keys: !mayWrite
      ? []
      : [{ press: "$mod+z", shown: "Ctrl+Z", words: t("key"), run: () => void undo(), offered: true }],
  });
}
