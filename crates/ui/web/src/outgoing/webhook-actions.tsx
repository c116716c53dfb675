import { Alert, Button, Group, Menu, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useState, type ComponentType } from "react";
import { useLocation } from "wouter";
import { api, unwrap } from "../api/client";
import { useMessages } from "../i18n";
import { CHORDS, SHORTCUTS } from "../keys/chords";
import { useKeyHandlers } from "../keys/keys";
import { DayField } from "../parts/day-field";
import { DialogFrame } from "../parts/dialog-frame";
import { FailureText, useFailureText } from "../parts/failure";
import { announce } from "../parts/announce";
import { TimeField } from "../parts/time-field";
import { partsMessages } from "../parts/messages";
import { today } from "../values/day";
import { usePageKeys } from "./page-keys";
import { RotateDialog } from "./secret";
import { EditWebhook } from "./webhook-form";
import { webhookMessages } from "./webhook-messages";
import type { useWebhookTest } from "./webhook-test";
import { nameOf, type Webhook } from "./webhook";
import { WEBHOOKS, webhookQuery } from "./webhooks";
import { outgoingMessages } from "./messages";

type WebhookTest = ReturnType<typeof useWebhookTest>;
type DialogProps = { webhook: Webhook; onClose: () => void };

const DIALOGS: Record<"edit" | "rotate" | "resend" | "delete", ComponentType<DialogProps>> = {
  edit: EditWebhook,
  rotate: RotateDialog,
  resend: ResendDialog,
  delete: DeleteDialog,
};
type DialogName = keyof typeof DIALOGS;

export function WebhookActions({ webhook, test }: { webhook: Webhook; test: WebhookTest }) {
  const t = useMessages(webhookMessages);
  const tOutgoing = useMessages(outgoingMessages);
  const [dialog, open] = useState<DialogName>();
  const active = webhook.status === "active";
  const call = () => {
    if (!test.isPending) test.mutate();
  };
  const setActive = useSetActive(webhook);
  usePageKeys([
    { press: "$mod+e", shown: CHORDS.edit, label: tOutgoing("edit"), run: () => open("edit") },
    { press: "s", label: t("resendSince"), run: () => open("resend") },
    { press: "k", label: t("rotate"), run: () => open("rotate") },
  ]);
  useKeyHandlers(tOutgoing("keys"), [
    { label: t("test"), run: call },
    { label: tOutgoing(active ? "pause" : "resume"), run: setActive.run },
  ]);
  const Dialog = dialog && DIALOGS[dialog];
  return (
    <>
      <Button variant="default" loading={test.isPending} onClick={call}>
        {t("test")}
      </Button>
      <Button variant={active ? "default" : "filled"} loading={setActive.busy} onClick={setActive.run}>
        {tOutgoing(active ? "pause" : "resume")}
      </Button>
      <Button variant="default" aria-keyshortcuts={SHORTCUTS.edit} onClick={() => open("edit")}>
        {tOutgoing("edit")}
      </Button>
      <More open={open} />
      {Dialog && <Dialog webhook={webhook} onClose={() => open(undefined)} />}
    </>
  );
}

function More({ open }: { open: (dialog: DialogName) => void }) {
  const t = useMessages(webhookMessages);
  const tOutgoing = useMessages(outgoingMessages);
  const tParts = useMessages(partsMessages);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<ChevronDown size={14} aria-hidden />}>
          {tParts("more")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => open("resend")}>{t("resendSince")}</Menu.Item>
        <Menu.Item onClick={() => open("rotate")}>{t("rotate")}</Menu.Item>
        <Menu.Item onClick={() => open("delete")}>{tOutgoing("delete")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function useSetActive(webhook: Webhook) {
  const t = useMessages(webhookMessages);
  const failureText = useFailureText();
  const queryClient = useQueryClient();
  const { id, version, status } = webhook;
  const active = status !== "active";
  const change = useMutation({
    mutationFn: () => unwrap(api.PATCH("/api/webhooks/{id}", { params: { path: { id } }, body: { version, active } })),
    onSuccess: (after) => {
      queryClient.setQueryData(webhookQuery(id).queryKey, after);
      announce(t(active ? "resumed" : "paused"));
    },
    onError: (failure) => notifications.show({ message: failureText(failure), color: "red", autoClose: false }),
    // the result is shown already, so do not wait for the lists
    onSettled: () => void queryClient.invalidateQueries({ queryKey: WEBHOOKS }),
  });
  return {
    busy: change.isPending,
    run: () => {
      if (!change.isPending) change.mutate();
    },
  };
}

/** Sends all events again from an instant. */
function ResendDialog({ webhook, onClose }: DialogProps) {
  const t = useMessages(webhookMessages);
  const queryClient = useQueryClient();
  const [day, setDay] = useState<string | undefined>(today());
  const [time, setTime] = useState("00:00");
  const [early, setEarly] = useState(true);
  const id = webhook.id;
  const resend = useMutation({
    mutationFn: (since: string) =>
      unwrap(api.POST("/api/webhooks/{id}/resend", { params: { path: { id } }, body: { since } })),
    onSuccess: ({ deliveries }) => {
      notifications.show({ message: t("resent", { count: deliveries }) });
      onClose();
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: WEBHOOKS }),
  });
  const send = () => {
    const since = new Date(`${day}T${time}`);
    const past = since.getTime() <= Date.now();
    setEarly(past);
    if (past) resend.mutate(since.toISOString());
  };
  return (
    <DialogFrame
      title={t("resendTitle")}
      submit={t("resendDo")}
      busy={resend.isPending}
      onClose={onClose}
      onSubmit={send}>
      <Text size="sm">{t("resendText")}</Text>
      <Group align="flex-start">
        <DayField
          label={t("resendFrom")}
          w={180}
          value={day}
          maxDate={today()}
          onChange={setDay}
          error={!early && t("chooseEarlier")}
        />
        <TimeField label={t("time")} data-autofocus value={time} onChange={setTime} />
      </Group>
      {resend.isError && (
        <Alert color="red" role="alert" p="xs">
          <FailureText failure={resend.error} />
        </Alert>
      )}
    </DialogFrame>
  );
}

function DeleteDialog({ webhook, onClose }: DialogProps) {
  const t = useMessages(webhookMessages);
  const tOutgoing = useMessages(outgoingMessages);
  const queryClient = useQueryClient();
  const [, go] = useLocation();
  const id = webhook.id;
  const remove = useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/webhooks/{id}", { params: { path: { id } } })),
    onSuccess: () => {
      announce(tOutgoing("deleted"));
      go("/outgoing");
      queryClient.removeQueries({ queryKey: [...WEBHOOKS, id] });
      return queryClient.invalidateQueries({ queryKey: WEBHOOKS });
    },
  });
  return (
    <DialogFrame
      title={t("deleteTitle", { name: nameOf(webhook) })}
      submit={tOutgoing("deleteDo")}
      grave
      busy={remove.isPending}
      onClose={onClose}
      onSubmit={() => remove.mutate()}>
      <Text size="sm">{t("deleteText")}</Text>
      {webhook.waiting > 0 && <Text size="sm">{t("deleteWaiting", { count: webhook.waiting })}</Text>}
      {remove.isError && (
        <Alert color="red" role="alert" p="xs">
          <FailureText failure={remove.error} />
        </Alert>
      )}
    </DialogFrame>
  );
}
