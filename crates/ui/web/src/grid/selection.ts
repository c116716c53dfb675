// Selection by ids, or all matching rows with exceptions.
import { useCallback, useState } from "react";

export type Selected = { all: false; ids: ReadonlySet<number> } | { all: true; except: ReadonlySet<number> };

const NONE: Selected = { all: false, ids: new Set() };

/** Returns whether a row is selected, itself or by its owner. */
export function has(selected: Selected, id: number, owner = id): boolean {
  const named = selected.all ? selected.except : selected.ids;
  return (named.has(id) || named.has(owner)) !== selected.all;
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

/** Creates a selection that reports changes. */
export function keepSelection(onChange: (selected: Selected) => void) {
  let selected = NONE;
  /** Selection when the range started. */
  let base = NONE;
  let changes = 0;
  /** Owner of rows, as set by `belong`. */
  const owners = new Map<number, number>();
  /** Removes rows whose owner is selected. */
  const once = (named: ReadonlySet<number>) => new Set([...named].filter((id) => !named.has(owners.get(id) ?? NaN)));
  const change = (to: Selected) => {
    changes += 1;
    selected = to.all ? { all: true, except: once(to.except) } : { all: false, ids: once(to.ids) };
    onChange(selected);
  };
  const belong = (ids: readonly number[], owner: number) => {
    for (const id of ids) owners.set(id, owner);
  };
  return {
    /** Sets the owner of rows. */
    belong,
    /** Replaces an owner by its rows except one. */
    split: (owner: number, ids: readonly number[], without: number) => {
      belong(ids, owner);
      const named = new Set(selected.all ? selected.except : selected.ids);
      if (!named.delete(owner)) return;
      for (const id of ids) if (id !== without) named.add(id);
      change(selected.all ? { all: true, except: named } : { all: false, ids: named });
    },
    toggle: (id: number) => change(withRows(selected, [id], !has(selected, id))),
    /**
     * Selects the rows between anchor and end in addition to the selection at the start of the range. Later
     * selections take precedence over ranges that resolve late.
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

/** Counts the selected rows. */
export function selectedCount(selected: Selected, matching: number): number {
  return selected.all ? Math.max(0, matching - selected.except.size) : selected.ids.size;
}
