// Steps through problems of lines, also in collapsed orders.
import { useEffect, useRef, type RefObject } from "react";
import type { GridHandle } from "../../grid/props";
import { findRow } from "../../grid/find-row";
import type { Place } from "../../grid/types";
import { useMessages } from "../../i18n";
import { useFailureText } from "../../parts/failure";
import { announce } from "../../parts/announce";
import type { Candidate } from "../candidate";
import { problemColumn, useFaults } from "../editing";
import type { EntryList } from "../list";
import { dispositionMessages } from "../messages";
import { LINE_COLUMNS, lineFieldIn } from "./cells";
import { isOrder, type Entry, type OrderRow } from "./entries";
import type { Folded } from "./folded";

/** Faulty cell of a line, or of the order if no visible line is faulty. */
interface Found {
  entry: number;
  order: OrderRow;
  line: number | undefined;
  column: string;
  words: string;
}

interface Orders {
  list: EntryList;
  folded: Folded;
  grid: RefObject<GridHandle | null>;
  columns: readonly string[];
}

/** Finds the next faulty cell; undefined if superseded. */
function useNextFault({ list, folded, columns }: Orders) {
  const faultOf = useFaults(lineFieldIn);
  const shown = LINE_COLUMNS.filter((column) => columns.includes(column));
  const inOrder = async (entry: number, order: OrderRow, from: number, step: 1 | -1, isSought: () => boolean) => {
    for (let line = from + step; line >= 0 && line < order.matching && isSought(); line += step) {
      const candidate = await folded.lineAt(order, line);
      const column = candidate && problemColumn(candidate, faultOf, shown);
      if (candidate && column) return { entry, order, line, column, words: faultOf(candidate, column)?.message ?? "" };
    }
    return undefined;
  };
  /** Returns whether the order has an error or a rejected text. */
  const faulty = (entry: Entry): OrderRow | undefined => {
    if (!isOrder(entry)) return undefined;
    const isFaulty = (line: Candidate | undefined) => line && problemColumn(line, faultOf, shown) !== undefined;
    const known = () => folded.knownLines(entry).some(isFaulty);
    return entry.problem || (folded.isUnfolded(entry) && known()) ? entry : undefined;
  };
  return async ({ row }: Place, step: 1 | -1, stays: boolean, isSought: () => boolean): Promise<Found | undefined> => {
    const { entry, line } = row < 0 ? { entry: -1, line: undefined } : folded.placeOf(row);
    const here = row < 0 ? undefined : folded.orderOf(row);
    if (here && (line !== undefined || step > 0)) {
      const from = line === undefined ? -1 : stays ? line - step : line;
      const found = await inOrder(entry, here, from, step, isSought);
      if (found) return found;
    }
    for (let from = entry; ; ) {
      const sought = { from, step, count: list.total?.value ?? 0 };
      const next = await findRow(list, sought, faulty, isSought);
      if (!next) return undefined;
      const order = next.found;
      const found = await inOrder(next.row, order, step > 0 ? -1 : order.matching, step, isSought);
      if (found) return found;
      // the faulty line does not match the filter
      const words = order.problem?.message;
      if (words) return { entry: next.row, order, line: undefined, column: "problem", words };
      from = next.row;
    }
  };
}

/** Returns the step function; expands the order of the cell. */
export function useOrderProblems(orders: Orders) {
  const { list, folded, grid } = orders;
  const t = useMessages(dispositionMessages);
  const failureText = useFailureText();
  const nextFault = useNextFault(orders);
  const seeking = useRef(0);
  /** Cell reached last. */
  const announced = useRef("");
  const here = ({ row, column }: Place) => `${list.number} ${folded.entryAt(row)?.id} ${column}`;
  /** Line to reach after its order is expanded, and the row of departure. */
  const landing = useRef<Found & { from: number | undefined }>(undefined);
  const land = () => {
    const to = landing.current;
    const at = grid.current?.at();
    if (!to || !at) return;
    const row = folded.rowOf(to.entry);
    // do not move the cursor of a user who has navigated elsewhere
    if (at.row !== row && at.row !== to.from) landing.current = undefined;
    if (at.row !== row || to.line === undefined) return;
    const position = folded.placeOf(row + 1 + to.line);
    if (position.entry !== to.entry || position.line !== to.line) return;
    landing.current = undefined;
    grid.current?.go({ row: row + 1 + to.line, column: to.column });
  };
  useEffect(land);
  const latest = useRef({ folded, number: list.number });
  latest.current = { folded, number: list.number };
  return async (step: 1 | -1, at: Place) => {
    const turn = ++seeking.current;
    const { number } = list;
    const isLast = () => turn === seeking.current && number === latest.current.number;
    try {
      // start with the row that the user moved to
      const found = await nextFault(at, step, here(at) !== announced.current, isLast);
      if (!isLast()) return;
      announce(found?.words ?? t("noProblem"));
      if (!found) return grid.current?.focus();
      const { folded: now } = latest.current;
      landing.current = { ...found, from: grid.current?.at().row };
      grid.current?.go({ row: now.rowOf(found.entry), column: found.column });
      if (found.line !== undefined) now.unfold(found.order.id, true);
      const candidate = found.line === undefined ? undefined : await now.lineAt(found.order, found.line);
      announced.current = `${number} ${candidate?.id} ${found.column}`;
    } catch (failure) {
      if (!isLast()) return;
      announce(failureText(failure));
      grid.current?.focus();
    }
  };
}
