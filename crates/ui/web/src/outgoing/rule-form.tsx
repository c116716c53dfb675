import { Alert, Button, Checkbox, Group, Select, Text, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { api, unwrap } from "../api/client";
import { LANGUAGES, useLanguage, useMessages } from "../i18n";
import { DialogFrame } from "../parts/dialog-frame";
import { FailureText } from "../parts/failure";
import { announce } from "../parts/announce";
import { partsMessages } from "../parts/messages";
import { TimeField } from "../parts/time-field";
import { submitForm, useRecordForm, useServerErrors } from "../parts/record-form";
import classes from "./outgoing.module.css";
import { draftOf, newRule, ruleBody, RULE_FIELDS, ruleSchema, withKind, type RuleDraft } from "./rule-draft";
import { KIND_WORDS, ruleMessages } from "./rule-messages";
import { kindOf, patienceOf, RULE_KINDS, sourceOf, WEEKDAYS, type Rule, weekdayText } from "./rule";
import { ruleQuery, RULES } from "./rules";
import { TrialOutcome } from "./trial";
import { Whose } from "./webhook-form";
import { nameOf } from "./webhook";
import { webhooksQuery } from "./webhooks";

const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function NewRule({ onClose }: { onClose: () => void }) {
  const t = useMessages(ruleMessages);
  const language = useLanguage();
  const queryClient = useQueryClient();
  const [, go] = useLocation();
  const form = useRuleForm(newRule(language, HERE));
  const create = useMutation({
    mutationFn: (draft: RuleDraft) => unwrap(api.POST("/api/notification-rules", { body: ruleBody(draft) })),
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: RULES });
      go(`/outgoing/rules/${id}`);
    },
  });
  return <RuleForm title={t("new")} form={form} attempt={create} onClose={onClose} />;
}

export function EditRule({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const t = useMessages(ruleMessages);
  const tParts = useMessages(partsMessages);
  const queryClient = useQueryClient();
  // the version at opening detects concurrent changes
  const [{ id, version }] = useState(rule);
  const form = useRuleForm(draftOf(rule));
  const save = useMutation({
    mutationFn: (draft: RuleDraft) => {
      const body = { ...ruleBody(draft), version };
      return unwrap(api.PATCH("/api/notification-rules/{id}", { params: { path: { id } }, body }));
    },
    onSuccess: (after) => {
      queryClient.setQueryData(ruleQuery(id).queryKey, after);
      announce(tParts("saved"));
      onClose();
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: RULES }),
  });
  return <RuleForm title={t("rule")} form={form} attempt={save} onClose={onClose} />;
}

function useRuleForm(draft: RuleDraft): UseFormReturnType<RuleDraft> {
  const tParts = useMessages(partsMessages);
  return useRecordForm(draft, ruleSchema(tParts("required")));
}

interface FormProps {
  title: string;
  form: UseFormReturnType<RuleDraft>;
  attempt: {
    isPending: boolean;
    isError: boolean;
    error: unknown;
    mutate: (draft: RuleDraft) => void;
    reset: () => void;
  };
  onClose: () => void;
}

function RuleForm({ title, form, attempt, onClose }: FormProps) {
  const t = useMessages(ruleMessages);
  const tParts = useMessages(partsMessages);
  const trial = useMutation({
    mutationFn: () => unwrap(api.POST("/api/notification-rules/try", { body: ruleBody(form.values) })),
    onMutate: () => attempt.reset(),
  });
  // errors of the last request
  const refused = attempt.error ?? trial.error;
  const placed = useServerErrors(form, refused, RULE_FIELDS);
  const { values: draft, errors } = form;
  const submit = () =>
    submitForm(form, (valid) => {
      trial.reset();
      attempt.mutate(valid);
    });
  return (
    <DialogFrame
      title={title}
      submit={tParts("save")}
      busy={attempt.isPending}
      size="lg"
      onClose={onClose}
      onSubmit={submit}>
      <Select
        label={t("about")}
        allowDeselect={false}
        data-autofocus
        {...form.getInputProps("kind")}
        onChange={(to) => form.setValues(withKind(draft, kindOf(to ?? "") ?? draft.kind))}
        data={RULE_KINDS.map((value) => ({ value, label: t(`kind_${KIND_WORDS[value]}`) }))}
      />
      <Patience form={form} />
      <Whose
        draft={draft}
        change={form.setValues}
        errors={{ orgCode: errors.orgCode, dataSource: errors.dataSource }}
        source={sourceOf(draft.kind)}
      />
      <When form={form} />
      <Whom form={form} />
      <Group gap="xs">
        <Button variant="default" loading={trial.isPending} onClick={() => submitForm(form, () => trial.mutate())}>
          {t("try")}
        </Button>
        <Text size="sm" className="quiet">
          {t("tryHint")}
        </Text>
      </Group>
      {trial.data && <TrialOutcome trial={trial.data} />}
      {refused != null && !placed && (
        <Alert color="red" role="alert" p="xs">
          <FailureText failure={refused} />
        </Alert>
      )}
    </DialogFrame>
  );
}

type PartProps = Pick<FormProps, "form">;

/** Threshold of the rule. */
function Patience({ form }: PartProps) {
  const t = useMessages(ruleMessages);
  const { kind } = form.values;
  const unit = patienceOf(kind);
  if (!unit) return null;
  const hint = kind === "order-not-handed-over" ? "hoursHint_orderNotHandedOver" : "hoursHint_sourceSilent";
  return (
    <TextInput
      label={t(unit)}
      description={t(unit === "minutes" ? "minutesHint" : hint)}
      required
      inputMode="numeric"
      autoComplete="off"
      {...form.getInputProps("patience")}
    />
  );
}

/** Days and hours of notifications with their time zone. */
function When({ form }: PartProps) {
  const t = useMessages(ruleMessages);
  const language = useLanguage();
  const zones = [...new Set([form.values.timeZone, HERE, "UTC", ...Intl.supportedValuesOf("timeZone")])];
  return (
    <>
      <Checkbox.Group
        label={t("weekdays")}
        {...form.getInputProps("weekdays")}
        onChange={(days) =>
          form.setFieldValue(
            "weekdays",
            WEEKDAYS.filter((day) => days.includes(day)),
          )
        }>
        <Group gap="sm" mt={6}>
          {WEEKDAYS.map((day) => (
            <Checkbox key={day} value={day} label={weekdayText(day, language)} />
          ))}
        </Group>
      </Checkbox.Group>
      <div className={classes.choices}>
        <Group gap="xs" align="flex-start">
          <TimeField label={t("from")} {...form.getInputProps("from")} />
          <TimeField label={t("to")} {...form.getInputProps("to")} />
        </Group>
        <Select
          label={t("timeZone")}
          allowDeselect={false}
          searchable
          limit={100}
          {...form.getInputProps("timeZone")}
          data={zones}
        />
      </div>
      <Text size="xs" className="quiet" mt={-10}>
        {t("hoursOfDayHint")}
      </Text>
    </>
  );
}

function Whom({ form }: PartProps) {
  const t = useMessages(ruleMessages);
  const webhooks = useQuery(webhooksQuery);
  return (
    <>
      <Textarea
        label={t("recipients")}
        description={t("recipientsHint")}
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        autoComplete="off"
        {...form.getInputProps("recipients")}
      />
      <div className={classes.choices}>
        <Select
          label={t("language")}
          allowDeselect={false}
          {...form.getInputProps("language")}
          data={LANGUAGES.map((value) => ({ value, label: t(`language_${value}`) }))}
        />
        <Select
          label={t("webhook")}
          description={t("webhookHint")}
          inputWrapperOrder={["label", "input", "description", "error"]}
          allowDeselect={false}
          {...form.getInputProps("webhook")}
          data={[
            { value: "", label: t("noWebhook") },
            ...(webhooks.data?.items ?? []).map((webhook) => ({ value: String(webhook.id), label: nameOf(webhook) })),
          ]}
        />
      </div>
    </>
  );
}
