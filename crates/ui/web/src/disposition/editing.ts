// Editing in list cells and their errors.
import { useCallback, useMemo } from "react";
import type { CellFault, Meant } from "../grid/types";
import { useLanguage, useMessages } from "../i18n";
import type { Option } from "../parts/option-list";
import { withUnitNames } from "../parts/unit-names";
import { announce } from "../parts/announce";
import type { Candidate } from "./candidate";
import { withOverride } from "./change";
import { reject, rejectionOf, useCorrect, useRejections, waitToSend } from "./correct";
import { EDITED_FIELDS, editedIn, isAbout, type TypedField } from "./fields";
import { readTyped } from "./values";
import { dispositionMessages } from "./messages";

/** Returns the editable field of a column. */
type FieldIn = (column: string) => TypedField | undefined;
type FaultOf = (candidate: Candidate, column: string) => CellFault | undefined;

/** Error of a cell: the rejected text, otherwise the stored problem. */
export function useFaults(fieldIn: FieldIn = editedIn): FaultOf {
  const rejections = useRejections();
  const language = useLanguage();
  return useCallback(
    (candidate, column) => {
      const messagesOf = (problems: Candidate["problems"]) =>
        problems.length > 0
          ? { message: problems.map(({ message, params }) => withUnitNames(message, params, language)).join(" ") }
          : undefined;
      if (column === "problem") return messagesOf(candidate.problems);
      const field = fieldIn(column);
      if (!field) return undefined;
      const rejection = rejections(candidate.id, field.member);
      if (rejection) return rejection;
      return messagesOf(candidate.problems.filter(({ pointer }) => isAbout(field, pointer)));
    },
    [rejections, fieldIn, language],
  );
}

/** Saves the text of a cell. */
export function useEdit(
  fieldIn: FieldIn = editedIn,
): (candidate: Candidate, column: string, text: string, meant?: Meant) => void {
  const t = useMessages(dispositionMessages);
  const language = useLanguage();
  const correct = useCorrect();
  const edit = (candidate: Candidate, field: TypedField, text: string, option: Option | undefined) => {
    const { member } = field;
    const read = option ? { value: option.value } : readTyped(text, field, language);
    if ("fault" in read) {
      const message = t(read.fault);
      reject(candidate, member, { text, message });
      announce(t("notSaved", { message }));
      return;
    }
    void correct({ candidate, change: { override: withOverride(member, read.value) }, text }).then((after) => {
      const message = after ? undefined : rejectionOf(candidate, member)?.message;
      if (message) announce(t("notSaved", { message }));
    });
  };
  return (candidate, column, text, meant) => {
    const field = fieldIn(column);
    if (!field) return;
    if (!(meant instanceof Promise)) return edit(candidate, field, text, meant);
    const found = waitToSend({ candidate, change: { override: withOverride(field.member, text) }, text });
    void meant
      .catch(() => undefined)
      .then((option) => {
        found();
        edit(candidate, field, option?.code ?? text, option);
      });
  };
}

const EDITED_COLUMNS: readonly string[] = EDITED_FIELDS.map(({ column }) => column.id);

/** Returns the column where the first problem can be fixed, otherwise the problem column. */
export function problemColumn(candidate: Candidate, faultOf: FaultOf, columns = EDITED_COLUMNS): string | undefined {
  const faulty = ["problem", ...columns].filter((column) => faultOf(candidate, column) !== undefined);
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
