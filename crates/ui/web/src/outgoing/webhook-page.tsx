import { Anchor, Loader, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useParams } from "wouter";
import { ApiError } from "../api/client";
import { useLanguage, useMessages } from "../i18n";
import { dataSourcesQuery } from "../parts/data-sources";
import { LoadFailed } from "../parts/failure";
import { Page } from "../parts/page";
import { useRefresh } from "../parts/refresh";
import { InstantText } from "../parts/values";
import { partsMessages } from "../parts/messages";
import { showInstant } from "../values/day";
import { AdministratorsOnly } from "./administrators-only";
import { Deliveries } from "./deliveries";
import { Facts } from "./facts";
import { HealthNote, HealthText } from "./health";
import { WebhookActions } from "./webhook-actions";
import { EventsText, WaitingText } from "./webhook-list";
import { TestNote, useWebhookTest } from "./webhook-test";
import { webhookMessages } from "./webhook-messages";
import { nameOf, type Webhook } from "./webhook";
import { OUTGOING, webhookQuery } from "./webhooks";
import { outgoingMessages } from "./messages";

export default function WebhookPage() {
  return (
    <AdministratorsOnly>
      <OneWebhook />
    </AdministratorsOnly>
  );
}

function OneWebhook() {
  const { id = "" } = useParams();
  const t = useMessages(webhookMessages);
  const tParts = useMessages(partsMessages);
  useRefresh(OUTGOING);
  const webhook = useQuery(webhookQuery(Number(id)));
  if (webhook.error instanceof ApiError && webhook.error.status === 404) return <Missing words={t("notFound")} />;
  if (webhook.data) return <WebhookView key={webhook.data.id} webhook={webhook.data} />;
  return (
    <Page title={t("name")}>
      {webhook.isError ? (
        <LoadFailed failure={webhook.error} retry={() => void webhook.refetch()} />
      ) : (
        <Loader size="sm" aria-label={tParts("loading")} />
      )}
    </Page>
  );
}

/** Notice for a deleted record. */
export function Missing({ words }: { words: string }) {
  const t = useMessages(outgoingMessages);
  return (
    <Page title={t("title")}>
      <Text>
        {words}{" "}
        <Anchor component={Link} href="/outgoing">
          {t("toOutgoing")}
        </Anchor>
      </Text>
    </Page>
  );
}

function WebhookView({ webhook }: { webhook: Webhook }) {
  const test = useWebhookTest(webhook);
  return (
    <Page
      title={nameOf(webhook)}
      object
      beside={<HealthText webhook={webhook} />}
      actions={<WebhookActions webhook={webhook} test={test} />}>
      <TestNote webhook={webhook} test={test} />
      <HealthNote webhook={webhook} />
      <WebhookFacts webhook={webhook} />
      <Deliveries webhook={webhook} />
    </Page>
  );
}

function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const t = useMessages(webhookMessages);
  const tOutgoing = useMessages(outgoingMessages);
  const language = useLanguage();
  const sources = useQuery({ ...dataSourcesQuery, enabled: webhook.dataSourceId != null });
  const source = sources.data?.find(({ id }) => id === webhook.dataSourceId)?.name ?? webhook.dataSourceId;
  const instant = (at: string | null | undefined): ReactNode => at && <InstantText instant={at} seconds />;
  return (
    <Facts
      label={t("facts")}
      facts={[
        [t("url"), webhook.url],
        [t("lastSuccess"), instant(webhook.lastSuccessAt) ?? tOutgoing("never")],
        [t("failingSince"), instant(webhook.failingSince)],
        [t("lastFailure"), instant(webhook.lastFailureAt)],
        [t("waiting"), <WaitingText key="waiting" webhook={webhook} />],
        [t("events"), <EventsText key="events" webhook={webhook} />],
        [t("carries"), t(webhook.include === "record" ? "carries_record" : "carries_ids")],
        [tOutgoing("organisation"), webhook.orgCode ?? tOutgoing("allOrganisations")],
        [tOutgoing("dataSource"), source ?? tOutgoing("anySource")],
        [
          tOutgoing("created"),
          tOutgoing("createdBy", { at: showInstant(webhook.createdAt, language), by: webhook.createdBy }),
        ],
        [t("secretRotated"), instant(webhook.secretRotatedAt)],
      ]}
    />
  );
}
