import { Loader, Title } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { lazy, Suspense, useCallback, useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { useColumns } from "../grid/columns";
import { ColumnMenu } from "../grid/column-menu";
import type { GridHandle } from "../grid/grid";
import { selectedCount, useSelection } from "../grid/selection";
import { HEAD, SELECT, type Place } from "../grid/types";
import { useWords } from "../i18n";
import { useExport } from "../parts/export";
import { useKeptFocus } from "../parts/kept-focus";
import { useWindowTitle } from "../parts/window-title";
import { RunOfUrl } from "../runs/progress";
import { useMay } from "../session/session";
import { ProcessBanner } from "./banner";
import { CandidateGrid, Shown } from "./candidate-grid";
import type { Selection } from "./candidates";
import { useCandidateColumns } from "./columns";
import { useUnsent } from "./correct";
import { useListKeys } from "./cursor-keys";
import classes from "./disposition.module.css";
import { FilterBar } from "./filter-bar";
import { FILTERS } from "./filters";
import { ConflictDialog } from "./dialogs/conflict";
import { Foot } from "./foot";
import { useListActions, type Dialog } from "./list-actions";
import { tabBeside, useCandidateList, type CandidateList } from "./list";
import { useOrderColumns } from "./orders/columns";
import { candidatesOf, useFolded } from "./orders/folded";
import { OrderGrid } from "./orders/order-grid";
import { ListSwitch } from "./orders/switch";
import { useMending, useOrderProblems, useProblems } from "./problems";
import { Arrived, StatusTabs } from "./tabs";
import { ListTools, ROW_HEIGHTS, SelectionActions, useRowHeight } from "./toolbar";
import { useUndoKey } from "./undo";
import { askedWithTab, useView, type View } from "./view";
import { dispositionWords } from "./words";

const CandidatePanel = lazy(() => import("./panel"));
const CreateOrdersDialog = lazy(() => import("./dialogs/create-orders"));
const BulkEditDialog = lazy(() => import("./dialogs/bulk-edit"));

/** Narrower pages show the panel instead of the list, and one line instead of the columns. */
const NARROW = "(max-width: 1023px)";
/** Much enlarged, or on a low screen, rows are as low as they may be. */
const LOW = "(max-height: 560px)";
const NO_FILTERS = Object.fromEntries(FILTERS.map((name) => [name, undefined]));

/** Sales Order Disposition: candidates, their problems, and what is done with them. */
export default function Disposition() {
  const t = useWords(dispositionWords);
  useWindowTitle(t("title"));
  const { view, change } = useView();
  const [, go] = useLocation();
  const entries = useCandidateList(view);
  const folded = useFolded(entries);
  const list = candidatesOf(entries, folded);
  const selection = useSelection();
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false;
  const low = useMediaQuery(LOW, undefined, { getInitialValueInEffect: false }) ?? false;
  const [rows, setRows] = useRowHeight();
  const grid = useRef<GridHandle>(null);
  const nothing = useRef<HTMLDivElement>(null);
  const mayWrite = useMay("candidates:write");
  const mayAttach = useMay("attachments:write");
  const selectable = useMay("process:run") || mayWrite;
  useUndoKey(t("keysGrid"));
  useUnsent();

  const shown = view.open !== undefined;
  // the browser's way back leads to the list, and to the tab before; it does not repeat every candidate that was shown
  const opened = useRef(shown);
  opened.current = shown;
  const open = useCallback(
    (id: number, panel?: string) => change({ open: String(id), ...(panel ? { panel } : {}) }, opened.current),
    [change],
  );
  const { mended, mend, follow, onCured } = useMending(list, entries, folded, grid, open);
  const columns = useColumns(
    useCandidateColumns(narrow, mend, mayWrite),
    `orderdock.list${narrow ? ".narrow" : ""}`,
    selectable,
  );
  const orderColumns = useColumns(
    useOrderColumns(narrow, folded),
    `orderdock.orders${narrow ? ".narrow" : ""}`,
    selectable,
  );
  const { clear } = selection;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is selected belongs to what is looked at
  useEffect(clear, [JSON.stringify([view.tab, view.filter, view.orders]), clear]);

  const total = list.total ?? { value: 0, exact: true };
  const count = selectedCount(selection.selected, total.value);
  const { actions, dialog, setDialog, chosen } = useListActions(view, selection, count);
  const saving = useExport();
  const exportList = () =>
    saving.mutate({ path: "/api/sales/order/candidates/export", query: { ...askedWithTab(view), sort: view.sort } });
  const toTab = (tab: View["tab"]) => change({ status: tab === "all" ? undefined : tab }, false);
  const clearFilters = () => change(NO_FILTERS);
  const rowProblem = useProblems(list, grid, total.value);
  const orderProblem = useOrderProblems(entries, folded, grid);
  const problem = entries.orders ? orderProblem : rowProblem;
  const toOther = () => change({ list: view.orders ? undefined : "orders" });
  // a row that is still on its way leads nowhere
  const at =
    (act: (id: number) => void) =>
    ({ row }: Place) => {
      const id = list.rowAt(row)?.id;
      if (id !== undefined) act(id);
    };
  const onKey = useListKeys({
    ...actions,
    page: at((id) => go(`/candidates/${id}`)),
    upload: mayAttach ? at((id) => open(id, "attachments")) : undefined,
    tab: (step) => toTab(tabBeside(view.tab, step)),
    problem: (by, at) => void problem(by, at),
    list: toOther,
    close: () => change({ open: undefined, panel: undefined }),
  });
  useKeptFocus(() => (nothing.current ? nothing.current.focus() : grid.current?.take()), !(narrow && shown));
  const close = () => {
    change({ open: undefined, panel: undefined });
    grid.current?.focus();
  };
  const closeDialog = () => {
    setDialog(undefined);
    grid.current?.focus();
  };
  const shared = {
    change,
    rowHeight: low ? ROW_HEIGHTS.compact : ROW_HEIGHTS[rows],
    selection,
    grid,
    onKey,
    open: follow,
    mend,
    follow: shown && !narrow,
  };
  return (
    <div className={classes.page}>
      <div className={classes.list} hidden={narrow && shown}>
        {/* the menu says where one is; those who do not see it are told here */}
        <Title order={1} id="disposition" className={classes.unseen}>
          {t("title")}
        </Title>
        <div className={classes.tabs}>
          <StatusTabs tab={view.tab} counts={list.counts} onTab={toTab} />
          <Arrived count={list.arrived} onShow={list.refresh} />
          <ListSwitch orders={view.orders} onList={toOther} folded={folded} />
          <ListTools
            onExport={exportList}
            exporting={saving.isPending}
            columns={entries.orders ? <ColumnMenu columns={orderColumns} /> : <ColumnMenu columns={columns} />}
            rows={rows}
            onRows={setRows}
            onRefresh={list.refresh}
          />
        </div>
        <FilterBar filter={view.filter} onFilter={(name, value) => change({ [name]: value })} onClear={clearFilters} />
        <ProcessBanner />
        <RunOfUrl />
        <Shown list={list} view={view} onClear={clearFilters} nothing={nothing} onKey={onKey}>
          {entries.orders ? (
            <OrderGrid {...shared} list={entries} folded={folded} sort={view.sort} columns={orderColumns} />
          ) : (
            <CandidateGrid {...shared} list={list} view={view} columns={columns} />
          )}
        </Shown>
        <Foot
          total={total}
          orders={entries.orders}
          problems={list.counts?.error}
          selected={selectable ? selection.selected : undefined}
          onSelectAll={selection.selectAll}
          onClear={clear}
          actions={count > 0 && <SelectionActions actions={actions} aside={view.tab === "inactive"} />}
          onProblem={(by) => void problem(by, grid.current?.at() ?? { row: HEAD, column: SELECT })}
        />
      </div>
      {view.open !== undefined && (
        <Suspense fallback={<Loader m="md" size="sm" />}>
          <aside className={narrow ? classes.list : classes.panel} aria-label={t("panel", { id: view.open })}>
            <CandidatePanel
              key={view.open}
              id={view.open}
              alone={narrow}
              tab={view.panel}
              onTab={(panel) => change({ panel })}
              mends={mended === view.open}
              onCured={onCured}
              onClose={close}
              onStep={(by) => step(list, grid.current, by, follow)}
            />
          </aside>
        </Suspense>
      )}
      <Dialogs dialog={dialog} selection={chosen} count={count} onClose={closeDialog} />
      <ConflictDialog />
    </div>
  );
}

interface DialogsProps {
  dialog: Dialog;
  selection: () => Selection;
  count: number;
  onClose: () => void;
}

function Dialogs({ dialog, selection, ...props }: DialogsProps) {
  return (
    <Suspense>
      {dialog === "orders" && <CreateOrdersDialog selection={selection()} {...props} />}
      {dialog === "edit" && <BulkEditDialog selection={selection()} {...props} />}
    </Suspense>
  );
}

/** Opens the candidate of the row beside the one with the focus, from the panel. */
function step(list: CandidateList, grid: GridHandle | null, by: 1 | -1, open: (id: number) => void): void {
  const at = grid?.at();
  const id = at && list.rowAt(at.row + by)?.id;
  if (!at || id === undefined) return;
  grid?.go({ ...at, row: at.row + by });
  open(id);
}
