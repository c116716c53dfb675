// What is typed in a cell, and what becomes of it.
import { useRef, useState } from "react";
import type { GridProps } from "./props";
import type { Leaving } from "./keys";
import type { Identified, Meant, Place } from "./types";

/** What an editor began with, and whether that is the key that opened it. */
export interface Editing {
  text: string;
  typed: boolean;
}

/** Whether what an editor holds is saved when it is left. */
export function isSaved(leaving: Leaving, text: string, before: string | undefined, refused: boolean): boolean {
  if (leaving === "cancel") return false;
  // what was not taken can be sent again as it is: perhaps the way there was at fault
  return text !== before || (leaving === "down" && refused);
}

type Props<Row extends Identified> = Pick<GridProps<Row>, "rowAt" | "columns" | "faultOf" | "onEdit">;

export function useCellEditing<Row extends Identified>({ rowAt, columns, faultOf, onEdit }: Props<Row>) {
  const [editing, setEditing] = useState<Editing>();
  /** The row as it was when its editor opened: what others change meanwhile must not be overwritten unseen. */
  const begun = useRef<Row>(undefined);

  /** The text that an editor begins with; undefined where nothing can be edited. */
  const textOf = (row: Row | undefined, column: string): string | undefined => {
    const text = row && columns.shown.find(({ id }) => id === column)?.edit?.(row);
    return text === undefined ? undefined : ((row && faultOf(row, column)?.text) ?? text);
  };
  const isEditable = ({ row, column }: Place) => textOf(rowAt(row), column) !== undefined;

  return {
    editing,
    isEditable,
    /** Whether letters begin to edit a cell. */
    takesLetters: (place: Place) =>
      isEditable(place) && columns.shown.some(({ id, letters }) => id === place.column && letters),
    /** What stands in a cell, as it is typed. */
    textAt: ({ row, column }: Place) => textOf(row < 0 ? undefined : rowAt(row), column),
    begin: ({ row, column }: Place, typed?: string): void => {
      const text = textOf(rowAt(row), column);
      if (text === undefined) return;
      begun.current = rowAt(row);
      setEditing({ text: typed ?? text, typed: typed !== undefined });
    },
    end: () => setEditing(undefined),
    /** Saves what the editor holds, if it is to be saved, with the row as it was when it was begun. */
    save: ({ column }: Place, leaving: Leaving, text: string, meant: Meant): void => {
      const row = begun.current;
      if (!row) return;
      const refused = faultOf(row, column)?.text !== undefined;
      if (isSaved(leaving, text, textOf(row, column), refused)) onEdit(row, column, text, meant);
    },
  };
}
