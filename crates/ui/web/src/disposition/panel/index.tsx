import { Alert, ActionIcon, Button, Group, Tabs, Text, Title, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, Columns2, Maximize2, X } from "lucide-react";
import { useRef, useState, type KeyboardEvent } from "react";
import { useLocation } from "wouter";
import { ApiError } from "../../api/client";
import { useChanged } from "../../api/events";
import { useLanguage, useMessages } from "../../i18n";
import { CHORDS, chordOf } from "../../keys/chords";
import { keysOf, useEndsSequence, useKeyOverview, useShownKeys } from "../../keys/keys";
import { unitText } from "../../parts/common-names";
import { LoadFailed } from "../../parts/failure";
import { useFocusFallback } from "../../parts/focus-fallback";
import { Skeleton } from "../../parts/skeleton";
import { StatusText } from "../../parts/status";
import { partsMessages } from "../../parts/messages";
import { useRemembered } from "../../session/recent";
import { useMay } from "../../session/session";
import { showDay } from "../../values/day";
import { showDecimal } from "../../values/decimal";
import { useAttentionOf } from "../attention/one";
import { attentionMessages } from "../attention/messages";
import type { Candidate } from "../candidate";
import { candidateQuery } from "../candidates";
import { AttachmentsTab } from "./attachments";
import { useSplitView } from "./split-view";
import { DetailsTab } from "./details";
import type { ChooseFiles } from "./drop-zone";
import { FixCard } from "./fix-card";
import { HeadActions, useHeadActions } from "./head";
import { HistoryTab } from "./history";
import { LinksTab } from "./links";
import { Original, REQUEST } from "./original";
import { panelMessages } from "./messages";
import classes from "./panel.module.css";

export const TABS = ["details", "request", "attachments", "history", "links"] as const;
export type PanelTab = (typeof TABS)[number];

export interface CandidatePanelProps {
  id: number;
  /** Shown as a page without list. */
  alone?: boolean;
  tab: string | null | undefined;
  onTab: (tab: PanelTab) => void;
  onClose?: () => void;
  /** Opened to fix: focus the field of the fix. */
  mends?: boolean;
  /** Called when no problem remains. */
  onCured?: () => void;
  /** Moves to the previous (-1) or next (1) row. */
  onStep?: (by: -1 | 1) => void;
}

/** Panel of one candidate, beside the list or as a page. */
export default function CandidatePanel(props: CandidatePanelProps) {
  const { id, onClose } = props;
  const t = useMessages(panelMessages);
  const tParts = useMessages(partsMessages);
  const found = useQuery(candidateQuery(id));
  useChanged(() => void found.refetch());
  if (found.isPending) {
    return (
      <div className={classes.loading}>
        <Skeleton as="lines" />
      </div>
    );
  }
  if (!found.data) {
    const missing = found.error instanceof ApiError && found.error.status === 404;
    return missing ? (
      <Alert color="gray" m="sm" role="alert">
        {t("notFound", { id })}
        {onClose && (
          <Button variant="default" mt="xs" display="block" onClick={onClose}>
            {tParts("close")}
          </Button>
        )}
      </Alert>
    ) : (
      <LoadFailed failure={found.error} retry={() => void found.refetch()} />
    );
  }
  return <Shown {...props} candidate={found.data} />;
}

function Shown({
  candidate,
  alone = false,
  tab,
  onTab,
  onClose,
  onStep,
  mends = false,
  onCured = () => undefined,
}: CandidatePanelProps & { candidate: Candidate }) {
  const tParts = useMessages(partsMessages);
  const t = useMessages(panelMessages);
  const tAttention = useMessages(attentionMessages);
  const [, go] = useLocation();
  const { singleKeys } = useKeyOverview();
  const endsSequence = useEndsSequence();
  const section = useRef<HTMLElement>(null);
  useFocusFallback(() => section.current?.focus({ preventScroll: true }), { enabled: alone });
  const choose: ChooseFiles = useRef<(() => void) | null>(null);
  const actions = useHeadActions(candidate);
  const attention = useAttentionOf(candidate);
  const [commenting, comment] = useState(false);
  const [mayAttach, mayWrite, mayRun] = [
    useMay("attachments:write"),
    useMay("candidates:write"),
    useMay("process:run"),
  ];
  const { beside, toggle } = useSplitView(alone);
  const wanted = TABS.find((one) => one === tab) ?? "details";
  // the original is not a tab in the split view
  const tabs = TABS.filter((one) => !(beside && one === "request"));
  const active = beside && wanted === "request" ? "details" : wanted;
  const original = useChosen(candidate, wanted === "request");
  const openPage = () => go(`/candidates/${candidate.id}?tab=${wanted}`);
  const keys: Record<string, (() => void) | undefined> = {
    u: mayAttach
      ? () => {
          onTab("attachments");
          // the drop zone is loaded lazily
          whenThere(choose);
        }
      : undefined,
    o: onClose && openPage,
    s: toggle,
    c: mayWrite
      ? () => {
          onTab("history");
          comment(true);
        }
      : undefined,
  };
  const chords = { createOrders: actions.create, revalidate: actions.revalidate, edit: undefined };
  useShownKeys({
    heading: t("keys"),
    keys: [
      ...(toggle ? [{ press: "s", label: t(beside ? "notBeside" : "beside"), run: toggle }] : []),
      ...(mayAttach ? [{ press: "u", label: t("upload"), run: () => keys.u?.(), offered: alone }] : []),
      ...(mayWrite
        ? [{ press: CHORDS.revalidate, label: t("revalidate"), run: () => chords.revalidate?.(), offered: alone }]
        : []),
      ...(mayWrite ? [{ press: "c", label: tAttention("keyComment"), run: () => keys.c?.(), offered: alone }] : []),
      ...keysOf([
        {
          label: tAttention(attention.takeUp ? "takeUp" : "wait"),
          run: alone ? (attention.takeUp ?? attention.wait) : undefined,
        },
        { label: tAttention("assignMe"), run: alone ? attention.assignMe : undefined },
        { label: tAttention("assign"), run: alone ? attention.assign : undefined },
        { label: t("putAside"), run: alone ? actions.putAside : undefined },
        { label: t("takeBack"), run: alone ? actions.takeBack : undefined },
      ]),
      ...(mayRun
        ? [{ press: CHORDS.createOrders, label: t("createOrder"), run: () => chords.createOrders?.(), offered: alone }]
        : []),
    ],
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    // React bubbles events of portals through the component tree
    if (event.defaultPrevented || !section.current?.contains(target)) return;
    const chord = chordOf(event);
    if (!chord && (event.ctrlKey || event.metaKey || event.altKey)) return;
    if (event.key === "Escape" && onClose) return onClose();
    const typing = target.matches("input, textarea, select, [contenteditable]");
    const single = () => (singleKeys && !endsSequence() ? keys[event.key] : undefined);
    const run = typing ? undefined : chord ? chords[chord] : single();
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={classes.panel}
      aria-label={t("candidate", { id: candidate.id })}
      data-beside={beside || undefined}
      onKeyDown={onKeyDown}>
      <div className={classes.own}>
        <header className={classes.head}>
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <Heading candidate={candidate} page={alone} />
            <Group gap={2} wrap="nowrap">
              {onStep && (
                <>
                  <Quick label={t("previous")} icon={ChevronLeft} onClick={() => onStep(-1)} />
                  <Quick label={t("next")} icon={ChevronRight} onClick={() => onStep(1)} />
                </>
              )}
              {toggle && <Quick label={t(beside ? "notBeside" : "beside")} icon={Columns2} onClick={toggle} />}
              {onClose && <Quick label={t("openPage")} icon={Maximize2} onClick={openPage} />}
              {onClose && <Quick label={tParts("close")} icon={X} onClick={onClose} />}
            </Group>
          </Group>
          <HeadActions candidate={candidate} actions={actions} attention={attention} />
        </header>
        <FixCard candidate={candidate} focused={mends} onResolved={onCured} />
        <Tabs value={active} onChange={(to) => to && onTab(to as PanelTab)} className={classes.tabs}>
          <Tabs.List aria-label={t("tabs")}>
            {tabs.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {t(`tab_${one}`)}
                {one === "attachments" && candidate.attachments.length > 0 && ` (${candidate.attachments.length})`}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <div className={classes.content}>
            <Tabs.Panel value="details">
              <DetailsTab key={candidate.id} candidate={candidate} />
            </Tabs.Panel>
            <Tabs.Panel value="request">
              <Original {...original} />
            </Tabs.Panel>
            <Tabs.Panel value="attachments">
              <AttachmentsTab
                key={candidate.id}
                candidate={candidate}
                choose={choose}
                show={beside ? original.onChoose : undefined}
              />
            </Tabs.Panel>
            <Tabs.Panel value="history">
              <HistoryTab key={candidate.id} candidate={candidate} commenting={commenting} onComment={comment} />
            </Tabs.Panel>
            <Tabs.Panel value="links">
              <LinksTab key={candidate.id} candidate={candidate} />
            </Tabs.Panel>
          </div>
        </Tabs>
      </div>
      {beside && (
        <div className={classes.original}>
          <Original {...original} />
        </div>
      )}
      {actions.dialog}
      {attention.dialog}
    </section>
  );
}

/** Selected part of the original data, reset per candidate. */
function useChosen(candidate: Candidate, request: boolean) {
  const [of, choose] = useState<{ id: number; chosen: string }>();
  const own = of?.id === candidate.id ? of.chosen : undefined;
  return {
    candidate,
    chosen: own ?? (request ? REQUEST : undefined),
    onChoose: (chosen: string) => choose({ id: candidate.id, chosen }),
  };
}

function Heading({ candidate, page }: { candidate: Candidate; page: boolean }) {
  const t = useMessages(panelMessages);
  const tAttention = useMessages(attentionMessages);
  const language = useLanguage();
  const partner = candidate.bpartner?.bpartner?.name ?? candidate.effective.bpartner?.name;
  const product = candidate.productName ?? candidate.productCode;
  const qty =
    candidate.qty != null &&
    `${showDecimal(candidate.qty, language)} ${unitText(candidate.uomCode, language, candidate.qty)}`.trim();
  const title = t("candidate", { id: candidate.id });
  const goods = [product, qty].filter(Boolean).join(" · ");
  useRemembered({
    path: `/candidates/${candidate.id}`,
    label: partner ?? title,
    note: [goods, partner && title].filter(Boolean).join(" · "),
  });
  const { assignedTo, waitingUntil } = candidate;
  const attended = [
    assignedTo && tAttention("assignedToName", { name: assignedTo }),
    waitingUntil && `${tAttention("waitingUntil")} ${showDay(waitingUntil, language)}`,
  ]
    .filter(Boolean)
    .join(" · ");
  return (
    <div className={classes.heading}>
      <Title order={page ? 1 : 2} className={classes.name}>
        {partner && `${partner} `}
        <span className={partner ? classes.id : undefined}>{title}</span>
      </Title>
      <Group gap={8} wrap="nowrap">
        <StatusText status={candidate.status} />
        {product && <Text truncate>{goods}</Text>}
      </Group>
      <Text size="xs" className="quiet" truncate>
        {[candidate.poReference, `${candidate.externalHeaderId} / ${candidate.externalLineId}`]
          .filter(Boolean)
          .join(" · ")}
      </Text>
      {attended && (
        <Text size="xs" className="quiet" truncate>
          {attended}
        </Text>
      )}
    </div>
  );
}

interface QuickProps {
  label: string;
  icon: typeof X;
  onClick: () => void;
}

function Quick({ label, icon: Icon, onClick }: QuickProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={onClick}>
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function whenThere(choose: ChooseFiles, tries = 100): void {
  if (choose.current) choose.current();
  else if (tries > 0) requestAnimationFrame(() => whenThere(choose, tries - 1));
}
