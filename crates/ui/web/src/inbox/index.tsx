import { Button, Text, Title } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { CircleCheckBig } from "lucide-react";
import { lazy, Suspense, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { useLanguage, useMessages } from "../i18n";
import { useEndsSequence, useKeyOverview, useShownKeys } from "../keys/keys";
import { Dock } from "../parts/dock";
import { LoadFailed } from "../parts/failure";
import { FocusPlace } from "../parts/focus-place";
import { useFocusFallback } from "../parts/focus-fallback";
import { Page } from "../parts/page";
import { useRefresh } from "../parts/refresh";
import { Skeleton } from "../parts/skeleton";
import { firstChoice, type Fix } from "../disposition/panel/fixes";
import { useUndoKey } from "../disposition/undo";
import { RunOfUrl } from "../runs/progress";
import { CauseDetail } from "./cause-detail";
import { CauseList } from "./cause-list";
import { GROUPS, groupKey, groupPagesQuery, listOf, remediesOf, type ProblemGroup } from "./groups";
import classes from "./inbox.module.css";
import { byKind } from "./kinds";
import { inboxMessages } from "./messages";
import { useSelectedCause } from "./selected-cause";

const ApplyFixDialog = lazy(() => import("./apply-fix-dialog"));

/** List and cause are steps instead of panes. */
const NARROW = "(max-width: 767.98px)";

/** Inbox: lines that need work, grouped by cause, with fixes. */
export default function InboxPage() {
  const t = useMessages(inboxMessages);
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false;
  const groups = useInfiniteQuery(groupPagesQuery(useLanguage()));
  useRefresh(GROUPS);
  useUndoKey(t("title"));
  // a group can change its page between two requests
  const pages = groups.data?.pages.flatMap((page) => page.items) ?? [];
  const items = [...new Map(pages.map((group) => [groupKey(group), group])).values()];
  const total = groups.data?.pages.at(-1)?.groups ?? 0;
  const more = (
    <>
      {groups.hasNextPage && (
        <Button
          variant="default"
          className={classes.more}
          loading={groups.isFetchingNextPage}
          onClick={() => void groups.fetchNextPage()}>
          {t("more", { count: Math.max(1, total - items.length) })}
        </Button>
      )}
      {groups.isFetchNextPageError && <LoadFailed failure={groups.error} retry={() => void groups.fetchNextPage()} />}
    </>
  );
  return (
    <Page
      title={t("title")}
      fill={!narrow && items.length > 0}
      beside={
        items.length > 0 && (
          <Text size="sm" className="quiet">
            {groups.hasNextPage
              ? t("causesShown", { shown: items.length, count: total })
              : t("causes", { count: items.length })}
          </Text>
        )
      }>
      <RunOfUrl keysOf={t("title")} />
      {!groups.data && (
        <FocusPlace label={t("title")}>
          {groups.isPending && <Skeleton as="lines" />}
          {groups.isError && <LoadFailed failure={groups.error} retry={() => void groups.refetch()} />}
        </FocusPlace>
      )}
      {groups.data && (items.length > 0 ? <Panes groups={items} narrow={narrow} more={more} /> : <AllClear />)}
    </Page>
  );
}

interface PanesProps {
  groups: ProblemGroup[];
  narrow: boolean;
  more: ReactNode;
}

/** List of causes and the selected one. */
function Panes({ groups, narrow, more }: PanesProps) {
  const list = useRef<HTMLDivElement>(null);
  const kinds = useMemo(() => byKind(groups), [groups]);
  const causes = kinds.flatMap((kind) => kind.causes);
  const { at, named, select, open, leave } = useSelectedCause(causes);
  // the cause may disappear while the dialog is open
  const [fixing, fix] = useState<{ group: ProblemGroup; fix: Fix }>();
  const focus = (to: number) => list.current?.querySelectorAll<HTMLElement>("[role=option]")[to]?.focus();
  const detail = useRef<HTMLDivElement>(null);
  // the selected cause has the focus; as a step of its own, its first button
  useFocusFallback(() => {
    if (list.current) focus(at);
    else detail.current?.querySelector<HTMLElement>("button")?.focus();
  });
  const cause = causes[at];
  const onKeyDown = useCauseKeys({
    causes,
    at,
    focus,
    settle: (group, chosen) => fix({ group, fix: chosen }),
  });
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of both panes */}
      <div className={classes.panes} onKeyDown={onKeyDown}>
        {!(narrow && named) && (
          <div className={classes.left}>
            <CauseList kinds={kinds} selected={cause} list={list} onSelect={select} onOpen={narrow ? open : select} />
            {more}
          </div>
        )}
        {cause && (!narrow || named) && (
          <div ref={detail} className={classes.right}>
            <CauseDetail
              cause={cause}
              onFix={(chosen) => fix({ group: cause, fix: chosen })}
              onBack={narrow ? leave : undefined}
            />
          </div>
        )}
      </div>
      <Suspense>
        {fixing && (
          <ApplyFixDialog
            {...fixing}
            onClose={() => {
              fix(undefined);
              focus(at);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

interface CauseKeys {
  causes: ProblemGroup[];
  at: number;
  focus: (to: number) => void;
  settle: (group: ProblemGroup, fix: Fix) => void;
}

/** Handles the keys of the list; those of fixes work in both panes. */
function useCauseKeys({ causes, at, focus, settle }: CauseKeys) {
  const t = useMessages(inboxMessages);
  const [, go] = useLocation();
  const { singleKeys } = useKeyOverview();
  const endsSequence = useEndsSequence();
  useShownKeys({
    heading: t("title"),
    keys: [
      { press: "ArrowDown", shown: "↓ ↑", label: t("keyMove"), run: () => undefined },
      { press: "Enter", label: t("keyApply"), run: () => undefined },
      { press: "2", shown: "2 … 6", label: t("keyOther"), run: () => undefined },
      { press: "o", label: t("keyOpen"), run: () => undefined },
    ],
  });
  return (event: KeyboardEvent<HTMLDivElement>) => {
    const group = causes[at];
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("[role=grid]")) return;
    const steps: Record<string, number> = {
      ArrowDown: Math.min(causes.length - 1, at + 1),
      ArrowUp: Math.max(0, at - 1),
      Home: 0,
      End: causes.length - 1,
    };
    const inList = target.role === "option";
    const to = inList ? steps[event.key] : undefined;
    if (to !== undefined) focus(to);
    else if (event.key === "Enter" && inList && group) {
      const fix = firstChoice(remediesOf(group));
      if (fix) settle(group, fix);
      else go(listOf(group));
    } else if (!singleKeys || endsSequence() || !group) return;
    else if (event.key === "o") go(listOf(group));
    else if (/^[1-9]$/.test(event.key)) {
      const fix = remediesOf(group)[Number(event.key) - 1];
      if (!fix) return;
      settle(group, fix);
    } else return;
    event.preventDefault();
  };
}

/** Empty state. */
function AllClear() {
  const t = useMessages(inboxMessages);
  return (
    <FocusPlace label={t("clear")}>
      <div className={classes.clear} role="status">
        <span className={classes.done}>
          <Dock />
          <CircleCheckBig size={28} strokeWidth={1.6} aria-hidden className={classes.check} />
        </span>
        <Title order={2}>{t("clear")}</Title>
        <Text className="quiet">{t("clearText")}</Text>
        <Button component={Link} href="/candidates?status=new" variant="default">
          {t("clearNew")}
        </Button>
      </div>
    </FocusPlace>
  );
}
