// Saves edited cells together, shows them at once, and undoes them.
import { useEffect, useRef, useState } from "react";
import { useAnnounceUndoable } from "../../disposition/undo";
import { pushUndoable } from "../../disposition/undo-stack";
import { useMessages } from "../../i18n";
import { announce } from "../../parts/announce";
import type { GridRow } from "../drafts";
import type { CellEdit } from "../types";
import { useDraft } from "../use-draft";
import { numberOfColumn } from "./column-id";
import { effective, reversed, withEntered, withoutUnsaved, withTexts, type EnteredTexts } from "./edits";
import { checkMessages } from "./messages";

/** `rowAt` returns loaded rows, which contain the changes up to a version. */
export function useEdits(rowAt: (index: number) => GridRow | undefined, version: number) {
  const t = useMessages(checkMessages);
  const { draft, change, current, unsaved, saving } = useDraft();
  const announceUndoable = useAnnounceUndoable();
  const [texts, setTexts] = useState<EnteredTexts>(new Map());
  const buffer = useRef<{ edits: CellEdit[]; rows: Map<number, GridRow> }>({ edits: [], rows: new Map() });
  const { columns } = draft;

  // a change that was given up is no longer shown
  const failed = useRef(false);
  useEffect(() => {
    if (failed.current && !unsaved && !saving) setTexts(withoutUnsaved);
    failed.current = unsaved !== undefined;
  }, [unsaved, saving]);

  const save = async (edits: CellEdit[]): Promise<boolean> => {
    setTexts((before) => withEntered(before, edits));
    const after = await change({ edits });
    if (after) setTexts((before) => withEntered(before, edits, after.version));
    return after !== undefined;
  };

  const flush = () => {
    const { edits: entered, rows } = buffer.current;
    buffer.current = { edits: [], rows: new Map() };
    const place = (column: number) => columns.findIndex((one) => one.column === column);
    const edits = effective(entered, ({ row, column }) => rows.get(row)?.cells[place(column)]);
    const [first] = edits;
    if (!first) return;
    const before = reversed(edits, (row) => rows.get(row), columns);
    const letters = columns[place(first.column)]?.letters ?? "";
    const message = t("editedCells", { count: edits.length, cell: `${letters}${first.row}` });
    const undo = async () => {
      // imported rows would have to be imported again
      if (!["open", "checking", "checked"].includes(current().status)) {
        announce(t("undoTooLate"));
        return false;
      }
      return save(before);
    };
    const undoable = { message, undo };
    const saved = save(edits).then((isSaved) => {
      if (!isSaved) return undefined;
      announceUndoable(undoable);
      return undoable;
    });
    pushUndoable(saved);
  };

  return {
    rowAt: (index: number): GridRow | undefined => {
      const row = rowAt(index);
      return row && withTexts(row, texts, columns, version);
    },
    /** Edits of one paste are saved together. */
    edit: (row: GridRow, id: string, text: string) => {
      const column = numberOfColumn(id);
      if (column === undefined) return;
      if (buffer.current.edits.length === 0) queueMicrotask(flush);
      buffer.current.edits.push({ row: row.row, column, text });
      buffer.current.rows.set(row.row, row);
    },
  };
}
