import { ActionIcon, Input, SegmentedControl, Select, Text, Textarea } from "@mantine/core";
import { X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useLanguage, useMessages } from "../../i18n";
import { typeDecimal } from "../../values/decimal";
import { memberMessages } from "../members";
import type { Field, RecordField } from "../fields";
import { useRecordOptions } from "../panel/records";
import { OptionField } from "../panel/typed-input";
import { useChoice } from "../panel/choice";
import { panelMessages } from "../panel/messages";
import { waysOf, type Entry, type Fault, type How } from "./edit-changes";
import { dialogMessages } from "./messages";
import classes from "./bulk-edit.module.css";

interface EditRowProps {
  field: Field;
  entry: Entry;
  fault: Fault | undefined;
  /** Error of the server. */
  message: string | undefined;
  /** Initial focus. */
  begins: boolean;
  onEntry: (entry: Entry) => void;
  onRemove: () => void;
}

/** Field of the bulk edit: set, shift or clear. */
export function EditRow({ field, entry, fault, message, begins, onEntry, onRemove }: EditRowProps) {
  const t = useMessages(dialogMessages);
  const tMember = useMessages(memberMessages);
  const faultText = useFaultText();
  const messageId = useId();
  const [left, leave] = useState(false);
  const name = tMember(field.member);
  // show an empty field as invalid only after blur
  const error = message ?? (fault && (fault !== "noValue" || left) ? faultText(fault) : undefined);
  const asks = entry.how === "set" || entry.how === "changeBy";
  const value = useRef<HTMLDivElement>(null);
  // a chosen field receives the focus
  useEffect(() => value.current?.querySelector<HTMLElement>("input, textarea")?.focus(), []);
  return (
    <>
      <Text size="sm">{name}</Text>
      <SegmentedControl
        size="xs"
        aria-label={t("how", { field: name })}
        value={entry.how}
        onChange={(how) => onEntry({ how: how as How, typed: "" })}
        data={waysOf(field).map((way) => ({ value: way, label: t(way) }))}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only observes blur */}
      <div ref={value} onBlur={() => leave(true)}>
        {asks && (
          <EditValue
            {...{ field, entry, onEntry, messageId, begins }}
            label={t("value", { field: name })}
            wrong={error !== undefined}
          />
        )}
        {asks && error && (
          <Text id={messageId} size="xs" c="var(--status-error)" role="alert" className={classes.fault}>
            {error}
          </Text>
        )}
      </div>
      <ActionIcon
        size="sm"
        aria-label={t("removeField", { field: name })}
        title={t("removeField", { field: name })}
        onClick={onRemove}>
        <X size={14} aria-hidden />
      </ActionIcon>
    </>
  );
}

function useFaultText(): (fault: Fault) => string {
  const t = useMessages(dialogMessages);
  const tPanel = useMessages(panelMessages);
  const language = useLanguage();
  return (fault) => {
    if (fault === "noNumber") return tPanel("noNumber", { example: typeDecimal("12.5", language) });
    return fault === "noDay" ? tPanel("noDay") : t(fault);
  };
}

interface EditValueProps {
  field: Field;
  entry: Entry;
  label: string;
  messageId: string;
  wrong: boolean;
  begins: boolean;
  onEntry: (entry: Entry) => void;
}

function EditValue({ field, entry, label, messageId, wrong, begins, onEntry }: EditValueProps) {
  const t = useMessages(dialogMessages);
  const choice = useChoice();
  const { kind } = field;
  const type = (typed: string) => onEntry({ how: entry.how, typed });
  if (entry.how === "set" && kind.as === "choice") {
    return (
      <Select
        aria-label={label}
        error={wrong}
        aria-describedby={wrong ? messageId : undefined}
        value={entry.value ?? null}
        onChange={(value) => onEntry({ how: "set", typed: value ?? "", ...(value && { value }) })}
        data={Object.keys(kind.of).map((value) => ({ value, label: choice(value) }))}
      />
    );
  }
  if (entry.how === "set" && kind.as === "record")
    return <EditRecord {...{ field, kind, entry, label, messageId, wrong, begins, onEntry }} />;
  if (entry.how === "set" && kind.as === "text" && kind.lines) {
    return (
      <Textarea
        size="xs"
        autosize
        minRows={1}
        maxRows={6}
        aria-label={label}
        error={wrong}
        aria-describedby={wrong ? messageId : undefined}
        value={entry.typed}
        onChange={(event) => type(event.currentTarget.value)}
        data-autofocus
      />
    );
  }
  const step = kind.as === "day" ? t("stepDay") : t("stepNumber");
  return (
    <Input
      size="xs"
      aria-label={label}
      withAria={false}
      aria-invalid={wrong || undefined}
      error={wrong}
      aria-describedby={wrong ? messageId : undefined}
      placeholder={entry.how === "changeBy" ? step : ""}
      value={entry.typed}
      autoComplete="off"
      data-autofocus
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

function EditRecord({ kind, entry, label, messageId, wrong, begins, onEntry }: EditValueProps & { kind: RecordField }) {
  const [typed, type] = useState<string>();
  const { options, loading } = useRecordOptions(kind, typed);
  return (
    <OptionField
      label={label}
      shown={entry.typed}
      describedBy={wrong ? messageId : undefined}
      wrong={wrong}
      begins={begins}
      options={options}
      loading={loading}
      onType={type}
      onCommit={(text) => onEntry({ how: "set", typed: text })}
      onPick={(option) => onEntry({ how: "set", typed: option.label, value: option.value })}
    />
  );
}
