// The selected cause, by URL, so that it is kept on return.
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import type { ProblemGroup } from "./groups";

/** Delay until a selection by key is written to the URL, in milliseconds. */
const STILL = 300;

type Named = Pick<ProblemGroup, "filter">;

function nameOf({ filter: { problem, cause } }: Named): string {
  return `${problem} ${cause}`;
}

/** Returns the selected cause, by default the first one, and whether the URL names a cause. */
export function useSelectedCause<Cause extends Named>(causes: readonly Cause[]) {
  const [parameters, setParameters] = useSearchParams();
  const [problem, cause] = [parameters.get("problem"), parameters.get("cause")];
  const named = problem !== null && cause !== null;
  const [name, setName] = useState(named ? `${problem} ${cause}` : "");
  // a resolved cause is followed by the next one
  const place = useRef(0);
  const found = causes.findIndex((one) => nameOf(one) === name);
  const at = found < 0 ? Math.min(place.current, causes.length - 1) : found;
  place.current = at;
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  const write = (one: Cause | undefined, replace: boolean) => {
    clearTimeout(waiting.current);
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete("problem");
        after.delete("cause");
        if (one) {
          after.set("problem", one.filter.problem);
          after.set("cause", one.filter.cause);
        }
        return after;
      },
      { replace },
    );
  };
  return {
    at,
    named,
    /** Selects a cause. */
    select: (one: Cause) => {
      setName(nameOf(one));
      clearTimeout(waiting.current);
      const here = location.pathname;
      // another page may already be loading
      waiting.current = setTimeout(() => location.pathname === here && write(one, true), STILL);
    },
    /** Opens a cause as a step of its own. */
    open: (one: Cause) => {
      setName(nameOf(one));
      write(one, false);
    },
    /** Returns to the list of causes. */
    leave: () => write(undefined, true),
  };
}
