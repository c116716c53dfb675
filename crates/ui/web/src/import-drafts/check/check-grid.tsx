// Rows of the file with their results; cells can be corrected.
import { useEffect, useMemo, type RefObject } from "react";
import { useBlocks } from "../../grid/blocks";
import { useColumns } from "../../grid/columns";
import { Grid } from "../../grid/grid";
import type { GridHandle } from "../../grid/props";
import { ROW_HEIGHTS, useRowHeight } from "../../grid/row-height";
import type { CellFault, GridColumn } from "../../grid/types";
import { useFilled } from "../../disposition/list-grid";
import { useLanguage, useMessages } from "../../i18n";
import { Empty } from "../../parts/empty";
import { LoadFailed } from "../../parts/failure";
import { Skeleton } from "../../parts/skeleton";
import { Toned } from "../../parts/status";
import { rowsSource, type GridRow } from "../drafts";
import type { DraftColumn, RowCheck, RowProblem } from "../types";
import { useDraft } from "../use-draft";
import { useRowProblemText } from "./cell-problem";
import classes from "./check.module.css";
import { columnId, numberOfColumn } from "./column-id";
import { checkMessages } from "./messages";
import type { ResultTab } from "./result-tabs";
import type { ShownResults } from "./use-check";
import { useEdits } from "./use-edits";

const TONES: Readonly<Record<RowCheck, string>> = {
  ready: "processed",
  problems: "new",
  rejected: "error",
  unchanged: "inactive",
  conflict: "error",
};

const NONE = () => undefined;
/** Widths of columns, in pixels. */
const WIDTHS = { least: 90, most: 240, letter: 8, padding: 28 };

/** Returns the column with the first problem of a loaded row. */
export type FaultyColumn = RefObject<((row: number) => string | undefined) | undefined>;

interface CheckGridProps {
  tab: ResultTab;
  results: ShownResults;
  grid: RefObject<GridHandle | null>;
  faultyColumn: FaultyColumn;
  /** Row to focus once it is loaded. */
  wanted: RefObject<number | undefined>;
}

export function CheckGrid({ tab, results, grid, faultyColumn, wanted }: CheckGridProps) {
  const t = useMessages(checkMessages);
  const { draft } = useDraft();
  const language = useLanguage();
  const [height] = useRowHeight();
  const source = rowsSource(draft.id, tab === "all" ? [] : [tab], results.state, language);
  const blocks = useBlocks(source);
  const edits = useEdits(blocks.rowAt, results.version);
  const columns = useCheckColumns();
  const faultOf = useFaults();
  const filled = useFilled();
  faultyColumn.current = (index) => {
    const row = edits.rowAt(index);
    if (!row) return undefined;
    const [first] = bySeverity(row.problems).flatMap(({ column }) => column ?? []);
    return first === undefined ? "problem" : columnId(first);
  };
  // tried after each render until the row is loaded
  useEffect(() => {
    if (wanted.current === undefined || !grid.current) return;
    const column = faultyColumn.current?.(wanted.current);
    if (column === undefined) return;
    grid.current.go({ row: wanted.current, column });
    wanted.current = undefined;
  });
  const total = blocks.total?.value;
  const count = total === undefined ? 0 : Math.min(total, blocks.end ?? total);
  return (
    <div id="import-rows" role="tabpanel" aria-label={t(`tab_${tab}`)} className={classes.gridFrame}>
      <span id="import-rows-label" hidden>
        {t("rows")}
      </span>
      {blocks.failure && total === undefined && <LoadFailed failure={blocks.failure} retry={blocks.retry} />}
      {!blocks.failure && total === undefined && <Skeleton as="lines" />}
      {total !== undefined && count === 0 && <Empty message={t("emptyTab")} />}
      {count > 0 && (
        <Grid<GridRow>
          labelledBy="import-rows-label"
          columns={columns}
          count={count}
          exact
          rowHeight={ROW_HEIGHTS[height]}
          rowAt={edits.rowAt}
          want={blocks.want}
          sort=""
          onSort={NONE}
          isSelected={() => false}
          someSelected={false}
          allSelected={false}
          onToggle={NONE}
          onRange={NONE}
          onSelectAll={NONE}
          faultOf={faultOf}
          toneOf={toneOf}
          onEdit={edits.edit}
          onFilled={filled}
          onOpen={NONE}
          handle={grid}
        />
      )}
    </div>
  );
}

function toneOf({ check }: GridRow): string | undefined {
  return check === "unchanged" ? "quiet" : undefined;
}

function widthOf({ header, samples }: DraftColumn): number {
  const longest = Math.max(header.length, ...samples.map(({ text }) => text.length));
  return Math.max(WIDTHS.least, Math.min(WIDTHS.most, longest * WIDTHS.letter + WIDTHS.padding));
}

function useCheckColumns() {
  const t = useMessages(checkMessages);
  const { draft, editable } = useDraft();
  const problemText = useRowProblemText(draft.mapping.file.decimalSign);
  const { columns } = draft;
  const firstProblem = ({ problems }: GridRow) => {
    const [first] = bySeverity(problems);
    return first ? problemText(first) : "";
  };
  const own: GridColumn<GridRow>[] = [
    { id: "row", header: t("row"), size: 64, numeric: true, pinned: true, show: ({ row }) => row },
    {
      id: "result",
      header: t("result"),
      size: 130,
      show: ({ check }) => check && <Toned tone={TONES[check]}>{t(`check_${check}`)}</Toned>,
    },
    { id: "problem", header: t("problem"), size: 280, show: firstProblem },
  ];
  const theirs = columns.map(
    (column, place): GridColumn<GridRow> => ({
      id: columnId(column.column),
      header: column.header || column.letters,
      size: widthOf(column),
      letters: true,
      show: (row) => <CellText row={row} column={column} place={place} />,
      ...(editable && { edit: (row: GridRow) => row.cells[place] ?? "" }),
    }),
  );
  const all = [...own, ...theirs];
  const known = JSON.stringify(all.map(({ id, header, edit }) => [id, header, edit !== undefined]));
  const sign = draft.mapping.file.decimalSign;
  // biome-ignore lint/correctness/useExhaustiveDependencies: columns are identified by id and header
  const stable = useMemo(() => all, [known, sign, t]);
  return useColumns<GridRow>(stable, { name: `orderdock.imports.${draft.id}`, view: LAYOUT }, false);
}

/** Layouts last until the window closes, because each file has its own columns. */
const LAYOUT = [{ name: "row", pinned: true, hidden: false }];

function CellText({ row, column, place }: { row: GridRow; column: DraftColumn; place: number }) {
  const edited = row.edited.includes(column.column);
  return <span className={edited ? classes.edited : undefined}>{row.cells[place]}</span>;
}

function bySeverity(problems: readonly RowProblem[]): RowProblem[] {
  const order = ["error", "problem", "warning"];
  return problems.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
}

/** Returns the problem of a cell; problems of the whole row belong to the column of problems. */
function useFaults() {
  const { draft } = useDraft();
  const problemText = useRowProblemText(draft.mapping.file.decimalSign);
  return (row: GridRow, column: string): CellFault | undefined => {
    const number = numberOfColumn(column);
    const own = bySeverity(row.problems).filter((problem) =>
      number === undefined ? column === "problem" && problem.kind !== "warning" : problem.column === number,
    );
    if (own.length === 0) return undefined;
    return { message: [...new Set(own.map(problemText))].join(" ") };
  };
}
