// Values edited in the list, and what is wrong with them.
import { useCallback, useMemo } from "react";
import type { CellFault } from "../grid/types";
import { useLanguage, useWords } from "../i18n";
import { say } from "../parts/say";
import type { Candidate } from "./candidates";
import { overriding } from "./change";
import { reject, rejectionOf, useCorrect, useRejections } from "./correct";
import { EDITED_FIELDS, editedIn } from "./fields";
import { columnOf, readTyped } from "./values";
import { dispositionWords } from "./words";

/** What is wrong with a cell: what was typed and not taken, else the problem that the service found. */
export function useFaults(): (candidate: Candidate, column: string) => CellFault | undefined {
  const rejections = useRejections();
  return useCallback(
    (candidate, column) => {
      if (column === "problem") {
        const messages = candidate.problems.map(({ message }) => message);
        return messages.length > 0 ? { message: messages.join(" ") } : undefined;
      }
      const field = editedIn(column);
      if (!field) return undefined;
      const rejection = rejections(candidate.id, field.member);
      if (rejection) return rejection;
      const own = candidate.problems.filter(({ pointer }) => columnOf(pointer) === column);
      return own.length > 0 ? { message: own.map(({ message }) => message).join(" ") } : undefined;
    },
    [rejections],
  );
}

/** Saves what was typed into a cell. */
export function useEdit(): (candidate: Candidate, column: string, text: string) => void {
  const t = useWords(dispositionWords);
  const language = useLanguage();
  const correct = useCorrect();
  return (candidate, column, text) => {
    const field = editedIn(column);
    if (!field) return;
    const { member } = field;
    const read = readTyped(text, field, language);
    if ("fault" in read) {
      const message = t(read.fault);
      reject(candidate, member, { text, message });
      say(t("notSaved", { message }));
      return;
    }
    void correct({ candidate, change: { override: overriding(member, read.value) }, text }).then((after) => {
      const message = after ? undefined : rejectionOf(candidate, member)?.message;
      if (message) say(t("notSaved", { message }));
    });
  };
}

/** The cell of a candidate where its first problem is mended; that of its words if none is. */
export function problemColumn(candidate: Candidate, faultOf: ReturnType<typeof useFaults>): string | undefined {
  const columns = ["problem", ...EDITED_FIELDS.map(({ column }) => column.id)];
  const faulty = columns.filter((column) => faultOf(candidate, column) !== undefined);
  return faulty.find((column) => column !== "problem") ?? faulty[0];
}

export function useTone(): (candidate: Candidate) => string | undefined {
  return useMemo(
    () =>
      ({ status }) =>
        status === "processed" || status === "inactive" ? "quiet" : undefined,
    [],
  );
}
