// Navigation to unsaved text: its cell if visible, otherwise its field in the panel.
import { useEffect, useRef, type RefObject } from "react";
import type { GridHandle } from "../grid/props";
import { BLOCK } from "../grid/blocks";
import { onRevealUnsaved, takeRequestedField, type Unsaved } from "../session/unsent-texts";
import { EDITED_FIELDS } from "./fields";
import type { CandidateList } from "./list";

/** Returns the row of a loaded candidate. */
function rowOf({ shown, rowAt }: CandidateList, id: number): number | undefined {
  for (const [block] of shown) {
    for (let row = block * BLOCK; row < (block + 1) * BLOCK; row += 1) if (rowAt(row)?.id === id) return row;
  }
  return undefined;
}

interface Shown {
  list: CandidateList;
  /** Only in the list of orders: row of a line and column of a value. */
  lines: { rowOf: (id: number) => number | undefined; columnOf: (member: string) => string | undefined } | undefined;
  columns: readonly string[];
  grid: RefObject<GridHandle | null>;
  startCorrecting: (id: number) => void;
}

export function useUnsavedNavigation(shown: Shown): void {
  const latest = useRef(shown);
  latest.current = shown;
  useEffect(
    () =>
      onRevealUnsaved(({ id, member }: Unsaved) => {
        const { list, lines, columns, grid, startCorrecting } = latest.current;
        const ofRow = () => EDITED_FIELDS.find((field) => field.member === member)?.column.id;
        const column = lines ? lines.columnOf(member) : ofRow();
        const isShown = column !== undefined && columns.includes(column);
        const row = isShown ? (lines ? lines.rowOf(id) : rowOf(list, id)) : undefined;
        if (row === undefined || column === undefined) {
          startCorrecting(id);
        } else {
          takeRequestedField(id);
          grid.current?.go({ row, column });
        }
        return true;
      }),
    [],
  );
}

/** Focuses the requested field of a candidate. */
export function useSoughtField(id: number, fields: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const show = ({ member }: Unsaved) => {
      const row = fields.current?.querySelector(`tr[data-member="${member}"]`);
      row?.querySelector<HTMLElement>("input, textarea, select, button")?.focus();
    };
    const sought = takeRequestedField(id);
    if (sought) show(sought);
    return onRevealUnsaved((at) => {
      if (at.id !== id) return false;
      takeRequestedField(id);
      show(at);
      return true;
    });
  }, [id, fields]);
}
