// From one problem to the next, wherever in the list it is.
import { useRef, type RefObject } from "react";
import type { GridHandle } from "../grid/grid";
import { seek } from "../grid/seek";
import type { Place } from "../grid/types";
import { useWords } from "../i18n";
import { useFailureText } from "../parts/failure";
import { say } from "../parts/say";
import type { Candidate } from "./candidates";
import { problemColumn, useFaults } from "./editing";
import type { CandidateList } from "./list";
import { dispositionWords } from "./words";

export function useProblems(list: CandidateList, grid: RefObject<GridHandle | null>, count: number) {
  const t = useWords(dispositionWords);
  const failureText = useFailureText();
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
    // a second press while the first still looks, or another list than the one that is looked through
    const isLast = () => turn === seeking.current && number === latest.current;
    const find = (candidate: Candidate) => {
      const column = problemColumn(candidate, faultOf);
      return column === undefined ? undefined : { column, words: faultOf(candidate, column)?.message ?? "" };
    };
    try {
      const next = await seek(list, { from, step, count }, find, isLast);
      if (!isLast()) return;
      if (next) {
        const { row, found } = next;
        grid.current?.go({ row, column: found.column });
        shown.current = `${number} ${row} ${found.column}`;
        say(found.words);
        return;
      }
      say(t("noProblem"));
    } catch (failure) {
      if (!isLast()) return;
      say(failureText(failure));
    }
    grid.current?.focus();
  };
}
