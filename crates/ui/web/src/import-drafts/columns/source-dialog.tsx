// Details of a source: columns, constant, split, padding, replaced values.
import { ActionIcon, Button, MultiSelect, SegmentedControl, Select, SimpleGrid, Text, TextInput } from "@mantine/core";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useMessages } from "../../i18n";
import { DialogFrame } from "../../parts/dialog-frame";
import { useMemberName } from "../member-messages";
import { sheetMember } from "../members";
import type { MemberSource } from "../types";
import { useDraft } from "../use-draft";
import {
  draftOfSource,
  errorsOf,
  isOfColumns,
  sourceOfDraft,
  type DraftErrors,
  type SourceDraft,
  type SourceKind,
} from "./assignment";
import classes from "./columns.module.css";
import { columnMessages } from "./messages";

interface SourceDialogProps {
  path: string;
  kind: SourceKind | undefined;
  onClose: () => void;
  onSource: (source: MemberSource) => void;
}

export default function SourceDialog({ path, kind, onClose, onSource }: SourceDialogProps) {
  const t = useMessages(columnMessages);
  const memberName = useMemberName();
  const { draft: imported, saving } = useDraft();
  const [draft, setDraft] = useState(() => draftOfSource(imported.mapping.members[path], kind));
  const [errors, setErrors] = useState<DraftErrors>({});
  const set = (changes: Partial<SourceDraft>) => {
    setDraft((before) => ({ ...before, ...changes }));
    setErrors({});
  };
  const submit = () => {
    const found = errorsOf(draft, t);
    setErrors(found);
    if (Object.keys(found).length === 0) onSource(sourceOfDraft(draft));
  };
  const kinds: SourceKind[] = [
    "column",
    "columns",
    "constant",
    ...(path === "externalLineId" ? ["numbered" as const] : []),
  ];
  return (
    <DialogFrame
      title={t("detailsOf", { name: memberName(path) })}
      submit={t("apply")}
      busy={saving}
      size="lg"
      onClose={onClose}
      onSubmit={submit}>
      <SegmentedControl
        size="xs"
        aria-label={t("kind")}
        value={draft.kind}
        onChange={(to) => set({ kind: to as SourceKind })}
        data={kinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
      />
      <SourceFields path={path} draft={draft} errors={errors} set={set} />
      {isOfColumns(draft) && (
        <>
          <TextFields draft={draft} errors={errors} set={set} />
          <Replacements values={draft.values} onValues={(values) => set({ values })} />
        </>
      )}
    </DialogFrame>
  );
}

interface FieldsProps {
  draft: SourceDraft;
  errors: DraftErrors;
  set: (changes: Partial<SourceDraft>) => void;
}

function SourceFields({ path, draft, errors, set }: FieldsProps & { path: string }) {
  const t = useMessages(columnMessages);
  const { draft: imported } = useDraft();
  const columns = imported.columns.map(({ name, letters, header }) => ({
    value: name,
    label: t("column", { letters, name: header || letters }),
  }));
  const kind = sheetMember(path)?.kind;
  if (draft.kind === "column") {
    return (
      <Select
        label={t("columnField")}
        searchable
        data={columns}
        value={draft.column || null}
        error={errors.column}
        onChange={(column) => set({ column: column ?? "" })}
      />
    );
  }
  if (draft.kind === "columns") {
    return (
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <MultiSelect
          label={t("columnsField")}
          searchable
          data={columns}
          value={draft.columns}
          error={errors.columns}
          onChange={(names) => set({ columns: names })}
        />
        <TextInput
          label={t("join")}
          value={draft.join}
          maxLength={20}
          onChange={(event) => set({ join: event.currentTarget.value })}
        />
      </SimpleGrid>
    );
  }
  if (draft.kind !== "constant") return null;
  return (
    <TextInput
      label={t("constant")}
      data-autofocus
      {...((kind === "number" || kind === "date") && { description: t(`constantHint_${kind}`) })}
      value={draft.constant}
      error={errors.constant}
      onChange={(event) => set({ constant: event.currentTarget.value })}
    />
  );
}

/** Hints below the inputs, so that the inputs of a row align. */
const ORDER: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];

function TextFields({ draft, errors, set }: FieldsProps) {
  const t = useMessages(columnMessages);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <TextInput
        label={t("splitAt")}
        inputWrapperOrder={ORDER}
        description={t("splitHint")}
        value={draft.splitAt}
        onChange={(event) => set({ splitAt: event.currentTarget.value })}
      />
      <TextInput
        label={t("part")}
        inputMode="numeric"
        disabled={draft.splitAt === ""}
        value={draft.part}
        error={errors.part}
        onChange={(event) => set({ part: event.currentTarget.value })}
      />
      <TextInput
        label={t("pad")}
        inputWrapperOrder={ORDER}
        description={t("padHint")}
        inputMode="numeric"
        value={draft.pad}
        error={errors.pad}
        onChange={(event) => set({ pad: event.currentTarget.value })}
      />
      <TextInput
        label={t("defaultValue")}
        value={draft.default}
        onChange={(event) => set({ default: event.currentTarget.value })}
      />
    </SimpleGrid>
  );
}

interface ReplacementsProps {
  values: SourceDraft["values"];
  onValues: (values: SourceDraft["values"]) => void;
}

function Replacements({ values, onValues }: ReplacementsProps) {
  const t = useMessages(columnMessages);
  const put = (index: number, changes: Partial<SourceDraft["values"][number]>) =>
    onValues(values.map((value, at) => (at === index ? { ...value, ...changes } : value)));
  return (
    <fieldset className={classes.replacements}>
      <Text component="legend" size="sm" fw={600}>
        {t("values")}
      </Text>
      {values.map(({ from, to }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
        <div key={index} className={classes.replacement}>
          <TextInput
            aria-label={t("from")}
            placeholder={t("from")}
            value={from}
            onChange={(event) => put(index, { from: event.currentTarget.value })}
          />
          <TextInput
            aria-label={t("to")}
            placeholder={t("to")}
            value={to}
            onChange={(event) => put(index, { to: event.currentTarget.value })}
          />
          <ActionIcon
            aria-label={t("removeValue", { value: from })}
            onClick={() => onValues(values.filter((_, at) => at !== index))}>
            <Trash2 size={14} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        className={classes.addValue}
        leftSection={<Plus size={14} aria-hidden />}
        onClick={() => onValues([...values, { from: "", to: "" }])}>
        {t("addValue")}
      </Button>
    </fieldset>
  );
}
