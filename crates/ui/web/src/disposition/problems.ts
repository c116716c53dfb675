// From one problem to the next, wherever in the list it is.
import { useRef, type RefObject } from "react";
import { BLOCK } from "../grid/blocks";
import type { GridHandle } from "../grid/grid";
import type { Place } from "../grid/types";
import { useWords } from "../i18n";
import { say } from "../parts/say";
import { problemColumn, useFaults } from "./editing";
import type { CandidateList } from "./list";
import { dispositionWords } from "./words";

/** So many rows are looked through. */
const SOUGHT = 2_000;

export function useProblems(list: CandidateList, grid: RefObject<GridHandle | null>, count: number) {
  const t = useWords(dispositionWords);
  const faultOf = useFaults();
  const seeking = useRef(0);
  /** The problem that was gone to last. */
  const shown = useRef("");
  const { number } = list;
  const latest = useRef(number);
  latest.current = number;
  return async (step: 1 | -1, at: Place) => {
    const here = list.rowAt(at.row);
    const own = here && problemColumn(here, faultOf);
    // the row that the cursor has come to by itself comes first
    const told = shown.current === `${number} ${at.row} ${at.column}`;
    const from = own && !told ? at.row - step : at.row;
    const turn = ++seeking.current;
    const ends = Math.max(-1, Math.min(count, from + step * SOUGHT));
    for (let row = from + step; row !== ends && row >= 0 && row < count; row += step) {
      const block = Math.floor(row / BLOCK) * BLOCK;
      const candidate =
        list.rowAt(row) ?? (await list.rows(block, Math.min(count - 1, block + BLOCK - 1)))[row - block];
      // a second press while the first still looks, or another list than the one that is looked through
      if (turn !== seeking.current || number !== latest.current) return;
      const column = candidate && problemColumn(candidate, faultOf);
      if (!candidate || !column) continue;
      grid.current?.go({ row, column });
      shown.current = `${number} ${row} ${column}`;
      say(faultOf(candidate, column)?.message ?? "");
      return;
    }
    say(t("noProblem"));
    grid.current?.focus();
  };
}
