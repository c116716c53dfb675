import { Alert, Button, Checkbox, Group, Select, Text, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { api, errorItems, unwrap } from "../api/client";
import { LANGUAGES, useLanguage, useMessages } from "../i18n";
import { DialogFrame } from "../parts/dialog-frame";
import { FailureText } from "../parts/failure";
import { fieldErrors, type FieldErrors } from "../parts/field-errors";
import { announce } from "../parts/announce";
import { partsMessages } from "../parts/messages";
import classes from "./outgoing.module.css";
import { draftOf, newRule, ruleBody, RULE_FIELDS, withKind, type RuleDraft } from "./rule-draft";
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
  const [draft, setDraft] = useState(() => newRule(language, HERE));
  const create = useMutation({
    mutationFn: () => unwrap(api.POST("/api/notification-rules", { body: ruleBody(draft) })),
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: RULES });
      go(`/outgoing/rules/${id}`);
    },
  });
  return <RuleForm title={t("new")} draft={draft} setDraft={setDraft} attempt={create} onClose={onClose} />;
}

export function EditRule({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const t = useMessages(ruleMessages);
  const tParts = useMessages(partsMessages);
  const queryClient = useQueryClient();
  // the version at opening detects concurrent changes
  const [{ id, version }] = useState(rule);
  const [draft, setDraft] = useState(() => draftOf(rule));
  const save = useMutation({
    mutationFn: () => {
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
  return <RuleForm title={t("rule")} draft={draft} setDraft={setDraft} attempt={save} onClose={onClose} />;
}

type Errors = FieldErrors<(typeof RULE_FIELDS)[number]>["fields"];

interface FormProps {
  title: string;
  draft: RuleDraft;
  setDraft: (draft: RuleDraft) => void;
  attempt: { isPending: boolean; isError: boolean; error: unknown; mutate: () => void; reset: () => void };
  onClose: () => void;
}

function RuleForm({ title, draft, setDraft, attempt, onClose }: FormProps) {
  const t = useMessages(ruleMessages);
  const tParts = useMessages(partsMessages);
  const trial = useMutation({
    mutationFn: () => unwrap(api.POST("/api/notification-rules/try", { body: ruleBody(draft) })),
    onMutate: () => attempt.reset(),
  });
  // errors of the last request
  const refused = attempt.error ?? trial.error;
  const { fields, placed } = fieldErrors(errorItems(refused), RULE_FIELDS);
  const change = (to: Partial<RuleDraft>) => setDraft({ ...draft, ...to });
  const submit = () => {
    trial.reset();
    attempt.mutate();
  };
  const parted = { draft, change, errors: fields };
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
        value={draft.kind}
        error={fields.kind}
        onChange={(to) => setDraft(withKind(draft, kindOf(to ?? "") ?? draft.kind))}
        data={RULE_KINDS.map((value) => ({ value, label: t(`kind_${KIND_WORDS[value]}`) }))}
      />
      <Patience {...parted} />
      <Whose draft={draft} change={change} errors={fields} source={sourceOf(draft.kind)} />
      <When {...parted} />
      <Whom {...parted} />
      <Group gap="xs">
        <Button variant="default" loading={trial.isPending} onClick={() => trial.mutate()}>
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

interface PartProps {
  draft: RuleDraft;
  change: (to: Partial<RuleDraft>) => void;
  errors: Errors;
}

/** Threshold of the rule. */
function Patience({ draft: { kind, patience }, change, errors }: PartProps) {
  const t = useMessages(ruleMessages);
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
      value={patience}
      error={errors[unit]}
      onChange={(event) => change({ patience: event.currentTarget.value })}
    />
  );
}

/** Days and hours of notifications with their time zone. */
function When({ draft, change, errors }: PartProps) {
  const t = useMessages(ruleMessages);
  const language = useLanguage();
  const zones = [...new Set([draft.timeZone, HERE, "UTC", ...Intl.supportedValuesOf("timeZone")])];
  return (
    <>
      <Checkbox.Group
        label={t("weekdays")}
        value={draft.weekdays}
        error={errors.weekdays}
        onChange={(days) => change({ weekdays: WEEKDAYS.filter((day) => days.includes(day)) })}>
        <Group gap="sm" mt={6}>
          {WEEKDAYS.map((day) => (
            <Checkbox key={day} value={day} label={weekdayText(day, language)} />
          ))}
        </Group>
      </Checkbox.Group>
      <div className={classes.choices}>
        <Group gap="xs" align="flex-start">
          <TextInput
            label={t("from")}
            w={110}
            type="time"
            value={draft.from}
            error={errors.from}
            onChange={(event) => change({ from: event.currentTarget.value })}
          />
          <TextInput
            label={t("to")}
            w={110}
            type="time"
            value={draft.to}
            error={errors.to}
            onChange={(event) => change({ to: event.currentTarget.value })}
          />
        </Group>
        <Select
          label={t("timeZone")}
          allowDeselect={false}
          searchable
          limit={100}
          value={draft.timeZone}
          error={errors.timeZone}
          onChange={(timeZone) => change({ timeZone: timeZone ?? draft.timeZone })}
          data={zones}
        />
      </div>
      <Text size="xs" className="quiet" mt={-10}>
        {t("hoursOfDayHint")}
      </Text>
    </>
  );
}

function Whom({ draft, change, errors }: PartProps) {
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
        value={draft.recipients}
        error={errors.recipients}
        onChange={(event) => change({ recipients: event.currentTarget.value })}
      />
      <div className={classes.choices}>
        <Select
          label={t("language")}
          allowDeselect={false}
          value={draft.language}
          error={errors.language}
          onChange={(to) => change({ language: LANGUAGES.find((one) => one === to) ?? draft.language })}
          data={LANGUAGES.map((value) => ({ value, label: t(`language_${value}`) }))}
        />
        <Select
          label={t("webhook")}
          description={t("webhookHint")}
          inputWrapperOrder={["label", "input", "description", "error"]}
          allowDeselect={false}
          value={draft.webhook}
          error={errors.webhookId}
          onChange={(to) => change({ webhook: to ?? "" })}
          data={[
            { value: "", label: t("noWebhook") },
            ...(webhooks.data?.items ?? []).map((webhook) => ({ value: String(webhook.id), label: nameOf(webhook) })),
          ]}
        />
      </div>
    </>
  );
}
