// Dialog that creates a cross-reference.
import { Alert, Group, Select, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useAnnounceUndoable } from "../disposition/undo";
import { pushUndoable } from "../disposition/undo-stack";
import { useMessages } from "../i18n";
import { dataSourcesQuery, senders } from "../parts/data-sources";
import { DialogFrame } from "../parts/dialog-frame";
import { FailureText } from "../parts/failure";
import { partsMessages } from "../parts/messages";
import { RecordField } from "../parts/record-field";
import { submitForm, useRecordForm, useServerErrors } from "../parts/record-form";
import { useSession } from "../session/session";
import { CROSS_REFERENCES, KINDS, MEMBERS, write } from "./cross-references";
import { DRAFT_FIELDS, draftSchema, isOfPartner, NEW_DRAFT, recordOf, type Draft } from "./draft";
import { crossReferenceMessages } from "./messages";
import { TargetSelect } from "./target-select";

export default function NewCrossReference({ onClose }: { onClose: () => void }) {
  const t = useMessages(crossReferenceMessages);
  const tParts = useMessages(partsMessages);
  const { organisations } = useSession();
  const form = useRecordForm<Draft>(
    { ...NEW_DRAFT, org: organisations[0]?.code ?? "" },
    draftSchema(tParts("required")),
  );
  const create = useCreate(onClose);
  const placed = useServerErrors(form, create.error, DRAFT_FIELDS);
  return (
    <DialogFrame
      title={t("new")}
      submit={t("create")}
      busy={create.isPending}
      size="lg"
      onClose={onClose}
      onSubmit={() => submitForm(form, create.mutate)}>
      <Text size="sm">{t("newText")}</Text>
      <TextInput
        label={t("value")}
        description={t("valueHint")}
        required
        maxLength={255}
        spellCheck={false}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps("value")}
      />
      <Target form={form} />
      <Scope form={form} />
      <TextInput label={t("note")} maxLength={255} {...form.getInputProps("note")} />
      {create.isError && !placed && (
        <Alert color="red" role="alert" p="xs">
          <FailureText failure={create.error} />
        </Alert>
      )}
    </DialogFrame>
  );
}

/** Creates the record; undoing deactivates it, because rows may have used it. */
function useCreate(onClose: () => void) {
  const t = useMessages(crossReferenceMessages);
  const queryClient = useQueryClient();
  const announceUndoable = useAnnounceUndoable();
  const refresh = () => queryClient.invalidateQueries({ queryKey: CROSS_REFERENCES });
  return useMutation({
    mutationFn: (draft: Draft) => write([recordOf(draft)]),
    onSuccess: (_, draft) => {
      const undoable = {
        message: t("created", { value: draft.value.trim() }),
        undo: async () => {
          await write([{ ...recordOf(draft), active: false }]);
          await refresh();
          return true;
        },
      };
      pushUndoable(Promise.resolve(undoable));
      announceUndoable(undoable);
      void refresh();
      onClose();
    },
  });
}

interface PartProps {
  form: UseFormReturnType<Draft>;
}

/** Kind and target record of the value. */
function Target({ form }: PartProps) {
  const t = useMessages(crossReferenceMessages);
  const { kind, target, bpartner } = form.values;
  const { error } = form.getInputProps("target");
  const change = (code: string) => form.setFieldValue("target", code);
  return (
    <Group grow align="flex-start">
      <Select
        label={t("kind")}
        allowDeselect={false}
        data={KINDS.map((one) => ({ value: one, label: t(`kind_${one}`) }))}
        value={kind}
        onChange={(to) => {
          const next = KINDS.find((one) => one === to);
          if (next) form.setValues({ kind: next, target: "" });
        }}
      />
      {(kind === "bpartner" || kind === "product") && (
        <RecordField
          kind={kind === "bpartner" ? "bpartners" : "products"}
          label={t("target")}
          required
          value={target}
          onChange={change}
          error={error}
        />
      )}
      {isOfPartner(kind) && (
        <>
          <RecordField
            kind="bpartners"
            label={t("buyer")}
            description={t("partnerHint")}
            required
            value={bpartner}
            onChange={(code) => form.setFieldValue("bpartner", code)}
            error={form.getInputProps("bpartner").error}
          />
          <TextInput
            label={t("target")}
            description={t(kind === "contact" ? "targetHint_contact" : "targetHint_location")}
            required
            {...form.getInputProps("target")}
          />
        </>
      )}
      {kind !== "bpartner" && kind !== "product" && !isOfPartner(kind) && (
        <TargetSelect kind={kind} label={t("target")} value={target} onChange={change} error={error} />
      )}
    </Group>
  );
}

/** Rows in which the value is replaced. */
function Scope({ form }: PartProps) {
  const t = useMessages(crossReferenceMessages);
  const sources = useQuery(dataSourcesQuery);
  const { organisations } = useSession();
  const { kind, bpartner } = form.values;
  return (
    <>
      <Group grow align="flex-start">
        <Select
          label={t("source")}
          allowDeselect={false}
          data={[
            { value: "", label: t("allSources") },
            ...senders(sources.data).map(({ name, internalNames: [internal = ""] }) => ({
              value: internal,
              label: name,
            })),
          ]}
          {...form.getInputProps("dataSource")}
        />
        {!isOfPartner(kind) && (
          <RecordField
            kind="bpartners"
            label={t("buyer")}
            placeholder={t("allBuyers")}
            value={bpartner}
            onChange={(code) => form.setFieldValue("bpartner", code)}
            error={form.getInputProps("bpartner").error}
          />
        )}
      </Group>
      <Group grow align="flex-start">
        <Select
          label={t("member")}
          allowDeselect={false}
          data={MEMBERS.map((one) => ({ value: one, label: t(`member_${one}`) }))}
          {...form.getInputProps("member")}
        />
        {organisations.length > 1 && (
          <Select
            label={t("organisation")}
            allowDeselect={false}
            data={organisations.map(({ code, name }) => ({ value: code ?? "", label: name ?? code ?? "" }))}
            {...form.getInputProps("org")}
          />
        )}
      </Group>
    </>
  );
}
