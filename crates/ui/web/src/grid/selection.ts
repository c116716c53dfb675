// Which rows are selected: some by their ids, or all that match but some.
import { useCallback, useState } from "react";

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

/** Keeps what is selected, and tells it whenever that changes. */
export function keepSelection(tell: (selected: Selected) => void) {
  let selected = NONE;
  /** What was selected when a range began. */
  let base = NONE;
  let changes = 0;
  const change = (to: Selected) => {
    changes += 1;
    selected = to;
    tell(to);
  };
  return {
    put: (ids: number[], on: boolean) => change(withRows(selected, ids, on)),
    toggle: (id: number) => change(withRows(selected, [id], !has(selected, id))),
    /**
     * The rows between anchor and end, besides what was selected when the range began, as soon as they are known: far
     * ones come late, and what was selected after them holds.
     */
    range: async (ids: Promise<number[]>, begins: boolean): Promise<void> => {
      if (begins) base = selected;
      changes += 1;
      const mine = changes;
      const known = await ids;
      if (mine === changes) change(withRows(base, known, true));
    },
    selectAll: () => change({ all: true, except: new Set() }),
    clear: () => change(NONE),
  };
}

export interface SelectionState extends ReturnType<typeof keepSelection> {
  selected: Selected;
  isSelected: (id: number) => boolean;
}

export function useSelection(): SelectionState {
  const [selected, setSelected] = useState<Selected>(NONE);
  const [selection] = useState(() => keepSelection(setSelected));
  return { ...selection, selected, isSelected: useCallback((id) => has(selected, id), [selected]) };
}

/** How many are selected of so many that match. */
export function selectedCount(selected: Selected, matching: number): number {
  // of orders that are left out the lines are named too
  const except = [...(selected.all ? selected.except : [])];
  const orders = except.filter((id) => id < 0).length;
  return selected.all ? Math.max(0, matching - (orders || except.length)) : selected.ids.size;
}
