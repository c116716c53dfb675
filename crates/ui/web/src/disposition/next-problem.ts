// Navigation to the first problem from any page.
import { useEffect, useRef } from "react";

const FAULTY = "/candidates?status=error";

let wanted = false;
let list: (() => void) | undefined;

/** Opens the first candidate with an error; in the list, the next one. */
export function requestFirstProblem(go: (path: string) => void): void {
  if (list) {
    list();
    return;
  }
  wanted = true;
  go(FAULTY);
}

interface Seeking {
  /** Rows are available, possibly older ones. */
  loaded: boolean;
  /** The requested rows are loaded. */
  ready: boolean;
  /** Goes to the next problem; undefined if the shown rows have none. */
  next: (() => void) | undefined;
  /** Goes to the first problem of the filtered list. */
  first: () => void;
  /** Filters by errors. */
  show: () => void;
}

/** Connects the list to requests for the first problem. */
export function useFirstProblem(seeking: Seeking): () => void {
  const latest = useRef(seeking);
  latest.current = seeking;
  const { current: seek } = useRef(() => {
    const { loaded, next, show } = latest.current;
    if (loaded && next) {
      next();
      return;
    }
    wanted = true;
    if (!next) show();
  });
  useEffect(() => {
    list = seek;
    return () => {
      list = undefined;
    };
  }, [seek]);
  useEffect(() => {
    if (!wanted || !seeking.ready) return;
    wanted = false;
    latest.current.first();
  });
  return seek;
}
