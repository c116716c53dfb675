// Starts the check by itself, and keeps the shown results while rows are being corrected.
import { useEffect, useRef, useState } from "react";
import { startCheck } from "../drafts";
import type { CheckCounts, ImportDraft, UnknownValue } from "../types";
import { useDraft } from "../use-draft";

/** Delay after a change, in milliseconds. */
const IDLE = 1_200;
/** Larger files are checked again only on request. */
const MAX_ROWS = 20_000;

/** Returns a function that starts the check. */
export function useAutomaticCheck(): { check: () => void; hold: () => void } {
  const { draft, editable, saving, unsaved, run, runQuietly } = useDraft();
  const { version, status, totals, questions, progress, failure } = draft;
  /** Version that is not checked by itself. */
  const [held, setHeld] = useState(() => (progress || failure ? version : undefined));
  const first = useRef(version);
  const isDue = status === "open" && editable && questions.length === 0 && !saving && !unsaved && held !== version;
  const enabled = isDue && (totals.rows <= MAX_ROWS || (version === first.current && draft.checks === undefined));
  const start = useRef(() => {});
  start.current = () => void runQuietly(startCheck);
  useEffect(() => {
    if (!enabled) return undefined;
    const delay = version === first.current ? 0 : IDLE;
    const timer = setTimeout(() => {
      // a check that could not be started is not repeated
      setHeld(version);
      start.current();
    }, delay);
    return () => clearTimeout(timer);
  }, [enabled, version]);
  return {
    check: () => void run(startCheck),
    hold: () => setHeld(version + 1),
  };
}

/** Results that are shown. */
export interface ShownResults {
  counts: CheckCounts | undefined;
  /** Identifies the rows. */
  state: string;
  values: readonly UnknownValue[];
  /** Version of the draft that the rows contain. */
  version: number;
  /** Cells or settings changed since then. */
  stale: boolean;
}

/** Returns the results of the last check, also while the draft is open or is being checked again. */
export function useShownResults(draft: ImportDraft): ShownResults {
  const { status, checks, version, values } = draft;
  const known = useRef<Pick<ShownResults, "counts" | "values" | "version">>(undefined);
  const isCurrent = checks !== undefined && status !== "open" && status !== "checking";
  if (isCurrent) known.current = { counts: checks, values, version };
  // never checked: the rows as they are
  const shown = known.current ?? { counts: undefined, values: [], version };
  return { ...shown, state: `v${shown.version}`, stale: !isCurrent };
}
