// Step 3: result of each row, with correction of cells and unknown values.
import { ActionIcon, Alert, Button, Progress, Text } from "@mantine/core";
import { FileCheck2, Replace } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState, type RefObject } from "react";
import { useMessages } from "../../i18n";
import { useFirstProblem } from "../../disposition/next-problem";
import { useKeys } from "../../keys/keys";
import { useKeyName } from "../../keys/use-key-name";
import { announce } from "../../parts/announce";
import type { GridHandle } from "../../grid/props";
import { startImport, stopJob } from "../drafts";
import { importedRows, refusedRows } from "../state";
import { importMessages } from "../messages";
import { StepFrame } from "../step-frame";
import type { ImportDraft, RowCheck } from "../types";
import { useDraft } from "../use-draft";
import wizard from "../wizard.module.css";
import { CheckGrid, type FaultyColumn } from "./check-grid";
import classes from "./check.module.css";
import { ResultTabs, type ResultTab } from "./result-tabs";
import { checkMessages } from "./messages";
import { useAutomaticCheck, useShownResults, type ShownResults } from "./use-check";
import { UnknownValues } from "./unknown-values";

const ReplaceDialog = lazy(() => import("./replace-dialog"));

interface CheckStepProps {
  onBack: () => void;
  onNext: () => void;
}

/** Results with rows that need attention, by urgency. */
const FAULTY = ["rejected", "conflict", "problems"] as const satisfies readonly RowCheck[];

/** Nothing is open, so that the import needs one confirmation only. */
function isClear(draft: ImportDraft): boolean {
  const { checks, status, mappingName, values } = draft;
  if (!checks || status !== "checked" || !mappingName || values.length > 0) return false;
  return checks.ready > 0 && checks.problems + refusedRows(checks) === 0;
}

export function CheckStep({ onBack, onNext }: CheckStepProps) {
  const t = useMessages(checkMessages);
  const { draft, editable, mayChange, run } = useDraft();
  const { check, hold } = useAutomaticCheck();
  const results = useShownResults(draft);
  const [tab, setTab] = useState<ResultTab>("all");
  const grid = useRef<GridHandle>(null);
  const faultyColumn: FaultyColumn = useRef(undefined);
  const wanted = useRef<number>(undefined);
  const keyName = useKeyName();
  const [replacing, replace] = useState(false);
  useFirstTab(draft, setTab);
  useCheckKeys({
    results,
    tab,
    setTab,
    grid,
    faultyColumn,
    wanted,
    ...(editable && { replace: () => replace(true) }),
  });
  const clear = isClear(draft);
  const next = useNext({ check, onNext, clear });
  const isChecking = draft.status === "checking";
  return (
    <StepFrame
      fill
      onBack={onBack}
      onNext={mayChange || next.opens ? next.act : undefined}
      next={next.label}
      nextBusy={isChecking}
      blocked={next.blocked}
      foot={<Foot results={results} draft={draft} />}>
      {draft.mappingName && draft.confirmed && <UsedMapping name={draft.mappingName} onChange={onBack} />}
      {draft.failure && draft.status === "open" && (
        <Alert color="red" role="alert" title={t("failure")}>
          {draft.failure}
        </Alert>
      )}
      {isChecking && (
        <Checking
          draft={draft}
          onStop={() => {
            hold();
            void run(stopJob);
          }}
        />
      )}
      <div className={classes.work} data-values={results.values.length > 0 || undefined}>
        {results.values.length > 0 && <UnknownValues values={results.values} onMapped={check} />}
        <section className={classes.results} aria-label={t("results")}>
          <ResultTabs tab={tab} counts={results.counts} total={draft.totals.rows} onTab={setTab}>
            {editable && (
              <ActionIcon
                aria-label={t("replace")}
                title={`${t("replace")} (${keyName("Ctrl+H")})`}
                onClick={() => replace(true)}>
                <Replace size={16} aria-hidden />
              </ActionIcon>
            )}
          </ResultTabs>
          <CheckGrid tab={tab} results={results} grid={grid} faultyColumn={faultyColumn} wanted={wanted} />
        </section>
      </div>
      <Suspense>{replacing && <ReplaceDialog onClose={() => replace(false)} />}</Suspense>
    </StepFrame>
  );
}

/** Shows the rows that need attention after the first check. */
function useFirstTab({ checks, status }: ImportDraft, setTab: (tab: ResultTab) => void): void {
  const chosen = useRef(false);
  useEffect(() => {
    if (!checks || status !== "checked" || chosen.current) return;
    chosen.current = true;
    const faulty = (["rejected", "conflict"] as const).find((one) => checks[one] > 0);
    if (faulty) setTab(faulty);
  }, [checks, status, setTab]);
}

interface NextOptions {
  check: () => void;
  onNext: () => void;
  clear: boolean;
}

/** Returns the action of the primary button: check, continue, or import at once. */
function useNext({ check, onNext, clear }: NextOptions) {
  const t = useMessages(checkMessages);
  const { draft, run } = useDraft();
  const { status, checks } = draft;
  if (status === "open") return { act: check, label: t(checks || draft.progress ? "again" : "start"), opens: false };
  if (status === "checking") return { act: () => undefined, label: t("again"), opens: false };
  if (clear && checks) {
    const act = async () => {
      const after = await run((at) => startImport(at, draft.mappingName));
      if (after) onNext();
    };
    return { act: () => void act(), label: t("importNow", { count: importedRows(checks) }), opens: false };
  }
  const isNothing = status === "checked" && checks !== undefined && importedRows(checks) === 0;
  if (!isNothing) return { act: onNext, label: t("toImport"), opens: true };
  const why = t(refusedRows(checks) > 0 ? "nothingToImport" : "nothingNew");
  return { act: () => announce(why), label: t("toImport"), blocked: true, opens: true };
}

function UsedMapping({ name, onChange }: { name: string; onChange: () => void }) {
  const t = useMessages(checkMessages);
  return (
    <div className={wizard.notice} role="note">
      <FileCheck2 size={18} strokeWidth={1.5} aria-hidden />
      <div>
        <b>{t("mapping", { name })}</b>
        <Text size="sm">{t("mappingText")}</Text>
      </div>
      <Button variant="subtle" size="compact-sm" onClick={onChange}>
        {t("changeColumns")}
      </Button>
    </div>
  );
}

function Checking({ draft, onStop }: { draft: ImportDraft; onStop: () => void }) {
  const t = useMessages(checkMessages);
  const { mayChange } = useDraft();
  const [stopRequested, setStopRequested] = useState(false);
  const { rows = 0, total = 0 } = draft.progress ?? {};
  return (
    <div className={classes.progress}>
      <Progress
        value={total > 0 ? (rows / total) * 100 : 100}
        animated={total === 0}
        size="lg"
        aria-label={t("progress")}
      />
      <Text size="sm" aria-live="polite">
        {stopRequested ? t("stopping") : t("checking", { done: rows, total: total || draft.totals.rows })}
      </Text>
      {mayChange && (
        <Button
          variant="default"
          size="compact-sm"
          disabled={stopRequested}
          onClick={() => {
            setStopRequested(true);
            onStop();
          }}>
          {t("stop")}
        </Button>
      )}
    </div>
  );
}

function Foot({ results, draft }: { results: ShownResults; draft: ImportDraft }) {
  const t = useMessages(checkMessages);
  const tImport = useMessages(importMessages);
  const { counts, stale } = results;
  const { rows, orders, edited } = draft.totals;
  const { rows: done = 0, total = 0 } = draft.progress ?? {};
  const parts = [
    counts && !stale
      ? t("ready", { count: counts.ready })
      : tImport("lines", { rows: tImport("rowCount", { count: rows }), orders: tImport("orders", { count: orders }) }),
    edited > 0 && t("edited", { count: edited }),
    draft.status === "open" && (done < total ? t("stopped", { done, total }) : t(counts ? "stale" : "notChecked")),
  ];
  return <>{parts.filter(Boolean).join(" · ")}</>;
}

interface CheckKeysOptions {
  results: ShownResults;
  tab: ResultTab;
  setTab: (tab: ResultTab) => void;
  grid: RefObject<GridHandle | null>;
  faultyColumn: FaultyColumn;
  /** Row to focus once the rows of another tab are loaded. */
  wanted: RefObject<number | undefined>;
  replace?: () => void;
}

/** F8 moves through the rows that need attention; Ctrl+H replaces. */
function useCheckKeys({ results, tab, setTab, grid, faultyColumn, wanted, replace }: CheckKeysOptions): void {
  const t = useMessages(checkMessages);
  const { counts } = results;
  const faulty = FAULTY.filter((one) => (counts?.[one] ?? 0) > 0);
  const goTo = (row: number) => grid.current?.go({ row, column: faultyColumn.current?.(row) ?? "problem" });
  /** Skips rows without a faulty cell, which were rejected because of another row of their order. */
  const causeFrom = (row: number, step: 1 | -1, count: number) => {
    let at = row;
    while (at >= 0 && at < count && faultyColumn.current?.(at) === "problem") at += step;
    return at >= 0 && at < count ? at : row;
  };
  const show = (to: ResultTab, row: number) => {
    setTab(to);
    wanted.current = row;
  };
  const go = (step: 1 | -1) => {
    const [first] = faulty;
    if (!first) return announce(t("noProblems"));
    const here = faulty.find((one) => one === tab);
    const handle = grid.current;
    if (!here || !handle) return show(first, 0);
    const inside = document.activeElement?.closest("[role=grid]") != null;
    const row = inside ? handle.at().row + step : Math.max(0, handle.at().row);
    if (row >= 0 && row < (counts?.[here] ?? 0)) return goTo(causeFrom(row, step, counts?.[here] ?? 0));
    const other = faulty[(faulty.indexOf(here) + step + faulty.length) % faulty.length] ?? first;
    const target = step > 0 ? 0 : (counts?.[other] ?? 1) - 1;
    return other === here ? goTo(target) : show(other, target);
  };
  // F8 belongs to the frame
  useFirstProblem({
    loaded: true,
    ready: results.counts !== undefined,
    next: () => go(1),
    first: () => go(1),
    show: () => undefined,
  });
  useKeys({
    heading: t("results"),
    keys: [
      { press: "Shift+F8", label: t("keyPreviousProblem"), run: () => go(-1), whileTyping: true },
      ...(replace ? [{ press: "$mod+h", shown: "Ctrl+H", label: t("keyReplace"), run: replace, offered: true }] : []),
    ],
  });
}
