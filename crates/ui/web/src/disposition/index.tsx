import { Title } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { lazy, Suspense, useCallback, useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { useColumns, type Remembered } from "../grid/columns";
import { ColumnMenu } from "../grid/column-menu";
import type { GridHandle } from "../grid/props";
import { PHONE } from "../grid/record-columns";
import { ROW_HEIGHTS, useRowHeight } from "../grid/row-height";
import { useSelection } from "../grid/selection";
import type { Total } from "../grid/blocks";
import { NOWHERE, type Place } from "../grid/types";
import { useMessages } from "../i18n";
import { ExportMenu } from "../parts/export-menu";
import { useExport, workbookOf, type TableQuery } from "../parts/export";
import { announce } from "../parts/announce";
import { useFocusFallback } from "../parts/focus-fallback";
import { Skeleton } from "../parts/skeleton";
import { useWindowTitle } from "../parts/window-title";
import { RunOfUrl } from "../runs/progress";
import { useMay } from "../session/session";
import { ProcessBanner } from "./banner";
import { CandidateGrid, Shown } from "./candidate-grid";
import { asCards, CARD_HEIGHT, useLineCards, useOrderCards } from "./cards";
import { useCandidateColumns } from "./columns";
import { useResend, useUnsent } from "./correct";
import { useListKeys } from "./cursor-keys";
import classes from "./disposition.module.css";
import { useFirstProblem } from "./next-problem";
import { FilterBar } from "./filter-bar";
import { FILTERS } from "./filters";
import { ConflictDialog } from "./dialogs/conflict";
import { countSelected, Foot } from "./foot";
import { exportedColumns } from "./exported-columns";
import { useDefaultList } from "./default-list";
import { useListActions, type Dialog } from "./list-actions";
import { useCandidateList, type CandidateList } from "./list";
import { lineColumnOf } from "./orders/cells";
import { useOrderColumns } from "./orders/columns";
import { openLines, selectedLines } from "./orders/selected";
import { candidatesOf, useFolded } from "./orders/folded";
import { OrderGrid } from "./orders/order-grid";
import { useOrderProblems } from "./orders/problems";
import { ListSwitch } from "./orders/list-switch";
import { useCorrecting, useProblems } from "./problems";
import { Arrived, StatusTabs } from "./tabs";
import { ListTools, SelectionActions } from "./toolbar";
import { useUnsavedNavigation } from "./unsaved";
import { useUndoKey } from "./undo";
import { askedWithTab, TABS, useView, type View } from "./view";
import { tabbed, tabOf, ViewChanges, ViewMenu, ViewTabs } from "./views/view-tabs";
import { useLooked, type Looked, type SavedView } from "./views/views";
import { viewMessages } from "./views/messages";
import { dispositionMessages } from "./messages";

const CandidatePanel = lazy(() => import("./panel"));
const CreateOrdersDialog = lazy(() => import("./dialogs/create-orders"));
const AttendMany = lazy(() => import("./attention/many"));
const BulkEditDialog = lazy(() => import("./dialogs/bulk-edit"));

/** Narrower pages show the panel instead of the list, and a single column. */
const NARROW = "(max-width: 1023px)";
/** Low screens use compact rows. */
const LOW = "(max-height: 560px)";
const NO_FILTERS = Object.fromEntries(FILTERS.map((name) => [name, undefined]));

/** Page "Sales Order Disposition". */
export default function Disposition() {
  const activeView = useLooked();
  return activeView ? <List looked={activeView} /> : <Waiting />;
}

function Waiting() {
  return (
    <div className={classes.waiting}>
      <Skeleton as="lines" />
    </div>
  );
}

function List({ looked }: { looked: Looked }) {
  const t = useMessages(dispositionMessages);
  const tView = useMessages(viewMessages);
  const saved = looked.view;
  const title = saved ? tView("titled", { name: saved.name, title: t("title") }) : t("title");
  useWindowTitle(title);
  const [opens, choose] = useDefaultList();
  const { view, change, kept, differs, go: lookThrough } = useView(looked, opens);
  const [, go] = useLocation();
  const entries = useCandidateList(view);
  const folded = useFolded(entries);
  const list = candidatesOf(entries, folded);
  const selection = useSelection();
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false;
  const low = useMediaQuery(LOW, undefined, { getInitialValueInEffect: false }) ?? false;
  const phone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false;
  const [rows, setRows] = useRowHeight();
  const grid = useRef<GridHandle>(null);
  const nothing = useRef<HTMLDivElement>(null);
  const mayWrite = useMay("candidates:write");
  const mayAttach = useMay("attachments:write");
  const selectable = useMay("process:run") || mayWrite;
  useUndoKey(t("keysGrid"));
  useUnsent();
  useResend();

  const shown = view.open !== undefined;
  // Back leads to the list, not through every candidate shown before
  const opened = useRef(shown);
  opened.current = shown;
  const open = useCallback(
    (id: number, panel?: string) => change({ open: String(id), ...(panel ? { panel } : {}) }, opened.current),
    [change],
  );
  const { corrected, startCorrecting, follow, onCured } = useCorrecting(list, entries, folded, grid, open);
  const laid = (name: string, list: SavedView["list"]) => whereLaid(name, phone ? "cards" : narrow, saved, list);
  const lineCards = useLineCards(startCorrecting);
  const lineColumns = useCandidateColumns(narrow, startCorrecting, mayWrite);
  const columns = useColumns(phone ? lineCards : lineColumns, laid("orderdock.list", "candidates"), selectable);
  const orderCards = useOrderCards(folded, startCorrecting);
  const ofOrders = useOrderColumns(narrow, folded, mayWrite);
  const orderColumns = useColumns(phone ? orderCards : ofOrders, laid("orderdock.orders", "headers"), selectable);
  const { isAs, layout } = view.orders ? orderColumns : columns;
  const ofView = saved && !narrow && saved.columns.length > 0 && saved.list === kept.list ? saved.columns : undefined;
  const changed = differs || (ofView !== undefined && !isAs(ofView));
  const viewTools = {
    looked,
    changed,
    seen: () => ({ ...kept, columns: narrow ? (saved?.columns ?? []) : layout }),
    onReset: () => {
      if (saved) lookThrough({ view: saved.id });
      if (saved?.columns.length && !narrow) (saved.list === "headers" ? orderColumns : columns).put(saved.columns);
    },
    onView: ({ id }: SavedView) => lookThrough({ view: id }),
  };
  const { clear } = selection;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selection belongs to the query
  useEffect(clear, [JSON.stringify([saved?.id, view.tab, view.filter, view.orders]), clear]);

  const total = list.total ?? { value: 0, exact: true };
  const lineCounts = useRef(new Map<number, number>());
  const chosenLines = view.orders
    ? selectedLines(selection.selected, lineCounts.current, linesOfAll(view, list.counts))
    : undefined;
  const count = countSelected(selection.selected, total.value, view.orders);
  const { actions, dialog, setDialog, editOrder } = useListActions(
    view,
    selection,
    chosenLines && count > 0 ? chosenLines.value : count,
  );
  const saving = useExport();
  const exportList = (table: TableQuery) =>
    saving.mutate({
      path: "/api/sales/order/candidates/export",
      query: { ...askedWithTab(view), sort: view.sort, ...table },
    });
  const visible = narrow ? [] : exportedColumns((view.orders ? orderColumns : columns).shown, view.orders);
  const toTab = (tab: string) => {
    const chosen = looked.views.find((one) => tabOf(one) === tab);
    const status = tab === "all" ? undefined : tab;
    if (chosen) lookThrough({ view: chosen.id });
    else if (saved) lookThrough({ status: status ?? (looked.begins ? "all" : undefined) });
    else change({ status }, false);
  };
  const tabs = [...TABS, ...tabbed(looked).map(tabOf)];
  const tab = saved ? tabOf(saved) : view.tab;
  const clearFilters = () => change(NO_FILTERS);
  const rowProblem = useProblems(list, grid, total.value);
  const orderProblem = useOrderProblems({ list: entries, folded, grid, columns: orderColumns.ids });
  const problem = entries.orders ? orderProblem : rowProblem;
  const hidden = narrow && shown;
  const loaded = list.total !== undefined;
  const mayBeFaulty = ["all", "error"].includes(view.tab);
  const seekFault = useFirstProblem({
    loaded,
    ready: loaded && !list.busy && mayBeFaulty,
    next: hidden || !mayBeFaulty ? undefined : () => void problem(1, grid.current?.at() ?? NOWHERE),
    first: () => (total.value > 0 ? void problem(1, NOWHERE) : announce(t("noneFaulty"))),
    show: () => {
      if (hidden) change({ open: undefined, panel: undefined });
      toTab("error");
    },
  });
  const lines = entries.orders ? { rowOf: folded.rowOfLine, columnOf: lineColumnOf } : undefined;
  const seen = hidden ? [] : (entries.orders ? orderColumns : columns).ids;
  useUnsavedNavigation({ list, lines, columns: seen, grid, startCorrecting });
  const toOther = () => {
    const list = view.orders ? "rows" : "orders";
    // saved views contain their list
    if (!saved) choose(list);
    change({ list });
  };
  // rows still loading have no target
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
    tab: (step) => toTab(beside(tabs, tab, step)),
    problem: (by, at) => (by > 0 && !(loaded && mayBeFaulty) ? seekFault() : void problem(by, at)),
    list: toOther,
    close: () => change({ open: undefined, panel: undefined }),
  });
  useFocusFallback(() => (nothing.current ? nothing.current.focus() : grid.current?.take()), { enabled: !hidden });
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
    rowHeight: phone ? CARD_HEIGHT : low ? ROW_HEIGHTS.compact : ROW_HEIGHTS[rows],
    selection,
    grid,
    onKey,
    open: follow,
    startCorrecting,
    follow: shown && !narrow,
  };
  return (
    <div className={classes.page}>
      <div className={classes.list} hidden={hidden}>
        {/* heading for screen readers only */}
        <Title order={1} id="disposition" className={classes.unseen}>
          {title}
        </Title>
        <div className={classes.tabs}>
          <StatusTabs tab={view.tab} other={saved && tab} counts={list.counts} onTab={toTab}>
            <ViewTabs looked={looked} count={list.counts?.[view.tab]} changed={changed} />
          </StatusTabs>
          <ViewMenu {...viewTools} />
          <Arrived count={list.arrived} onShow={list.refresh} />
          <ListSwitch orders={view.orders} onList={toOther} folded={folded} />
          <ListTools
            exports={
              <ExportMenu
                heading={t("keysGrid")}
                onExcel={() => exportList(workbookOf(visible))}
                onCsv={() => exportList({ format: "csv" })}
                pending={saving.isPending}
              />
            }
            columns={
              phone ? null : entries.orders ? <ColumnMenu columns={orderColumns} /> : <ColumnMenu columns={columns} />
            }
            cards={phone}
            rows={rows}
            onRows={setRows}
            onRefresh={list.refresh}
          />
        </div>
        <FilterBar
          filter={view.filter}
          onFilter={(name, value) => change({ [name]: value })}
          onClear={clearFilters}
          status={saved && view.tab !== "all" ? view.tab : undefined}
          onStatus={() => change({ status: undefined })}>
          <ViewChanges {...viewTools} filtered={Object.keys(view.filter).length > 0} />
        </FilterBar>
        <ProcessBanner />
        <RunOfUrl />
        <Shown list={list} view={view} onClear={clearFilters} nothing={nothing} onKey={onKey}>
          {entries.orders ? (
            <OrderGrid
              {...shared}
              list={entries}
              folded={folded}
              sort={view.sort}
              columns={phone ? asCards(orderColumns) : orderColumns}
              onCounted={(order) => lineCounts.current.set(order.id, openLines(order))}
              editOrder={narrow ? undefined : editOrder}
            />
          ) : (
            <CandidateGrid {...shared} list={list} view={view} columns={phone ? asCards(columns) : columns} />
          )}
        </Shown>
        <Foot
          total={total}
          orders={entries.orders}
          lines={chosenLines}
          problems={list.counts?.error}
          selected={selectable ? selection.selected : undefined}
          onSelectAll={selection.selectAll}
          onClear={clear}
          actions={count > 0 && <SelectionActions actions={actions} excluded={view.tab === "inactive"} />}
          onProblem={(by) => void problem(by, grid.current?.at() ?? NOWHERE)}
        />
      </div>
      {view.open !== undefined && (
        <Suspense fallback={<Waiting />}>
          <aside className={narrow ? classes.list : classes.panel} aria-label={t("panel", { id: view.open })}>
            <CandidatePanel
              key={view.open}
              id={view.open}
              alone={narrow}
              tab={view.panel}
              onTab={(panel) => change({ panel })}
              mends={corrected === view.open}
              onCured={onCured}
              onClose={close}
              onStep={(by) => step(list, grid.current, by, follow)}
            />
          </aside>
        </Suspense>
      )}
      {dialog && <Dialogs {...dialog} onClose={closeDialog} />}
      <ConflictDialog />
    </div>
  );
}

/** Storage key of column layouts; saved views have one per version. */
function whereLaid(
  name: string,
  narrow: boolean | "cards",
  saved: SavedView | undefined,
  list: SavedView["list"],
): Remembered {
  if (narrow) return { name: `${name}.${narrow === "cards" ? narrow : "narrow"}` };
  if (!saved || saved.list !== list || saved.columns.length === 0) return { name };
  return { name: `${name}.${saved.id}.${saved.version}`, view: saved.columns };
}

/** Returns the lines of all orders, a lower bound if a filter hides some. */
function linesOfAll({ tab, filter }: View, counts: CandidateList["counts"]): Total | undefined {
  if (!counts) return undefined;
  if (tab !== "all") return { ...counts[tab], exact: false };
  const open = [counts.new, counts.error, counts.inactive];
  const exact = Object.keys(filter).length === 0 && open.every((one) => one.exact);
  return { value: open.reduce((sum, one) => sum + one.value, 0), exact };
}

function beside(tabs: readonly string[], tab: string, step: 1 | -1): string {
  return tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length] ?? tab;
}

function Dialogs({ kind, begin, ...props }: Dialog & { onClose: () => void }) {
  return (
    <Suspense>
      {kind === "orders" && <CreateOrdersDialog {...props} selection={props.chosen.selection} />}
      {(kind === "wait" || kind === "assign") && <AttendMany kind={kind} {...props} />}
      {kind === "edit" && <BulkEditDialog {...props} {...(begin && { begin })} />}
    </Suspense>
  );
}

/** Opens the candidate of the next or previous row from the panel. */
function step(list: CandidateList, grid: GridHandle | null, by: 1 | -1, open: (id: number) => void): void {
  const at = grid?.at();
  const id = at && list.rowAt(at.row + by)?.id;
  if (!at || id === undefined) return;
  grid?.go({ ...at, row: at.row + by });
  open(id);
}
