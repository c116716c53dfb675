// Incoming orders on hold, by reason.
import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import {
  CircleHelp,
  CirclePause,
  CircleX,
  Clock,
  ListX,
  PackageX,
  ShieldQuestionMark,
  type LucideIcon,
} from "lucide-react";
import { lazy, Suspense, useRef, useState, type KeyboardEvent } from "react";
import { Link, useLocation } from "wouter";
import { useUndoKey } from "../disposition/undo";
import { useLanguage, useMessages } from "../i18n";
import { useEndsSequence, useKeyOverview, useShownKeys } from "../keys/keys";
import { AllClear } from "../parts/all-clear";
import { ageText } from "../parts/durations";
import { LoadFailed } from "../parts/failure";
import { FocusPlace } from "../parts/focus-place";
import { Page } from "../parts/page";
import { OptionText, Panes, useNarrow, type PanesHandle } from "../parts/panes";
import { useRefresh } from "../parts/refresh";
import { Skeleton } from "../parts/skeleton";
import { WorthText } from "../parts/worth";
import { RunOfUrl } from "../runs/progress";
import { useMay } from "../session/session";
import { HoldDetail } from "./hold-detail";
import type { HoldDialog } from "./hold-dialogs";
import { HOLDS, holdsQuery, listOf, type HoldGroup } from "./holds";
import { onHoldMessages } from "./messages";
import classes from "./on-hold.module.css";
import { useReason } from "./reason";

const HoldDialogs = lazy(() => import("./hold-dialogs"));

const ICONS: Readonly<Record<string, LucideIcon>> = {
  waiting: Clock,
  "header.incomplete": ListX,
  "sibling.error": CircleX,
  "sibling.rejected": PackageX,
  release: ShieldQuestionMark,
  destination: CirclePause,
};

export default function OnHoldPage() {
  const t = useMessages(onHoldMessages);
  const narrow = useNarrow();
  const groups = useQuery(holdsQuery());
  useRefresh(HOLDS);
  useUndoKey(t("title"));
  const found = groups.data;
  const some = found !== undefined && found.items.length > 0;
  return (
    <Page
      title={t("title")}
      fill={!narrow && some}
      beside={
        some && (
          <Text size="sm" className="quiet">
            {[t("orders", { count: found.orders }), t("lines", { count: found.candidates })].join(" · ")}
          </Text>
        )
      }>
      <RunOfUrl keysOf={t("title")} />
      {!found && (
        <FocusPlace label={t("title")}>
          {groups.isPending && <Skeleton as="lines" />}
          {groups.isError && <LoadFailed failure={groups.error} retry={() => void groups.refetch()} />}
        </FocusPlace>
      )}
      {found && !found.complete && <Text size="sm">{t("incomplete")}</Text>}
      {some && <Reasons groups={found.items} narrow={narrow} />}
      {found && !some && (
        <AllClear title={t("clear")} text={t("clearText")}>
          <Button component={Link} href="/candidates?status=new&held=false" variant="default">
            {t("clearReady")}
          </Button>
        </AllClear>
      )}
    </Page>
  );
}

const PARAMETERS = ["hold"] as const;

/** List of reasons and the selected one. */
function Reasons({ groups, narrow }: { groups: HoldGroup[]; narrow: boolean }) {
  const t = useMessages(onHoldMessages);
  const panes = useRef<PanesHandle>(null);
  // the reason may disappear while the dialog is open
  const [dialog, setDialog] = useState<HoldDialog>();
  const onKey = useReasonKeys((group) => setDialog({ what: "release", group, orders: [] }));
  return (
    <>
      <Panes
        label={t("list")}
        sections={[{ key: "reasons", items: groups }]}
        parameters={PARAMETERS}
        addressOf={({ hold }) => ({ hold })}
        narrow={narrow}
        option={(group) => <ReasonOption group={group} />}
        detail={(group, back) => <HoldDetail key={group.hold} group={group} onBack={back} onDialog={setDialog} />}
        onKey={onKey}
        handle={panes}
      />
      <Suspense>
        {dialog && (
          <HoldDialogs
            dialog={dialog}
            onClose={() => {
              setDialog(undefined);
              if (dialog.orders.length === 0) panes.current?.focus();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

function ReasonOption({ group }: { group: HoldGroup }) {
  const t = useMessages(onHoldMessages);
  const language = useLanguage();
  const { title, text } = useReason()(group.hold);
  const Icon = ICONS[group.hold] ?? CircleHelp;
  return (
    <OptionText
      title={
        <>
          <Icon size={14} strokeWidth={1.5} aria-hidden className={classes.icon} /> {title}
        </>
      }
      count={group.orders}
      countText={t("orders", { count: group.orders })}
      text={text}
      foot={group.since && <span>{t("oldest", { age: ageText(group.since, language) })}</span>}
      end={<WorthText worth={group.worth} />}
    />
  );
}

/** Keys of a reason. */
function useReasonKeys(release: (group: HoldGroup) => void) {
  const t = useMessages(onHoldMessages);
  const [, go] = useLocation();
  const mayRun = useMay("process:run");
  const { singleKeys } = useKeyOverview();
  const endsSequence = useEndsSequence();
  useShownKeys({
    heading: t("title"),
    keys: [
      { press: "ArrowDown", shown: "↓ ↑", label: t("keyMove"), run: () => undefined },
      ...(mayRun ? [{ press: "Enter", label: t("keyRelease"), run: () => undefined }] : []),
      { press: "o", label: t("keyOpen"), run: () => undefined },
    ],
  });
  return (event: KeyboardEvent, group: HoldGroup, inList: boolean): boolean => {
    if (event.key === "Enter" && inList) {
      if (mayRun && group.releasable) release(group);
      else go(listOf(group));
      return true;
    }
    if (event.key !== "o" || !singleKeys || endsSequence()) return false;
    go(listOf(group));
    return true;
  };
}
