// Settings of the file, each with samples.
import { Select, TextInput } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useLanguage, useMessages } from "../../i18n";
import type { ImportDraft } from "../types";
import { useDraft } from "../use-draft";
import classes from "./file.module.css";
import { fileMessages } from "./messages";
import { Samples } from "./samples";
import {
  columnSamples,
  DATE_ORDERS,
  dateReadings,
  DECIMAL_SIGNS,
  DELIMITERS,
  ENCODINGS,
  encodingSamples,
  HIDDEN_ROWS,
  numberReadings,
  type Reading,
  type SettingName,
} from "./settings";

type MessageKey = keyof typeof fileMessages.translations;

interface FormProps {
  draft: ImportDraft;
  onSet: (name: SettingName, value: string | number) => void;
}

export function FileSettingsForm({ draft, onSet }: FormProps) {
  const t = useMessages(fileMessages);
  const language = useLanguage();
  const { file, mapping } = draft;
  const settings = mapping.file;
  const numbers = numberReadings(draft, language);
  const dates = dateReadings(draft, language);
  const tabled = (table: Readonly<Record<string, string>>) =>
    Object.entries(table).map(([value, key]) => ({ value, label: t(key as "encoding_utf8") }));
  return (
    <div className={classes.settings}>
      {file.kind === "csv" && (
        <>
          <Choice
            name="encoding"
            value={file.encoding}
            data={tabled(ENCODINGS)}
            samples={encodingSamples(draft)}
            onSet={onSet}
          />
          <Choice
            name="delimiter"
            value={file.delimiter}
            data={tabled(DELIMITERS)}
            samples={columnSamples(draft)}
            onSet={onSet}
          />
        </>
      )}
      {file.sheets.length > 1 && (
        <Choice
          name="sheet"
          value={file.sheet}
          data={file.sheets.map(({ name, hidden }) => ({
            value: name,
            label: hidden ? t("hiddenSheet", { name }) : name,
          }))}
          samples={columnSamples(draft)}
          onSet={onSet}
        />
      )}
      <Choice
        name="decimalSign"
        value={settings.decimalSign}
        data={tabled(DECIMAL_SIGNS)}
        samples={numbers}
        onSet={onSet}
      />
      <Choice name="dateOrder" value={settings.dateOrder} data={tabled(DATE_ORDERS)} samples={dates} onSet={onSet} />
      {file.hiddenRows > 0 && (
        <Choice
          name="hiddenRows"
          value={settings.hiddenRows}
          data={tabled(HIDDEN_ROWS)}
          samples={[]}
          onSet={onSet}
          note={t("hiddenCount", { count: file.hiddenRows })}
        />
      )}
      <RowNumber name="headerRow" value={file.headerRow} least={0} onSet={onSet}>
        <Samples samples={columnSamples(draft)} label={t("headerRow")} />
      </RowNumber>
      <RowNumber name="firstRow" value={file.firstRow} least={1} onSet={onSet} />
    </div>
  );
}

interface ChoiceProps extends Pick<FormProps, "onSet"> {
  name: SettingName & MessageKey;
  value: string | undefined;
  data: { value: string; label: string }[];
  samples: readonly Reading[];
  note?: string;
}

function Choice({ name, value, data, samples, note, onSet }: ChoiceProps) {
  const t = useMessages(fileMessages);
  const { draft, editable } = useDraft();
  const isAsked = draft.questions.some(({ setting }) => setting === `file.${name}`);
  return (
    <div className={classes.setting}>
      <Select
        label={t(name)}
        data={data}
        value={value ?? null}
        placeholder={t(isAsked ? "answerFirst" : "notUsed")}
        readOnly={!editable}
        allowDeselect={false}
        comboboxProps={{ portalProps: { target: "#main" } }}
        onChange={(to) => to !== null && to !== value && onSet(name, to)}
      />
      <Samples samples={samples} label={t(name)} />
      {note && <span className={classes.note}>{note}</span>}
    </div>
  );
}

interface RowNumberProps extends Pick<FormProps, "onSet"> {
  name: "headerRow" | "firstRow";
  value: number;
  least: number;
  children?: ReactNode;
}

/** Saved when the field is left or Enter is pressed. */
function RowNumber({ name, value, least, onSet, children }: RowNumberProps) {
  const t = useMessages(fileMessages);
  const { editable } = useDraft();
  const [typed, setTyped] = useState<string>();
  const save = () => {
    const row = Number(typed);
    setTyped(undefined);
    if (typed && Number.isInteger(row) && row >= least && row !== value) onSet(name, row);
  };
  return (
    <div className={classes.setting}>
      <TextInput
        label={t(name)}
        {...(name === "headerRow" && value === 0 && { description: t("noHeader") })}
        value={typed ?? String(value)}
        inputMode="numeric"
        maxLength={7}
        readOnly={!editable}
        onChange={(event) => setTyped(event.currentTarget.value.replace(/\D/g, ""))}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || typed === undefined) return;
          event.preventDefault();
          save();
        }}
      />
      {children}
    </div>
  );
}
