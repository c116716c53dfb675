// Which rows are selected: some by their ids, or all that match but some.
import { useCallback, useRef, useState } from "react";

export type Selected = { all: false; ids: ReadonlySet<number> } | { all: true; except: ReadonlySet<number> };

const NONE: Selected = { all: false, ids: new Set() };

export function has(selected: Selected, id: number): boolean {
  return selected.all ? !selected.except.has(id) : selected.ids.has(id);
}

function withRows(selected: Selected, ids: number[], on: boolean): Selected {
  const named = new Set(selected.all ? selected.except : selected.ids);
  const adding = selected.all ? !on : on;
  for (const id of ids) {
    if (adding) named.add(id);
    else named.delete(id);
  }
  return selected.all ? { all: true, except: named } : { all: false, ids: named };
}

export interface SelectionState {
  selected: Selected;
  isSelected: (id: number) => boolean;
  toggle: (id: number) => void;
  /** The rows between anchor and end, besides what was selected when the range began. */
  range: (ids: number[], begins: boolean) => void;
  selectAll: () => void;
  clear: () => void;
}

export function useSelection(): SelectionState {
  const [selected, setSelected] = useState<Selected>(NONE);
  const base = useRef(selected);
  return {
    selected,
    isSelected: useCallback((id) => has(selected, id), [selected]),
    toggle: (id) => setSelected((before) => withRows(before, [id], !has(before, id))),
    range: (ids, begins) => {
      if (begins) base.current = selected;
      setSelected(withRows(base.current, ids, true));
    },
    selectAll: () => setSelected({ all: true, except: new Set() }),
    clear: useCallback(() => setSelected(NONE), []),
  };
}

/** How many are selected of so many that match. */
export function selectedCount(selected: Selected, matching: number): number {
  return selected.all ? Math.max(0, matching - selected.except.size) : selected.ids.size;
}
