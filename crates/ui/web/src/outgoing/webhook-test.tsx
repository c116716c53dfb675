import { Alert, Anchor } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import { api, unwrap } from "../api/client";
import { useLanguage, useMessages } from "../i18n";
import { durationText } from "../parts/durations";
import { FailureText } from "../parts/failure";
import { partsMessages } from "../parts/messages";
import { webhookMessages } from "./webhook-messages";
import { isThrough, lastOf, type Delivery, type Webhook } from "./webhook";
import { WEBHOOKS } from "./webhooks";

/** Mutation that sends a test event. */
export function useWebhookTest({ id }: Webhook) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST("/api/webhooks/{id}/test", { params: { path: { id } } })),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: WEBHOOKS }),
  });
}

interface TestNoteProps {
  webhook: Webhook;
  test: ReturnType<typeof useWebhookTest>;
}

/** Result of the last test. */
export function TestNote({ webhook, test }: TestNoteProps) {
  const t = useMessages(webhookMessages);
  const tParts = useMessages(partsMessages);
  if (test.isIdle) return null;
  const through = test.isSuccess && isThrough(lastOf(test.data) ?? {});
  return (
    <Alert
      color={test.isPending ? "gray" : through ? "green" : "red"}
      role="status"
      py="xs"
      withCloseButton={!test.isPending}
      closeButtonLabel={tParts("close")}
      onClose={() => test.reset()}>
      {test.isPending && t("testing")}
      {test.isError && <FailureText failure={test.error} />}
      {test.isSuccess && <Outcome webhook={webhook.id} delivery={test.data} />}
    </Alert>
  );
}

function Outcome({ webhook, delivery }: { webhook: number; delivery: Delivery }) {
  const t = useMessages(webhookMessages);
  const language = useLanguage();
  const attempt = lastOf(delivery);
  const { status, error } = attempt ?? {};
  const took = durationText((attempt?.durationMs ?? 0) / 1_000, language);
  const words = status == null ? "testFailed" : attempt && isThrough(attempt) ? "testPassed" : "testRefused";
  return (
    <>
      {t(words, { took, status, error })}{" "}
      <Anchor size="sm" component={Link} href={`/outgoing/webhooks/${webhook}?delivery=${delivery.id}`}>
        {t("showDelivery")}
      </Anchor>
    </>
  );
}
