// From anywhere to the first faulty cell: one key asks for it, and the list answers as soon as it is there.
import { useEffect, useRef } from "react";

const FAULTY = "/candidates?status=error";

let wanted = false;
let list: (() => void) | undefined;

/** Leads to the first candidate in error; where the list is shown already, to the next. */
export function requestFirstProblem(go: (path: string) => void): void {
  if (list) {
    list();
    return;
  }
  wanted = true;
  go(FAULTY);
}

interface Seeking {
  /** There are rows, perhaps those of before. */
  loaded: boolean;
  /** The rows that were asked for last are there, and can be in error. */
  ready: boolean;
  /** To the next problem of those that are shown; nothing where none of them can have one. */
  next: (() => void) | undefined;
  /** To the first, now that those in error are shown. */
  first: () => void;
  /** Shows those in error. */
  show: () => void;
}

/** Lets the list answer; the result is what it does when it is asked itself. */
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
