// Dialog that creates the missing record of an unresolved reference.
import { Alert, Anchor, Loader, Modal, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { api, unwrap } from "../api/client";
import { candidateQuery } from "../disposition/candidates";
import { named } from "../disposition/panel/member-value";
import { usePartner } from "../disposition/panel/records";
import { useMessages } from "../i18n";
import { DialogFrame } from "../parts/dialog-frame";
import { FailureText, LoadFailed } from "../parts/failure";
import { partsMessages } from "../parts/messages";
import { submitForm } from "../parts/record-form";
import { CreateField } from "./create-field";
import { createMessages } from "./create-messages";
import {
  creatableKind,
  keyFields,
  sentDraft,
  shownFields,
  type CreatableKind,
  type Draft,
  type FormField,
  type Owner,
} from "./create-record";
import type { ReferenceKind } from "./reference-kinds";
import type { OpenReference } from "./references";
import { useCreate } from "./use-create";

const GUIDE = "/docs/guide/master-data.html";

interface CreateDialogProps {
  entry: OpenReference;
  onClose: () => void;
}

export default function CreateDialog({ entry, onClose }: CreateDialogProps) {
  const t = useMessages(createMessages);
  const tParts = useMessages(partsMessages);
  // the entry disappears from the list while its lines are resolved
  const [reference] = useState(entry);
  const kind = creatableKind(reference);
  const data = useCreateData(reference, kind);
  const title = t(`title_${reference.kind as ReferenceKind}`, { partner: named(reference.bpartner ?? "") });
  if (kind && data.ready) return <CreateForm {...{ kind, title, onClose }} entry={reference} {...data.ready} />;
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ "aria-label": tParts("close") }}>
      {!kind && (
        <Stack gap="sm">
          <Text size="sm">{t("notHere")}</Text>
          <Anchor href={GUIDE} size="sm" data-autofocus>
            {t("guide")}
          </Anchor>
        </Stack>
      )}
      {kind && !data.failure && <Loader size="sm" aria-label={tParts("loading")} />}
      {kind && data.failure && <LoadFailed failure={data.failure} retry={data.retry} />}
    </Modal>
  );
}

/** Loads the values as sent and the owner of the new record. */
function useCreateData(entry: OpenReference, kind: CreatableKind | undefined) {
  const { bpartner, dataSourceId } = entry;
  const isNested = kind === "location" || kind === "contact";
  const example = useQuery({ ...candidateQuery(entry.example), enabled: kind !== undefined });
  const partner = usePartner(isNested ? bpartner?.id : undefined);
  const source = useQuery({
    queryKey: ["masterdata", "data-sources", "one", dataSourceId],
    enabled: kind !== undefined,
    queryFn: async ({ signal }) => {
      const path = { kind: "data-sources", id: dataSourceId };
      return unwrap(api.GET("/api/masterdata/{kind}/{id}", { params: { path }, signal }));
    },
  });
  const queries = [example, source, ...(isNested ? [partner] : [])];
  const failure = queries.find(({ isError }) => isError)?.error;
  const retry = () => queries.filter(({ isError }) => isError).forEach((query) => void query.refetch());
  if (!kind || !example.data || !source.data || (isNested && !partner.data)) return { failure, retry };
  const ownIds = "externalIds" in source.data && source.data.externalIds === "own";
  const system = ownIds ? (example.data.externalSystemCode ?? entry.externalSystemCode) : undefined;
  const { org, code, name } = partner.data ?? {};
  const owner: Owner = {
    org: entry.org.code ?? "",
    system,
    ...(isNested && code && { partner: { ...(org && { org }), code, name: name ?? code } }),
  };
  return { ready: { owner, sent: sentDraft(kind, entry, example.data) }, failure, retry };
}

interface CreateFormProps extends CreateDialogProps {
  kind: CreatableKind;
  title: string;
  owner: Owner;
  sent: Draft;
}

function CreateForm({ entry, kind, title, owner, sent: latest, onClose }: CreateFormProps) {
  const t = useMessages(createMessages);
  const tParts = useMessages(partsMessages);
  // the line may change while the form is open
  const [sent] = useState(latest);
  const fields = shownFields(kind, sent);
  const keys = keyFields(kind, entry);
  const isMissing = ({ name, required }: FormField, draft: Draft) => required && !draft[name]?.trim();
  const form = useForm<Draft>({
    initialValues: sent,
    validate: (draft) =>
      Object.fromEntries(
        fields.filter((field) => isMissing(field, draft)).map(({ name }) => [name, tParts("required")]),
      ),
  });
  const create = useCreate({ entry, kind, owner, onErrors: form.setErrors, onClose });
  const editable = fields.filter(({ name }) => !keys.includes(name));
  const first = editable.find(({ name }) => !sent[name]) ?? editable[0];
  const org = owner.partner?.org ?? owner.org;
  return (
    <DialogFrame
      title={title}
      submit={t("submit")}
      busy={create.isPending}
      size="lg"
      onClose={onClose}
      onSubmit={() => submitForm(form, (draft) => create.mutate(draft))}>
      <Text size="sm">{kind === "uom" || org === "*" ? t("ofAll") : t("owner", { org })}</Text>
      {fields.map((field) => (
        <CreateField
          key={field.name}
          field={field}
          input={form.getInputProps(field.name)}
          org={org}
          isKey={keys.includes(field.name)}
          isFirst={field === first}
        />
      ))}
      {create.exists && <Problem text={t("exists")} />}
      {create.others.map((message) => (
        <Problem key={message} text={message} />
      ))}
      {create.failure && <Problem text={<FailureText failure={create.failure} />} />}
    </DialogFrame>
  );
}

function Problem({ text }: { text: ReactNode }) {
  const t = useMessages(createMessages);
  return (
    <Alert color="red" role="alert" py={6} title={t("failed")}>
      {text}
    </Alert>
  );
}
