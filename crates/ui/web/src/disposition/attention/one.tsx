import { Alert, Button, Menu } from "@mantine/core";
import { Hourglass, Undo2, UserRound } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useMessages } from "../../i18n";
import { useMay, useSession } from "../../session/session";
import type { Candidate } from "../candidate";
import { isOpen } from "../values";
import { rejectionOf, useCorrect } from "../correct";
import type { Attention } from "./attend";
import { useForgetWhy } from "./wait-dialog";
import { attentionMessages } from "./messages";

const WaitDialog = lazy(() => import("./wait-dialog"));
const AssignDialog = lazy(() => import("./assign-dialog"));

/** Available wait and assign actions of a candidate; forbidden ones are absent. */
export function useAttentionOf(candidate: Candidate) {
  const correct = useCorrect();
  const { user } = useSession();
  const forgetWhy = useForgetWhy();
  const may = useMay("candidates:write") && isOpen(candidate);
  const [dialog, openDialog] = useState<"wait" | "assign">();
  const [busy, setBusy] = useState(false);
  const [failed, fail] = useState<string>();
  const excluded = candidate.status === "inactive";
  const close = () => {
    openDialog(undefined);
    fail(undefined);
  };
  const send = async (change: Attention) => {
    setBusy(true);
    const done = await correct({ candidate, change });
    setBusy(false);
    if (!done) return fail(rejectionOf(candidate, "active")?.message);
    if (change.waitingUntil) forgetWhy();
    close();
  };
  const failure = failed && (
    <Alert color="red" role="alert" p="xs">
      {failed}
    </Alert>
  );
  const shared = { count: 1, busy, failure, onClose: close };
  return {
    wait: may && !excluded ? () => openDialog("wait") : undefined,
    takeUp:
      may && candidate.waitingUntil ? () => void correct({ candidate, change: { waitingUntil: null } }) : undefined,
    assignMe:
      may && candidate.assignedTo !== user
        ? () => void correct({ candidate, change: { assignedTo: "me" } })
        : undefined,
    assign: may ? () => openDialog("assign") : undefined,
    dialog: (
      <Suspense fallback={null}>
        {dialog === "wait" && <WaitDialog {...shared} onWait={(change) => void send(change)} />}
        {dialog === "assign" && (
          <AssignDialog {...shared} assigned={candidate.assignedTo} onAssign={(change) => void send(change)} />
        )}
      </Suspense>
    ),
  };
}

export type AttentionOf = ReturnType<typeof useAttentionOf>;

export function WaitButton({ attention: { wait, takeUp } }: { attention: AttentionOf }) {
  const t = useMessages(attentionMessages);
  const run = takeUp ?? wait;
  if (!run) return null;
  const Icon = takeUp ? Undo2 : Hourglass;
  return (
    <Button variant="default" leftSection={<Icon size={14} aria-hidden />} onClick={run}>
      {t(takeUp ? "takeUp" : "wait")}
    </Button>
  );
}

export function AssignItems({ attention: { assign, assignMe } }: { attention: AttentionOf }) {
  const t = useMessages(attentionMessages);
  const icon = <UserRound size={14} aria-hidden />;
  return (
    <>
      {assignMe && (
        <Menu.Item leftSection={icon} onClick={assignMe}>
          {t("assignMe")}
        </Menu.Item>
      )}
      {assign && (
        <Menu.Item leftSection={icon} onClick={assign}>
          {t("assign")}
        </Menu.Item>
      )}
    </>
  );
}
