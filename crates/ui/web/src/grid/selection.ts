// Which rows are selected: some by their ids, or all that match but some.
import { useCallback, useState } from "react";

export type Selected = { all: false; ids: ReadonlySet<number> } | { all: true; except: ReadonlySet<number> };

const NONE: Selected = { all: false, ids: new Set() };

/** Whether a row is selected, by itself or with the one that it belongs to. */
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

/** Keeps what is selected, and tells it whenever that changes. */
export function keepSelection(tell: (selected: Selected) => void) {
  let selected = NONE;
  /** What was selected when a range began. */
  let base = NONE;
  let changes = 0;
  /** Which row another belongs to, as far as `belong` said so. */
  const owners = new Map<number, number>();
  /** A row that is named together with the one it belongs to is not named by itself. */
  const once = (named: ReadonlySet<number>) => new Set([...named].filter((id) => !named.has(owners.get(id) ?? NaN)));
  const change = (to: Selected) => {
    changes += 1;
    selected = to.all ? { all: true, except: once(to.except) } : { all: false, ids: once(to.ids) };
    tell(selected);
  };
  const belong = (ids: readonly number[], owner: number) => {
    for (const id of ids) owners.set(id, owner);
  };
  return {
    /** Tells which row others belong to: it stands for them. */
    belong,
    /** Names all that belong to a row instead of it, but for one of them. */
    split: (owner: number, ids: readonly number[], without: number) => {
      belong(ids, owner);
      const named = new Set(selected.all ? selected.except : selected.ids);
      if (!named.delete(owner)) return;
      for (const id of ids) if (id !== without) named.add(id);
      change(selected.all ? { all: true, except: named } : { all: false, ids: named });
    },
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
  return selected.all ? Math.max(0, matching - selected.except.size) : selected.ids.size;
}
