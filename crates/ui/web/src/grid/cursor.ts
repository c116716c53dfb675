// The active cell and its movement.
import {
  useCallback,
  useImperativeHandle,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
} from "react";
import { useCellEditing, type Editing } from "./cell-editing";
import { useCellFocus } from "./cell-focus";
import type { GridProps } from "./props";
import { createKeyHandler } from "./key-handler";
import { createPasteHandler } from "./paste-and-fill";
import { afterEditing, nearest, type Leaving } from "./keys";
import { HEAD, SELECT, type Identified, type Meant, type Place } from "./types";
import type { VirtualRows } from "./virtual-rows";

export interface Cursor {
  at: Place;
  editing: Editing | undefined;
  go: (to: Place, extend?: boolean) => void;
  edit: (begin?: string) => void;
  leave: (leaving: Leaving, text: string, meant?: Meant) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPaste: (event: ClipboardEvent) => void;
}

export function useCursor<Row extends Identified>(
  props: GridProps<Row>,
  rows: VirtualRows,
  scroller: RefObject<HTMLDivElement | null>,
): Cursor {
  const { columns, count } = props;
  const ground = { count, columns: columns.ids, fitting: rows.fitting };
  const [place, setPlace] = useState<Place>({ row: 0, column: SELECT });
  const at = nearest(place, ground);
  const cell = useCellEditing(props);
  const focus = useCellFocus(scroller, at, cell.editing !== undefined);
  const range = useRange(props, at);

  const go = (to: Place, extend = false) => {
    focus.wish(true);
    cell.end();
    setPlace(to);
    if (to.row > HEAD) rows.reveal(to.row);
    range(to, extend);
    if (to.row !== at.row && to.row > HEAD) props.onMove?.(to.row);
  };

  const leave = (leaving: Leaving, text: string, meant?: Meant) => {
    cell.save(at, leaving, text, meant);
    focus.wish(leaving !== "stay");
    cell.end();
    const on = afterEditing(leaving, at, ground, cell.isEditable);
    if (on) go(on.to);
    if (on?.edit) cell.begin(on.to);
  };

  const latest = useRef({ leave, go, at, rows, focus, isEditing: false });
  latest.current = { leave, go, at, rows, focus, isEditing: cell.editing !== undefined };
  useHandle(props.handle, scroller, latest, setPlace);
  return {
    at,
    editing: cell.editing,
    go,
    edit: (begin) => cell.begin(at, begin),
    leave: useCallback((...left) => latest.current.leave(...left), []),
    onKeyDown: createKeyHandler(props, { at, context: ground, cell, focus, go }),
    onPaste: createPasteHandler(props, at, cell),
  };
}

/** Selects the range between anchor and cursor. */
function useRange<Row extends Identified>({ columns, onRange }: GridProps<Row>, at: Place) {
  const anchor = useRef<number>(undefined);
  return (to: Place, extend: boolean) => {
    if (!extend) anchor.current = undefined;
    else if (columns.selectable && to.row > HEAD && at.row > HEAD) {
      const begins = anchor.current === undefined;
      anchor.current ??= at.row;
      onRange(anchor.current, to.row, begins);
    }
  };
}

interface Latest extends Pick<Cursor, "at" | "go"> {
  rows: VirtualRows;
  focus: ReturnType<typeof useCellFocus>;
  isEditing: boolean;
}

/** Imperative handle of the grid. */
function useHandle<Row extends Identified>(
  handle: GridProps<Row>["handle"],
  scroller: RefObject<HTMLElement | null>,
  latest: RefObject<Latest>,
  setPlace: (place: Place | ((before: Place) => Place)) => void,
): void {
  useImperativeHandle(
    handle,
    () => ({
      go: (to: Place) => latest.current.go(to),
      focus: () => latest.current.go(latest.current.at),
      take: () => latest.current.focus.take(),
      at: () => latest.current.at,
      resume: (to: Place) => {
        const { rows, focus } = latest.current;
        rows.reveal(to.row);
        // keep the focus of a click
        focus.wish(focus.isOurs());
        setPlace(to);
      },
      reset: () => {
        const { focus, isEditing } = latest.current;
        // move the focus to the first row even if its row is gone
        const ours = focus.isOurs();
        // save the edited text with its original row
        if (isEditing && document.activeElement instanceof HTMLElement && ours) document.activeElement.blur();
        if (scroller.current) scroller.current.scrollTop = 0;
        focus.wish(ours);
        setPlace(({ column }) => ({ row: 0, column }));
      },
    }),
    [scroller, latest, setPlace],
  );
}
