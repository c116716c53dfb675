// Cursor positions of lists, restored on return.
import { useLayoutEffect, useRef, type RefObject } from "react";
import type { GridHandle } from "./props";
import { HEAD, type Place } from "./types";

/** Maximum number of remembered lists. */
const MOST = 50;

const places = new Map<string, Place>();

function save(list: string, place: Place): void {
  places.delete(list);
  places.set(list, place);
  const [oldest] = places.keys();
  if (places.size > MOST && oldest !== undefined) places.delete(oldest);
}

/** Restores the cursor when a list is shown again, and saves it when the list is left; undefined does nothing. */
export function useSavedPlace(list: string | undefined, grid: RefObject<GridHandle | null>): void {
  const latest = useRef(list);
  latest.current = list;
  // before paint
  useLayoutEffect(() => {
    const handle = grid.current;
    const place = latest.current === undefined ? undefined : places.get(latest.current);
    if (place && place.row > HEAD) handle?.resume(place);
    return () => {
      if (handle && latest.current !== undefined) save(latest.current, handle.at());
    };
  }, [grid]);
}
