import { Alert, Checkbox, Select, Switch, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useLocation } from "wouter";
import { api, unwrap } from "../api/client";
import { useMessages } from "../i18n";
import { dataSourcesQuery, senders } from "../parts/data-sources";
import { DialogFrame } from "../parts/dialog-frame";
import { FailureText } from "../parts/failure";
import { announce } from "../parts/announce";
import { submitForm, useRecordForm, useServerErrors } from "../parts/record-form";
import { partsMessages } from "../parts/messages";
import { useSession } from "../session/session";
import { EVENT_TYPES, isEventType } from "./event-types";
import { useEventText } from "./event-messages";
import classes from "./outgoing.module.css";
import { SecretDialog } from "./secret";
import {
  draftOf,
  NEW_WEBHOOK,
  newWebhookBody,
  WEBHOOK_FIELDS,
  webhookPatch,
  webhookSchema,
  type WebhookDraft,
} from "./webhook-draft";
import { webhookMessages } from "./webhook-messages";
import { nameOf, type Webhook } from "./webhook";
import { WEBHOOKS, webhookQuery } from "./webhooks";
import { outgoingMessages } from "./messages";

/** Creates a webhook and shows its secret. */
export function NewWebhook({ onClose }: { onClose: () => void }) {
  const t = useMessages(webhookMessages);
  const queryClient = useQueryClient();
  const [, go] = useLocation();
  const form = useWebhookForm(NEW_WEBHOOK);
  const create = useMutation({
    // do not cache the secret
    gcTime: 0,
    mutationFn: (draft: WebhookDraft) => unwrap(api.POST("/api/webhooks", { body: newWebhookBody(draft) })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: WEBHOOKS }),
  });
  const made = create.data;
  if (made) {
    return (
      <SecretDialog name={nameOf(made)} secret={made.secret} onClose={() => go(`/outgoing/webhooks/${made.id}`)} />
    );
  }
  return <WebhookForm title={t("new")} form={form} attempt={create} onClose={onClose} />;
}

export function EditWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const tParts = useMessages(partsMessages);
  const queryClient = useQueryClient();
  // the version at opening detects concurrent changes
  const [before] = useState(webhook);
  const form = useWebhookForm(draftOf(before));
  const id = webhook.id;
  const save = useMutation({
    mutationFn: (draft: WebhookDraft) => {
      const body = webhookPatch(before, draft);
      return unwrap(api.PATCH("/api/webhooks/{id}", { params: { path: { id } }, body }));
    },
    onSuccess: (after) => {
      queryClient.setQueryData(webhookQuery(id).queryKey, after);
      announce(tParts("saved"));
      onClose();
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: WEBHOOKS }),
  });
  return <WebhookForm title={nameOf(before)} form={form} attempt={save} onClose={onClose} />;
}

function useWebhookForm(draft: WebhookDraft): UseFormReturnType<WebhookDraft> {
  const tParts = useMessages(partsMessages);
  return useRecordForm(draft, webhookSchema(tParts("required")));
}

interface FormProps {
  title: string;
  form: UseFormReturnType<WebhookDraft>;
  attempt: { isPending: boolean; isError: boolean; error: unknown; mutate: (draft: WebhookDraft) => void };
  onClose: () => void;
}

function WebhookForm({ title, form, attempt, onClose }: FormProps) {
  const t = useMessages(webhookMessages);
  const tParts = useMessages(partsMessages);
  const placed = useServerErrors(form, attempt.error, WEBHOOK_FIELDS);
  const { values: draft, errors } = form;
  return (
    <DialogFrame
      title={title}
      submit={tParts("save")}
      busy={attempt.isPending}
      size="lg"
      onClose={onClose}
      onSubmit={() => submitForm(form, attempt.mutate)}>
      <TextInput
        label={t("url")}
        description={t("urlHint")}
        required
        type="url"
        inputMode="url"
        spellCheck={false}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps("url")}
      />
      <TextInput label={t("description")} description={t("descriptionHint")} {...form.getInputProps("description")} />
      <EventChoice form={form} />
      <Whose
        draft={draft}
        change={form.setValues}
        errors={{ orgCode: errors.orgCode, dataSource: errors.dataSource }}
        source="possible"
      />
      <Switch
        label={t("withRecord")}
        description={t("withRecordHint")}
        {...form.getInputProps("withRecord", { type: "checkbox" })}
      />
      {attempt.isError && !placed && (
        <Alert color="red" role="alert" p="xs">
          <FailureText failure={attempt.error} />
        </Alert>
      )}
    </DialogFrame>
  );
}

function EventChoice({ form }: Pick<FormProps, "form">) {
  const t = useMessages(webhookMessages);
  const eventText = useEventText();
  return (
    <Checkbox.Group
      label={t("events")}
      description={t("eventsHint")}
      {...form.getInputProps("types")}
      onChange={(types) => form.setFieldValue("types", types.filter(isEventType))}>
      <div className={classes.choices}>
        {Object.keys(EVENT_TYPES)
          .filter(isEventType)
          .map((type) => (
            <Checkbox key={type} value={type} label={eventText(type)} />
          ))}
      </div>
    </Checkbox.Group>
  );
}

interface WhoseProps {
  draft: { orgCode: string; dataSource: string };
  change: (to: { orgCode?: string; dataSource?: string }) => void;
  errors: { orgCode?: ReactNode; dataSource?: ReactNode };
  /** Whether a data source is required, optional, or not shown. */
  source: "needed" | "possible" | undefined;
}

/** Inputs for organisation and data source. */
export function Whose({ draft, change, errors, source }: WhoseProps) {
  const t = useMessages(outgoingMessages);
  const { organisations } = useSession();
  const sources = useQuery(dataSourcesQuery);
  return (
    <div className={classes.choices}>
      <Select
        label={t("organisation")}
        allowDeselect={false}
        value={draft.orgCode}
        error={errors.orgCode}
        onChange={(to) => change({ orgCode: to ?? "" })}
        data={[
          { value: "", label: t("allOrganisations") },
          ...organisations.map(({ code, name }) => ({ value: code ?? "", label: name ?? code ?? "" })),
        ]}
      />
      {source && (
        <Select
          // reset the search text of the previous choice
          key={source}
          label={t("dataSource")}
          placeholder={source === "needed" ? t("chooseSource") : undefined}
          allowDeselect={false}
          searchable
          required={source === "needed"}
          value={draft.dataSource || (source === "needed" ? null : "")}
          error={errors.dataSource}
          onChange={(to) => change({ dataSource: to ?? "" })}
          data={[
            ...(source === "possible" ? [{ value: "", label: t("anySource") }] : []),
            ...senders(sources.data).map(({ id, name, internalNames }) => ({
              value: String(id),
              label: name || (internalNames[0] ?? String(id)),
            })),
          ]}
        />
      )}
    </div>
  );
}
