import { Alert, Button, Group, Loader, Modal, Stack, Text, Title } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Copy, RotateCw } from "lucide-react";
import { api, ApiError, unwrap } from "../api/client";
import { useMessages } from "../i18n";
import { FailureText, LoadFailed } from "../parts/failure";
import { JsonText } from "../parts/json-text";
import { announce } from "../parts/announce";
import { InstantText } from "../parts/values";
import { partsMessages } from "../parts/messages";
import { DeliveryState, NextAttempt, SubjectText, useAttemptText } from "./delivery-parts";
import { useEventText } from "./event-messages";
import { Facts } from "./facts";
import classes from "./outgoing.module.css";
import { deliveryMessages } from "./webhook-messages";
import { isThrough, type Attempt, type Delivery, type Webhook } from "./webhook";
import { deliveryQuery, WEBHOOKS } from "./webhooks";
import { outgoingMessages } from "./messages";

interface DeliveryDialogProps {
  webhook: Webhook;
  id: number;
  onShow: (id: number) => void;
  onClose: () => void;
}

/** Delivery with payload, attempts and resend. */
export function DeliveryDialog({ webhook, id, onShow, onClose }: DeliveryDialogProps) {
  const t = useMessages(deliveryMessages);
  const tParts = useMessages(partsMessages);
  const delivery = useQuery(deliveryQuery(webhook.id, id));
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t("delivery", { id })}
      closeButtonProps={{ "aria-label": tParts("close") }}>
      {delivery.data ? (
        <DeliveryView webhook={webhook} delivery={delivery.data} onShow={onShow} />
      ) : delivery.error instanceof ApiError && delivery.error.status === 404 ? (
        <Text>{t("gone")}</Text>
      ) : delivery.isError ? (
        <LoadFailed failure={delivery.error} retry={() => void delivery.refetch()} />
      ) : (
        <Loader size="sm" aria-label={tParts("loading")} />
      )}
    </Modal>
  );
}

interface ViewProps {
  webhook: Webhook;
  delivery: Delivery;
  onShow: (id: number) => void;
}

function DeliveryView({ webhook, delivery, onShow }: ViewProps) {
  const t = useMessages(deliveryMessages);
  const tOutgoing = useMessages(outgoingMessages);
  const eventText = useEventText();
  const { type, eventId, subject, status, createdAt, manual } = delivery;
  return (
    <Stack gap="md">
      <Facts
        label={t("facts")}
        facts={[
          [t("event"), eventText(type)],
          [t("type"), type],
          [t("eventId"), eventId],
          [t("subject"), subject && <SubjectText key="subject" subject={subject} />],
          [tOutgoing("status"), <DeliveryState key="status" status={status} />],
          [t("createdAt"), <InstantText key="createdAt" instant={createdAt} seconds />],
          [tOutgoing("nextAttempt"), status === "waiting" && <NextAttempt key="next" delivery={delivery} />],
          [t("manual"), manual && t("yes")],
        ]}
      />
      <Resend webhook={webhook} delivery={delivery} onShow={onShow} />
      <Attempts delivery={delivery} />
      <RequestBody webhook={webhook} delivery={delivery} />
    </Stack>
  );
}

function Resend({ webhook, delivery, onShow }: ViewProps) {
  const t = useMessages(deliveryMessages);
  const queryClient = useQueryClient();
  const params = { path: { id: webhook.id, deliveryId: delivery.id } };
  const resend = useMutation({
    mutationFn: () => unwrap(api.POST("/api/webhooks/{id}/deliveries/{deliveryId}/resend", { params })),
    onSuccess: ({ id }) => {
      announce(t("resent"));
      if (id !== delivery.id) onShow(id);
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: WEBHOOKS }),
  });
  return (
    <Group gap="xs">
      <Button
        leftSection={<RotateCw size={14} aria-hidden />}
        loading={resend.isPending}
        data-autofocus
        onClick={() => resend.mutate()}>
        {t(delivery.status === "waiting" ? "resendNow" : "resend")}
      </Button>
      {resend.isError && (
        <Alert color="red" role="alert" p="xs">
          <FailureText failure={resend.error} />
        </Alert>
      )}
    </Group>
  );
}

/** Newest first. */
function Attempts({ delivery: { attempts } }: { delivery: Delivery }) {
  const t = useMessages(deliveryMessages);
  const tOutgoing = useMessages(outgoingMessages);
  const numbered = attempts.map((attempt, index) => ({ attempt, number: index + 1 })).reverse();
  return (
    <section aria-label={tOutgoing("attempts")}>
      <Title order={3} mb={6}>
        {tOutgoing("attempts")}
      </Title>
      {attempts.length === 0 && (
        <Text size="sm" className="quiet">
          {t("notTried")}
        </Text>
      )}
      <ol className={classes.attempts} reversed>
        {numbered.map(({ attempt, number }) => (
          <AttemptEntry key={number} attempt={attempt} number={number} />
        ))}
      </ol>
    </section>
  );
}

function AttemptEntry({ attempt, number }: { attempt: Attempt; number: number }) {
  const t = useMessages(deliveryMessages);
  const attemptText = useAttemptText();
  const { at, status, answer } = attempt;
  return (
    <li className={classes.attempt}>
      <Text size="sm">
        <b>{number}.</b> <InstantText instant={at} seconds /> ·{" "}
        <Text span size="sm" c={isThrough(attempt) ? "var(--status-processed)" : "var(--status-error)"}>
          {attemptText(attempt)}
        </Text>
      </Text>
      {answer && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll regions need keyboard access
        <pre className={classes.answer} role="region" tabIndex={0} aria-label={t("answer", { number })}>
          {answer}
        </pre>
      )}
      {status != null && !answer && (
        <Text size="sm" className="quiet">
          {t("emptyAnswer")}
        </Text>
      )}
    </li>
  );
}

function RequestBody({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const t = useMessages(deliveryMessages);
  const tParts = useMessages(partsMessages);
  const clipboard = useClipboard();
  const body = delivery.body ?? "";
  return (
    <section aria-label={t("request")}>
      <Group justify="space-between" gap="xs" mb={6}>
        <Title order={3}>{t("request")}</Title>
        <Button variant="default" leftSection={<Copy size={14} aria-hidden />} onClick={() => clipboard.copy(body)}>
          {clipboard.copied ? tParts("copied") : t("copyBody")}
        </Button>
      </Group>
      <Text ff="monospace" size="xs" style={{ overflowWrap: "anywhere" }}>{`POST ${webhook.url}`}</Text>
      <Text size="xs" className="quiet" mb={6}>
        {t("requestText")}
      </Text>
      <JsonText text={body} label={t("body")} />
    </section>
  );
}
