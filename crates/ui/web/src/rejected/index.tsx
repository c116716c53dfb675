// Rejected rows by cause and data source.
import { SegmentedControl, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { lazy, Suspense, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { useLocation } from "wouter";
import { useUndoKey } from "../disposition/undo";
import { useLanguage, useMessages } from "../i18n";
import { useShownKeys } from "../keys/keys";
import { MoreButton } from "../inbox/more-button";
import { AllClear } from "../parts/all-clear";
import { ageText } from "../parts/durations";
import { Empty } from "../parts/empty";
import { LoadFailed } from "../parts/failure";
import { FocusPlace } from "../parts/focus-place";
import { Page } from "../parts/page";
import { OptionText, Panes, useNarrow, type PaneSection, type PanesHandle } from "../parts/panes";
import { useProblemTitle } from "../parts/problem-title";
import { useQueryString } from "../parts/query-string";
import { useRefresh } from "../parts/refresh";
import { Skeleton } from "../parts/skeleton";
import { useSourceName } from "../parts/source";
import { CauseDetail } from "./cause-detail";
import type { Dismissal } from "./dismiss-dialog";
import { rejectedMessages } from "./messages";
import {
  causesQuery,
  messageOf,
  REJECTED,
  STATUSES,
  type RejectedCause,
  type RejectedCauses,
  type RejectedStatus,
} from "./rejected";

const DismissDialog = lazy(() => import("./dismiss-dialog"));

export default function RejectedPage() {
  const t = useMessages(rejectedMessages);
  const narrow = useNarrow();
  const [query, change] = useQueryString("status", "cause", "dataSource");
  const status = STATUSES.find((one) => one === query.status) ?? "open";
  const causes = useInfiniteQuery(causesQuery(useLanguage(), status));
  useRefresh(REJECTED);
  useUndoKey(t("title"));
  const items = causes.data?.pages.flatMap((page) => page.items) ?? [];
  const [first] = causes.data?.pages ?? [];
  const some = items.length > 0;
  return (
    <Page
      title={t("title")}
      fill={!narrow && some}
      beside={
        first &&
        some && (
          <Text size="sm" className="quiet">
            {t("rows", { count: first.rows })}
          </Text>
        )
      }>
      {first && (
        <StatusChoice
          status={status}
          counts={first.statuses}
          onStatus={(to) => change({ status: to === "open" ? undefined : to, cause: undefined, dataSource: undefined })}
        />
      )}
      {!first && (
        <FocusPlace label={t("title")}>
          {causes.isPending && <Skeleton as="lines" />}
          {causes.isError && <LoadFailed failure={causes.error} retry={() => void causes.refetch()} />}
        </FocusPlace>
      )}
      {some && (
        <Causes
          key={status}
          causes={items}
          status={status}
          narrow={narrow}
          more={<MoreButton pages={causes} text={t("more")} />}
        />
      )}
      {first && !some && status === "open" && <AllClear title={t("clear")} text={t("clearText")} />}
      {first && !some && status !== "open" && <Empty message={t("emptyStatus")} />}
    </Page>
  );
}

interface StatusChoiceProps {
  status: RejectedStatus;
  counts: RejectedCauses["statuses"];
  onStatus: (status: RejectedStatus) => void;
}

/** Status with its number of rows; nothing while all rows are open. */
function StatusChoice({ status, counts, onStatus }: StatusChoiceProps) {
  const t = useMessages(rejectedMessages);
  const number = new Intl.NumberFormat(useLanguage());
  if (status === "open" && STATUSES.every((one) => one === "open" || counts[one] === 0)) return null;
  return (
    <SegmentedControl
      aria-label={t("status")}
      size="xs"
      style={{ alignSelf: "flex-start" }}
      value={status}
      onChange={(to) => onStatus(to as RejectedStatus)}
      data={STATUSES.map((one) => ({ value: one, label: `${t(`status_${one}`)} ${number.format(counts[one] ?? 0)}` }))}
    />
  );
}

interface CausesProps {
  causes: RejectedCause[];
  status: RejectedStatus;
  narrow: boolean;
  more: ReactNode;
}

const PARAMETERS = ["cause", "dataSource"] as const;

function addressOf({ filter }: RejectedCause): Record<string, string> {
  return { ...(filter.cause && { cause: filter.cause }), dataSource: filter.dataSource ?? "none" };
}

/** Groups causes by data source; sources keep the order of their largest cause. */
function useSections(causes: RejectedCause[]): PaneSection<RejectedCause>[] {
  const t = useMessages(rejectedMessages);
  const sourceName = useSourceName();
  const sources = new Map<string, RejectedCause[]>();
  for (const cause of causes) {
    const source = cause.dataSource ?? "";
    sources.set(source, [...(sources.get(source) ?? []), cause]);
  }
  return [...sources].map(([source, items]) => ({
    key: source,
    heading: {
      label: source ? sourceName(source) : t("noSource"),
      icon: Send,
      count: items.reduce((sum, { rows }) => sum + rows, 0),
    },
    items,
  }));
}

/** List of causes and the selected one. */
function Causes({ causes, status, narrow, more }: CausesProps) {
  const t = useMessages(rejectedMessages);
  const [, go] = useLocation();
  const panes = useRef<PanesHandle>(null);
  const [dismissal, dismiss] = useState<Dismissal>();
  const sections = useSections(causes);
  useShownKeys({
    heading: t("title"),
    keys: [
      { press: "ArrowDown", shown: "↓ ↑", label: t("keyMove"), run: () => undefined },
      { press: "Enter", label: t("keyOpen"), run: () => undefined },
    ],
  });
  const onKey = (event: KeyboardEvent, cause: RejectedCause, inList: boolean) => {
    if (event.key !== "Enter" || !inList) return false;
    go(`/rejected/${cause.example}`);
    return true;
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
        option={(cause) => <CauseOption cause={cause} />}
        detail={(cause, back) => (
          <CauseDetail
            key={JSON.stringify(cause.filter)}
            cause={cause}
            status={status}
            onBack={back}
            onDismiss={dismiss}
          />
        )}
        onKey={onKey}
        handle={panes}
      />
      <Suspense>
        {dismissal && (
          <DismissDialog
            dismissal={dismissal}
            onClose={() => {
              dismiss(undefined);
              panes.current?.focus();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

function CauseOption({ cause }: { cause: RejectedCause }) {
  const t = useMessages(rejectedMessages);
  const title = useProblemTitle();
  const language = useLanguage();
  const name = title(cause.code, cause.message);
  return (
    <OptionText
      title={name}
      count={cause.rows}
      countText={t("rows", { count: cause.rows })}
      text={messageOf(cause, name)}
      foot={<span>{t("oldest", { age: ageText(cause.oldest, language) })}</span>}
      end={cause.senders > 1 && t("senders", { count: cause.senders })}
    />
  );
}
