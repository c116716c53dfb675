// Steps from problem to problem.
import { useCallback, useRef, useState, type RefObject } from "react";
import type { GridHandle } from "../grid/props";
import { findRow } from "../grid/find-row";
import type { Place } from "../grid/types";
import { useMessages } from "../i18n";
import { useFailureText } from "../parts/failure";
import { announce } from "../parts/announce";
import type { Candidate } from "./candidate";
import { problemColumn, useFaults } from "./editing";
import type { CandidateList, EntryList } from "./list";
import { entryOf, isOrder, type Entry } from "./orders/entries";
import type { Folded } from "./orders/folded";
import { dispositionMessages } from "./messages";

/** Opens candidates in the panel to fix them one by one. */
export function useCorrecting(
  list: CandidateList,
  entries: EntryList,
  folded: Folded,
  grid: RefObject<GridHandle | null>,
  open: (id: number, panel?: string) => void,
) {
  const t = useMessages(dispositionMessages);
  /** Candidate opened to be fixed, in contrast to following the cursor. */
  const [corrected, setCorrected] = useState<number>();
  const follow = useCallback(
    (id: number) => {
      setCorrected(undefined);
      open(id);
    },
    [open],
  );
  const startCorrecting = useCallback(
    (id: number) => {
      setCorrected(id);
      open(id, "details");
    },
    [open],
  );
  const count = list.total?.value ?? 0;
  /** Next faulty line: of the same order, otherwise of the next faulty one. */
  const nextOfOrders = async (at: Place) => {
    const here = folded.orderOf(at.row);
    const still = here && (await entryOf(here.candidateId))?.problemCandidateId;
    if (still != null && still !== corrected) return { row: at.row, found: still };
    const find = (entry: Entry) =>
      isOrder(entry) && entry.id !== here?.id ? (entry.problemCandidateId ?? undefined) : undefined;
    const from = (entry: number) => findRow(entries, { from: entry, step: 1, count }, find, () => true);
    const next = (await from(folded.placeOf(at.row).entry)) ?? (await from(-1));
    return next && { ...next, row: folded.rowOf(next.row) };
  };
  const nextOfRows = async (at: Place) => {
    const find = ({ id, problems }: Candidate) => (problems.length > 0 && id !== corrected ? id : undefined);
    const from = (row: number) => findRow(list, { from: row, step: 1, count }, find, () => true);
    return (await from(at.row)) ?? (await from(-1));
  };
  const onCured = async () => {
    const at = grid.current?.at();
    const sought = entries.orders ? nextOfOrders : nextOfRows;
    const next = at && corrected !== undefined ? await sought(at) : undefined;
    if (!next || !at) {
      announce(t("allMended"));
      return;
    }
    grid.current?.resume({ ...at, row: next.row });
    startCorrecting(next.found);
  };
  return { corrected, startCorrecting, follow, onCured: () => void onCured().catch(() => undefined) };
}

export function useProblems(list: CandidateList, grid: RefObject<GridHandle | null>, count: number) {
  const t = useMessages(dispositionMessages);
  const failureText = useFailureText();
  const faultOf = useFaults();
  const seeking = useRef(0);
  /** Problem reached last. */
  const shown = useRef("");
  const { number } = list;
  const latest = useRef(number);
  latest.current = number;
  return async (step: 1 | -1, at: Place) => {
    const here = list.rowAt(at.row);
    const own = here && problemColumn(here, faultOf);
    // start with the row that the user moved to
    const isShown = shown.current === `${number} ${at.row} ${at.column}`;
    const from = own && !isShown ? at.row - step : at.row;
    const turn = ++seeking.current;
    // ignore a search that another key press or list superseded
    const isLast = () => turn === seeking.current && number === latest.current;
    const find = (candidate: Candidate) => {
      const column = problemColumn(candidate, faultOf);
      return column === undefined ? undefined : { column, words: faultOf(candidate, column)?.message ?? "" };
    };
    try {
      const next = await findRow(list, { from, step, count }, find, isLast);
      if (!isLast()) return;
      if (next) {
        const { row, found } = next;
        grid.current?.go({ row, column: found.column });
        shown.current = `${number} ${row} ${found.column}`;
        announce(found.words);
        return;
      }
      announce(t("noProblem"));
    } catch (failure) {
      if (!isLast()) return;
      announce(failureText(failure));
    }
    grid.current?.focus();
  };
}
