// From one problem to the next, wherever in the list it is.
import { useCallback, useRef, useState, type RefObject } from "react";
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

/** Opens candidates to mend them in the panel, one after the other. */
export function useMending(
  list: CandidateList,
  grid: RefObject<GridHandle | null>,
  open: (id: number, panel?: string) => void,
) {
  const t = useWords(dispositionWords);
  /** The candidate that somebody came to the panel for, rather than that the panel follows. */
  const [mended, setMended] = useState<number>();
  const follow = useCallback(
    (id: number) => {
      setMended(undefined);
      open(id);
    },
    [open],
  );
  const mend = useCallback(
    (id: number) => {
      setMended(id);
      open(id, "details");
    },
    [open],
  );
  const onCured = async () => {
    const at = grid.current?.at();
    const count = list.total?.value ?? 0;
    const find = ({ id, problems }: Candidate) => (problems.length > 0 && id !== mended ? id : undefined);
    const from = (row: number) => seek(list, { from: row, step: 1, count }, find, () => true);
    const next = at && mended !== undefined ? ((await from(at.row)) ?? (await from(-1))) : undefined;
    if (!next || !at) {
      say(t("allMended"));
      return;
    }
    grid.current?.resume({ ...at, row: next.row });
    mend(next.found);
  };
  return { mended, mend, follow, onCured: () => void onCured().catch(() => undefined) };
}

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
