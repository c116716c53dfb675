import { ActionIcon, Button, Group, Menu } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { ArchiveRestore, Archive, Ellipsis, Link2, RefreshCw, ShoppingCart } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useMessages } from "../../i18n";
import { announce } from "../../parts/announce";
import { useMay } from "../../session/session";
import { useRevalidate } from "../actions";
import type { Candidate } from "../candidate";
import { isOpen } from "../values";
import { AssignItems, WaitButton, type AttentionOf } from "../attention/one";
import { useCorrect } from "../correct";
import { panelMessages } from "./messages";

const CreateOrdersDialog = lazy(() => import("../dialogs/create-orders"));

/** Returns the allowed actions of a candidate. */
export function useHeadActions(candidate: Candidate) {
  const correct = useCorrect();
  const revalidate = useRevalidate();
  const mayWrite = useMay("candidates:write") && isOpen(candidate);
  const mayRun = useMay("process:run");
  const [creating, create] = useState(false);
  const selection = { ids: [candidate.id] };
  const excluded = candidate.status === "inactive";
  return {
    busy: revalidate.isPending,
    revalidate: mayWrite && !excluded ? () => revalidate.mutate(selection) : undefined,
    putAside: mayWrite && !excluded ? () => void correct({ candidate, change: { active: false } }) : undefined,
    takeBack: mayWrite && excluded ? () => void correct({ candidate, change: { active: true } }) : undefined,
    create: mayRun && candidate.status === "new" ? () => create(true) : undefined,
    dialog: creating && (
      <Suspense fallback={null}>
        <CreateOrdersDialog selection={selection} count={1} onClose={() => create(false)} />
      </Suspense>
    ),
  };
}

export type HeadActionsOf = ReturnType<typeof useHeadActions>;

interface HeadActionsProps {
  candidate: Candidate;
  actions: HeadActionsOf;
  attention: AttentionOf;
}

export function HeadActions({ candidate, actions, attention }: HeadActionsProps) {
  const t = useMessages(panelMessages);
  const clipboard = useClipboard();
  const copyLink = () => {
    clipboard.copy(`${location.origin}/candidates/${candidate.id}`);
    announce(t("linkCopied"));
  };
  return (
    <Group gap={6}>
      {actions.create && (
        <Button leftSection={<ShoppingCart size={14} aria-hidden />} onClick={actions.create}>
          {t("createOrder")}
        </Button>
      )}
      <WaitButton attention={attention} />
      {actions.putAside && (
        <Button variant="default" leftSection={<Archive size={14} aria-hidden />} onClick={actions.putAside}>
          {t("putAside")}
        </Button>
      )}
      {actions.takeBack && (
        <Button variant="default" leftSection={<ArchiveRestore size={14} aria-hidden />} onClick={actions.takeBack}>
          {t("takeBack")}
        </Button>
      )}
      <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={t("moreActions")} title={t("moreActions")}>
            <Ellipsis size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.revalidate && (
            <Menu.Item
              disabled={actions.busy}
              leftSection={<RefreshCw size={14} aria-hidden />}
              onClick={actions.revalidate}>
              {t("revalidate")}
            </Menu.Item>
          )}
          <AssignItems attention={attention} />
          <Menu.Item leftSection={<Link2 size={14} aria-hidden />} onClick={copyLink}>
            {t("copyLink")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
