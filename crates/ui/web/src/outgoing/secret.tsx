import { Button, Modal, Select, Stack, Text, TextInput } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { useState } from "react";
import { api, unwrap } from "../api/client";
import { useLanguage, useMessages } from "../i18n";
import { DialogFoot } from "../parts/dialog-foot";
import { DialogFrame } from "../parts/dialog-frame";
import { FailureText } from "../parts/failure";
import { partsMessages } from "../parts/messages";
import { showInstant } from "../values/day";
import classes from "./outgoing.module.css";
import { webhookMessages } from "./webhook-messages";
import { nameOf, type Webhook } from "./webhook";
import { WEBHOOKS } from "./webhooks";

interface SecretDialogProps {
  name: string;
  secret: string;
  /** End of validity of the previous secret. */
  oldValidUntil?: string;
  onClose: () => void;
}

/** Shows a secret once; closes only by its button. */
export function SecretDialog({ name, secret, oldValidUntil, onClose }: SecretDialogProps) {
  const t = useMessages(webhookMessages);
  const tParts = useMessages(partsMessages);
  const language = useLanguage();
  const clipboard = useClipboard();
  const isOver = oldValidUntil !== undefined && Date.parse(oldValidUntil) <= Date.now();
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={t("secretTitle", { name })}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}>
      <Stack gap="md">
        <Text size="sm">
          <b>{t("secretOnce")}</b> {t("secretUse")}
        </Text>
        <TextInput
          label={t("secret")}
          readOnly
          value={secret}
          classNames={{ input: classes.secret ?? "" }}
          onFocus={(event) => event.currentTarget.select()}
        />
        {oldValidUntil && (
          <Text size="sm">
            {t(isOver ? "oldInvalid" : "oldValidUntil", { at: showInstant(oldValidUntil, language) })}
          </Text>
        )}
        <DialogFoot>
          <Button
            variant="default"
            data-autofocus
            leftSection={<Copy size={14} aria-hidden />}
            onClick={() => clipboard.copy(secret)}>
            {clipboard.copied ? tParts("copied") : t("copySecret")}
          </Button>
          <Button onClick={onClose}>{t("done")}</Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}

/** Validity of the old secret, in hours. */
const VALIDITY_HOURS = ["24", "168", "720", "1", "0"] as const;

/** Rotates the secret of a webhook. */
export function RotateDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useMessages(webhookMessages);
  const queryClient = useQueryClient();
  const [hours, setHours] = useState<(typeof VALIDITY_HOURS)[number]>("24");
  const id = webhook.id;
  const rotate = useMutation({
    // do not cache the secret
    gcTime: 0,
    mutationFn: () => {
      const body = { keepOldFor: Number(hours) };
      return unwrap(api.POST("/api/webhooks/{id}/rotate", { params: { path: { id } }, body }));
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: WEBHOOKS }),
  });
  if (rotate.data) return <SecretDialog name={nameOf(webhook)} {...rotate.data} onClose={onClose} />;
  return (
    <DialogFrame
      title={t("rotateTitle")}
      submit={t("rotateDo")}
      busy={rotate.isPending}
      onClose={onClose}
      onSubmit={() => rotate.mutate()}>
      <Text size="sm">{t("rotateText")}</Text>
      <Select
        label={t("rotateKeep")}
        allowDeselect={false}
        data-autofocus
        value={hours}
        onChange={(to) => setHours(VALIDITY_HOURS.find((one) => one === to) ?? "24")}
        data={VALIDITY_HOURS.map((value) => ({ value, label: t(`keep_${value}`) }))}
        error={rotate.isError && <FailureText failure={rotate.error} />}
      />
    </DialogFrame>
  );
}
