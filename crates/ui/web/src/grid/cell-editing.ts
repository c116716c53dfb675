// Editor state of a cell.
import { useRef, useState } from "react";
import type { GridProps } from "./props";
import type { Leaving } from "./keys";
import type { Identified, Meant, Place } from "./types";

/** Initial text, and whether it is the pressed key. */
export interface Editing {
  text: string;
  typed: boolean;
}

/** Returns whether leaving the editor saves the text. */
export function isSaved(leaving: Leaving, text: string, before: string | undefined, refused: boolean): boolean {
  if (leaving === "cancel") return false;
  // a rejected text can be sent again unchanged
  return text !== before || (leaving === "down" && refused);
}

type Props<Row extends Identified> = Pick<GridProps<Row>, "rowAt" | "columns" | "faultOf" | "onEdit">;

export function useCellEditing<Row extends Identified>({ rowAt, columns, faultOf, onEdit }: Props<Row>) {
  const [editing, setEditing] = useState<Editing>();
  /** The row when the editor opened, to detect concurrent changes. */
  const started = useRef<Row>(undefined);

  /** Initial text; undefined if read-only. */
  const textOf = (row: Row | undefined, column: string): string | undefined => {
    const text = row && columns.shown.find(({ id }) => id === column)?.edit?.(row);
    return text === undefined ? undefined : ((row && faultOf(row, column)?.text) ?? text);
  };
  const isEditable = ({ row, column }: Place) => textOf(rowAt(row), column) !== undefined;

  return {
    editing,
    isEditable,
    /** Returns whether letters start editing. */
    takesLetters: (place: Place) =>
      isEditable(place) && columns.shown.some(({ id, letters }) => id === place.column && letters),
    /** Returns the text of a cell as typed. */
    textAt: ({ row, column }: Place) => textOf(row < 0 ? undefined : rowAt(row), column),
    begin: ({ row, column }: Place, typed?: string): void => {
      const text = textOf(rowAt(row), column);
      if (text === undefined) return;
      started.current = rowAt(row);
      setEditing({ text: typed ?? text, typed: typed !== undefined });
    },
    end: () => setEditing(undefined),
    /** Saves the text against the row as it was when the editor opened. */
    save: ({ column }: Place, leaving: Leaving, text: string, meant: Meant): void => {
      const row = started.current;
      if (!row) return;
      const refused = faultOf(row, column)?.text !== undefined;
      if (isSaved(leaving, text, textOf(row, column), refused)) onEdit(row, column, text, meant);
    },
  };
}
