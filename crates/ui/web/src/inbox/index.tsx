import { Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Unlink } from "lucide-react";
import { lazy, Suspense, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { useLocation } from "wouter";
import { useLanguage, useMessages } from "../i18n";
import { useEndsSequence, useKeyOverview, useShownKeys } from "../keys/keys";
import { LoadFailed } from "../parts/failure";
import { FocusPlace } from "../parts/focus-place";
import { Page } from "../parts/page";
import { Panes, useNarrow, type PaneSection, type PanesHandle } from "../parts/panes";
import { useRefresh } from "../parts/refresh";
import { Skeleton } from "../parts/skeleton";
import { firstChoice, type Fix } from "../disposition/panel/fixes";
import { useUndoKey } from "../disposition/undo";
import { RunOfUrl } from "../runs/progress";
import { CauseDetail } from "./cause-detail";
import { CauseOption } from "./cause-option";
import { Clear } from "./clear";
import { GROUPS, groupKey, groupPagesQuery, listOf, remediesOf, type ProblemGroup } from "./groups";
import { byKind, KIND_ICONS } from "./kinds";
import { inboxMessages } from "./messages";
import { MoreButton } from "./more-button";
import type { ReferenceAction } from "./reference-actions";
import { ReferenceDetail } from "./reference-detail";
import { referenceMessages } from "./reference-messages";
import { ReferenceOption } from "./reference-option";
import {
  isOfReference,
  listOf as listOfReference,
  REFERENCES,
  referencesQuery,
  type OpenReference,
} from "./references";

const ApplyFixDialog = lazy(() => import("./apply-fix-dialog"));
const ReferenceDialogs = lazy(() => import("./reference-dialogs"));

/** Entry of the list. */
type Item = { entry: OpenReference; cause?: undefined } | { cause: ProblemGroup; entry?: undefined };

/** Inbox: unresolved references, and lines with errors grouped by cause, with fixes. */
export default function InboxPage() {
  const t = useMessages(inboxMessages);
  const tReference = useMessages(referenceMessages);
  const narrow = useNarrow();
  const references = useReferences();
  const causes = useCauses();
  useUndoKey(t("title"));
  const isLoaded = causes.data !== undefined && references.data !== undefined;
  const failed = [causes, references].find(({ failure }) => failure);
  const some = causes.items.length + references.items.length > 0;
  const counts = [
    references.items.length > 0 && tReference("entries", { count: references.items.length }),
    causes.items.length > 0 && causes.text,
  ];
  return (
    <Page
      title={t("title")}
      fill={!narrow && some}
      beside={
        some && (
          <Text size="sm" className="quiet">
            {counts.filter(Boolean).join(" · ")}
          </Text>
        )
      }>
      <RunOfUrl keysOf={t("title")} />
      {!isLoaded && (
        <FocusPlace label={t("title")}>
          {failed ? <LoadFailed failure={failed.failure} retry={failed.retry} /> : <Skeleton as="lines" />}
        </FocusPlace>
      )}
      {isLoaded && some && (
        <Work
          references={references.items}
          causes={causes.items}
          narrow={narrow}
          more={
            <>
              {references.more}
              {causes.more}
            </>
          }
        />
      )}
      {isLoaded && !some && <Clear />}
    </Page>
  );
}

function useReferences() {
  const t = useMessages(referenceMessages);
  const pages = useInfiniteQuery(referencesQuery);
  useRefresh(REFERENCES);
  const items = pages.data?.pages.flatMap((page) => page.items) ?? [];
  return {
    data: pages.data,
    failure: pages.isError && !pages.data ? pages.error : undefined,
    retry: () => void pages.refetch(),
    items: [...new Map(items.map((entry) => [entry.id, entry])).values()],
    more: <MoreButton pages={pages} text={t("moreEntries")} />,
  };
}

function useCauses() {
  const t = useMessages(inboxMessages);
  const groups = useInfiniteQuery(groupPagesQuery(useLanguage()));
  useRefresh(GROUPS);
  const pages = groups.data?.pages.flatMap((page) => page.items) ?? [];
  // a group can change its page between two requests
  const all = [...new Map(pages.map((group) => [groupKey(group), group])).values()];
  const items = all.filter((group) => !isOfReference(group));
  const total = (groups.data?.pages.at(-1)?.groups ?? 0) - (all.length - items.length);
  return {
    data: groups.data,
    failure: groups.isError && !groups.data ? groups.error : undefined,
    retry: () => void groups.refetch(),
    items,
    text: groups.hasNextPage
      ? t("causesShown", { shown: items.length, count: total })
      : t("causes", { count: items.length }),
    more: <MoreButton pages={groups} text={t("more", { count: Math.max(1, total - items.length) })} />,
  };
}

interface WorkProps {
  references: OpenReference[];
  causes: ProblemGroup[];
  narrow: boolean;
  more: ReactNode;
}

const PARAMETERS = ["problem", "cause", "reference"] as const;

function addressOf({ cause, entry }: Item): Record<string, string> {
  return cause ? { problem: cause.filter.problem, cause: cause.filter.cause } : { reference: entry.id };
}

function useSections(references: OpenReference[], causes: ProblemGroup[]): PaneSection<Item>[] {
  const t = useMessages(inboxMessages);
  const tReference = useMessages(referenceMessages);
  const kinds = byKind(causes).map(({ kind, causes: items, lines }) => ({
    key: kind as string,
    heading: { label: t(`kind_${kind}`), icon: KIND_ICONS[kind], count: lines },
    items: items.map((cause): Item => ({ cause })),
  }));
  if (references.length === 0) return kinds;
  const heading = { label: tReference("section"), icon: Unlink, count: references.length };
  return [{ key: "references", heading, items: references.map((entry): Item => ({ entry })) }, ...kinds];
}

/** List of references and causes, and the selected one. */
function Work({ references, causes, narrow, more }: WorkProps) {
  const t = useMessages(inboxMessages);
  const panes = useRef<PanesHandle>(null);
  const sections = useSections(references, causes);
  // the cause may disappear while the dialog is open
  const [fixing, fix] = useState<{ group: ProblemGroup; fix: Fix }>();
  const [acting, act] = useState<{ entry: OpenReference; action: ReferenceAction }>();
  const onCauseKey = useCauseKeys((group, chosen) => fix({ group, fix: chosen }));
  const onReferenceKey = useReferenceKeys();
  const close = () => {
    fix(undefined);
    act(undefined);
    panes.current?.focus();
  };
  return (
    <>
      <Panes
        label={t("list")}
        sections={sections}
        parameters={PARAMETERS}
        addressOf={addressOf}
        narrow={narrow}
        more={more}
        option={({ cause, entry }) => (cause ? <CauseOption cause={cause} /> : <ReferenceOption entry={entry} />)}
        detail={({ cause, entry }, back) =>
          cause ? (
            <CauseDetail cause={cause} onFix={(chosen) => fix({ group: cause, fix: chosen })} onBack={back} />
          ) : (
            <ReferenceDetail key={entry.id} entry={entry} onAction={(action) => act({ entry, action })} onBack={back} />
          )
        }
        onKey={(event, { cause, entry }, inList) =>
          cause ? onCauseKey(event, cause, inList) : onReferenceKey(event, entry, inList)
        }
        handle={panes}
      />
      <Suspense>
        {fixing && <ApplyFixDialog {...fixing} onClose={close} />}
        {acting && <ReferenceDialogs {...acting} onClose={close} />}
      </Suspense>
    </>
  );
}

/** Keys of a cause; those of fixes work in both panes. */
function useCauseKeys(settle: (group: ProblemGroup, fix: Fix) => void) {
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
  return (event: KeyboardEvent, group: ProblemGroup, inList: boolean): boolean => {
    if (event.key === "Enter" && inList) {
      const fix = firstChoice(remediesOf(group));
      if (fix) settle(group, fix);
      else go(listOf(group));
      return true;
    }
    if (!singleKeys || endsSequence()) return false;
    if (event.key === "o") {
      go(listOf(group));
      return true;
    }
    const fix = /^[1-9]$/.test(event.key) ? remediesOf(group)[Number(event.key) - 1] : undefined;
    if (fix) settle(group, fix);
    return fix !== undefined;
  };
}

/** Keys of an unresolved reference: they lead into the form, and only its button writes. */
function useReferenceKeys() {
  const t = useMessages(referenceMessages);
  const [, go] = useLocation();
  const { singleKeys } = useKeyOverview();
  const endsSequence = useEndsSequence();
  useShownKeys({
    heading: t("section"),
    keys: [
      { press: "Enter", label: t("keyTarget"), run: () => undefined },
      { press: "1", shown: "1 … 9", label: t("keySuggestion"), run: () => undefined },
    ],
  });
  return (event: KeyboardEvent, entry: OpenReference, inList: boolean): boolean => {
    const panes = event.currentTarget as HTMLElement;
    if (event.key === "Enter" && inList) {
      const field = panes.querySelector<HTMLElement>("[data-target] input, input[data-target]");
      field?.focus();
      return field !== null;
    }
    if (!singleKeys || endsSequence()) return false;
    if (event.key === "o") {
      go(listOfReference(entry));
      return true;
    }
    if (!/^[1-9]$/.test(event.key)) return false;
    const suggestion = panes.querySelectorAll<HTMLElement>("[data-suggestion]")[Number(event.key) - 1];
    suggestion?.click();
    return suggestion !== undefined;
  };
}
