import { Alert, Button, Modal, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api, unwrap } from "../api/client";
import { useMessages } from "../i18n";
import { DialogFoot } from "../parts/dialog-foot";
import { FailureText } from "../parts/failure";
import { partsMessages } from "../parts/messages";
import { settingsQuery } from "../runs/runs";
import { whoAsksWhy } from "./handover";
import { orderMessages } from "./order-messages";
import type { Order } from "./orders";

/** Button with confirmation dialog. */
export function VoidButton({ order }: { order: Order }) {
  const t = useMessages(orderMessages);
  const [isAsking, ask] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => ask(true)}>
        {t("void")}
      </Button>
      <VoidDialog order={order} opened={isAsking} onClose={() => ask(false)} />
    </>
  );
}

function VoidDialog({ order, opened, onClose }: { order: Order; opened: boolean; onClose: () => void }) {
  const t = useMessages(orderMessages);
  const tParts = useMessages(partsMessages);
  const queryClient = useQueryClient();
  const number = order.documentNo;
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const settings = useQuery({ ...settingsQuery, enabled: opened });
  const receiver = whoAsksWhy(order, settings.data?.items ?? []);
  const attempt = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/sales/order/{id}/void", {
          params: { path: { id: order.salesOrderId ?? "" } },
          body: { reason },
        }),
      ),
    onSuccess: () => {
      notifications.show({ message: t("voided", { number }) });
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries(),
  });
  const send = () => {
    const silent = !!receiver && !reason.trim();
    setMissing(silent);
    if (silent) field.current?.focus();
    else attempt.mutate();
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("voidTitle", { number })}
      closeButtonProps={{ "aria-label": tParts("close") }}>
      <Stack gap="md">
        <Text size="sm">{t(order.candidates?.length ? "voidText" : "voidTextWhole")}</Text>
        <TextInput
          label={t("voidReason")}
          description={receiver ? t("voidReasonWhy", { receiver }) : t("voidReasonHint")}
          ref={field}
          required={!!receiver}
          error={missing && t("voidReasonMissing")}
          maxLength={4000}
          data-autofocus
          value={reason}
          onChange={(event) => {
            setMissing(false);
            setReason(event.currentTarget.value);
          }}
        />
        {attempt.isError && (
          <Alert color="red" role="alert" p="xs">
            <FailureText failure={attempt.error} />
          </Alert>
        )}
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            {tParts("cancel")}
          </Button>
          <Button color="red.9" loading={attempt.isPending} onClick={send}>
            {t("voidDo")}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}
