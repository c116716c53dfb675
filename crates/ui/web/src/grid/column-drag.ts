// Dragging of columns in the column menu. The arrows do the same by keyboard.
import { useEffect, useRef, useState } from "react";
import type { ColumnState } from "./columns";

const COLUMN = "column";

/** Side on which a dragged column is dropped. */
type Drop = "before" | "after";

interface Order {
  all: { id: string }[];
  isPinned: (id: string) => boolean;
}

/** Returns the side on which a column is dropped on another; undefined for the same one or one of the other group. */
export function dropSide({ all, isPinned }: Order, dragged: string, target: string): Drop | undefined {
  const [from, to] = [dragged, target].map((id) => all.findIndex((column) => column.id === id));
  if (from === undefined || to === undefined || from < 0 || from === to) return undefined;
  if (isPinned(dragged) !== isPinned(target)) return undefined;
  return from < to ? "after" : "before";
}

/** Returns the column that follows the dragged one after the drop; undefined for the end of its group. */
export function columnAfterDrop({ all, isPinned }: Order, target: string, side: Drop): string | undefined {
  if (side === "before") return target;
  const next = all[all.findIndex(({ id }) => id === target) + 1];
  return next && isPinned(next.id) === isPinned(target) ? next.id : undefined;
}

export function useColumnDrag<Row>(column: string, columns: ColumnState<Row>) {
  const line = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const [drop, setDrop] = useState<Drop>();
  const latest = useRef(columns);
  latest.current = columns;
  useEffect(() => {
    const [element, dragHandle] = [line.current, handle.current];
    if (!element || !dragHandle) return undefined;
    const sideOf = (data: Record<string | symbol, unknown>) =>
      typeof data[COLUMN] === "string" ? dropSide(latest.current, data[COLUMN], column) : undefined;
    const register = ({ combine, draggable, dropTargetForElements }: typeof import("./drag-library")) =>
      combine(
        draggable({ element, dragHandle, getInitialData: () => ({ [COLUMN]: column }) }),
        dropTargetForElements({
          element,
          canDrop: ({ source }) => sideOf(source.data) !== undefined,
          onDragEnter: ({ source }) => setDrop(sideOf(source.data)),
          onDragLeave: () => setDrop(undefined),
          onDrop: ({ source }) => {
            setDrop(undefined);
            const side = sideOf(source.data);
            if (side) latest.current.move(String(source.data[COLUMN]), columnAfterDrop(latest.current, column, side));
          },
        }),
      );
    let left = false;
    let unregister: (() => void) | undefined;
    void import("./drag-library").then((library) => {
      if (!left) unregister = register(library);
    });
    return () => {
      left = true;
      unregister?.();
    };
  }, [column]);
  return { line, handle, drop };
}
