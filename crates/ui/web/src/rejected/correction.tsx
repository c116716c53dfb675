// Text of a rejected row with its errors, next to a form with the same values. Both change the same text.
import { Button, SegmentedControl, Text, Textarea, TextInput, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState, type FormEvent } from "react";
import { errorItems } from "../api/client";
import { useMessages } from "../i18n";
import { useShownKeys } from "../keys/keys";
import { announce } from "../parts/announce";
import { FailureText } from "../parts/failure";
import { FaultyJson } from "../parts/faulty-json";
import { jsonLines } from "../parts/json-lines";
import { useProblemTitle } from "../parts/problem-title";
import { useMay } from "../session/session";
import { fieldsOf, otherFaults, treeOf, withValue, type RowField } from "./json-edit";
import { rejectedMessages } from "./messages";
import { faultsOf, REJECTED, sendRow, type RejectedEntry, type RowFault, type Sent } from "./rejected";
import classes from "./rejected.module.css";

/** Checks the row, then sends it. */
function useSending(entry: RejectedEntry, text: string) {
  const t = useMessages(rejectedMessages);
  const queryClient = useQueryClient();
  const corrected = text === entry.row ? undefined : text;
  const [checked, setChecked] = useState<{ text: string; answer: Sent }>();
  const check = useMutation({
    mutationFn: () => sendRow(entry.id, corrected, true),
    onSuccess: (answer) => setChecked({ text, answer }),
    onError: () => setChecked(undefined),
  });
  const send = useMutation({
    mutationFn: () => sendRow(entry.id, corrected, false),
    onSuccess: (answer) => announce(t(isAccepted(answer) ? "sent" : "stillRejected")),
    onSettled: () => {
      for (const queryKey of [REJECTED, ["candidates"], ["problem-groups"], ["holds"]])
        void queryClient.invalidateQueries({ queryKey });
    },
  });
  const current = checked?.text === text ? checked.answer : undefined;
  return { check, send, current, isAccepted: current !== undefined && isAccepted(current) };
}

/** Returns whether the row itself is accepted. */
function isAccepted({ result: [row] }: Sent): boolean {
  return row !== undefined && row.outcome !== "rejected";
}

/** Returns the faults of the row in a response; undefined if it is accepted. */
function faultsIn(answer: Sent | undefined): RowFault[] | undefined {
  const [row] = answer?.result ?? [];
  return row && "errors" in row && row.outcome === "rejected" ? faultsOf(row.errors) : undefined;
}

export function Correction({ entry }: { entry: RejectedEntry }) {
  const t = useMessages(rejectedMessages);
  const mayWrite = useMay("candidates:write");
  const [text, setText] = useState(entry.row);
  const sending = useSending(entry, text);
  const rejected = errorItems(sending.check.error ?? sending.send.error);
  const known = faultsIn(sending.current) ?? (rejected.length > 0 ? faultsOf(rejected) : undefined);
  const faults = sending.isAccepted ? [] : (known ?? faultsOf(entry.problems));
  const tree = useMemo(() => treeOf(text), [text]);
  const fields = tree ? fieldsOf(tree, faults) : [];
  const isEditable = mayWrite && !entry.unreadable && (entry.status === "open" || entry.status === "dismissed");
  useShownKeys({
    heading: t("loading"),
    keys: isEditable ? [{ press: "Enter", label: t("keyCheck"), run: () => undefined }] : [],
  });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isEditable) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [isEditable]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sending.check.isPending || sending.send.isPending) return;
    if (sending.isAccepted) sending.send.mutate();
    else sending.check.mutate();
  };
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <OtherFaults faults={tree ? otherFaults(fields, faults) : faults} />
      <div className={classes.sides}>
        <Source text={text} faults={faults} onText={isEditable ? setText : undefined} />
        <section className={classes.side} aria-label={t("form")}>
          <div className={classes.sideHead}>
            <Title order={2}>{t("form")}</Title>
            {text !== entry.row && (
              <Button variant="subtle" size="compact-sm" onClick={() => setText(entry.row)}>
                {t("reset")}
              </Button>
            )}
          </div>
          {!tree && <Text size="sm">{t("notJson")}</Text>}
          <Fields
            fields={fields}
            isEditable={isEditable}
            onValue={(pointer, typed) => setText((before) => withValue(before, pointer, typed))}
          />
        </section>
      </div>
      {isEditable && <Foot sending={sending} isJson={tree !== undefined} />}
    </form>
  );
}

/** Faults of the whole row or of values without a field. */
function OtherFaults({ faults }: { faults: readonly RowFault[] }) {
  const t = useMessages(rejectedMessages);
  const title = useProblemTitle();
  if (faults.length === 0) return null;
  return (
    <ul className={classes.faults} aria-label={t("faults")}>
      {faults.map(({ code, pointer, message }) => (
        <li key={`${code} ${pointer}`}>
          <b>{title(code, message)}</b> {message}
        </li>
      ))}
    </ul>
  );
}

interface SourceProps {
  text: string;
  faults: readonly RowFault[];
  /** Absent if the row cannot be changed. */
  onText: ((text: string) => void) | undefined;
}

/** The row as JSON with marked faults, or as text. */
function Source({ text, faults, onText }: SourceProps) {
  const t = useMessages(rejectedMessages);
  const [editing, edit] = useState(false);
  const lines = useMemo(() => jsonLines(text), [text]);
  const asText = (editing && onText !== undefined) || !lines;
  return (
    <section className={classes.side} aria-label={t("asSent")}>
      <div className={classes.sideHead}>
        <Title order={2}>{t("asSent")}</Title>
        {onText && (
          <SegmentedControl
            size="xs"
            aria-label={t("view")}
            value={asText ? "text" : "marked"}
            onChange={(to) => edit(to === "text")}
            data={[
              { value: "marked", label: t("viewMarked"), disabled: !lines },
              { value: "text", label: t("viewText") },
            ]}
          />
        )}
      </div>
      {asText ? (
        <Textarea
          aria-label={t("asSent")}
          value={text}
          readOnly={!onText}
          autosize
          minRows={12}
          maxRows={40}
          spellCheck={false}
          classNames={{ input: classes.text ?? "" }}
          onChange={(event) => onText?.(event.currentTarget.value)}
        />
      ) : (
        <FaultyJson label={t("marked")} lines={lines} faults={faults} />
      )}
    </section>
  );
}

interface FieldsProps {
  fields: readonly RowField[];
  isEditable: boolean;
  onValue: (pointer: string, typed: string) => void;
}

/** One input for each value, with its faults. */
function Fields({ fields, isEditable, onValue }: FieldsProps) {
  return (
    <div className={classes.fields}>
      {fields.map(({ pointer, path, text, faults }) => (
        <TextInput
          key={pointer}
          size="xs"
          label={path.join(" › ")}
          value={text}
          readOnly={!isEditable}
          spellCheck={false}
          autoComplete="off"
          error={faults.length > 0 && faults.join(" ")}
          onChange={(event) => onValue(pointer, event.currentTarget.value)}
        />
      ))}
    </div>
  );
}

interface FootProps {
  sending: ReturnType<typeof useSending>;
  isJson: boolean;
}

/** Result of the check, and the next step: check, then send. */
function Foot({ sending: { check, send, current, isAccepted: accepted }, isJson }: FootProps) {
  const t = useMessages(rejectedMessages);
  const failure = send.error ?? check.error;
  const items = errorItems(failure);
  const isRejected = !accepted && (current !== undefined || items.some(({ pointer }) => pointer));
  return (
    <div className={classes.foot}>
      <div className={classes.outcome} role="status">
        {accepted && current && <Checked answer={current} />}
        {isRejected && <Text size="sm">{t("stillRejected")}</Text>}
        {failure && !isRejected && (
          <Text size="sm" component="div">
            <FailureText failure={failure} />
          </Text>
        )}
        {!current && !failure && (
          <Text size="sm" className="quiet">
            {t("checkHint")}
          </Text>
        )}
      </div>
      <Button type="submit" disabled={!isJson} loading={check.isPending || send.isPending}>
        {t(accepted ? "send" : "check")}
      </Button>
    </div>
  );
}

/** Result that sending would have, as found by the check. */
function Checked({ answer: { result } }: { answer: Sent }) {
  const t = useMessages(rejectedMessages);
  const [row, ...others] = result;
  if (!row || row.outcome === "rejected") return null;
  const problems = "problems" in row ? row.problems : [];
  return (
    <>
      <Text size="sm" fw={600}>
        {t(`checked_${row.outcome}`)}
      </Text>
      {problems.length > 0 && (
        <Text size="sm">
          {t("checkedProblems", { count: problems.length })} {problems.map(({ message }) => message).join(" ")}
        </Text>
      )}
      {others.length > 0 && <Text size="sm">{t("checkedWith", { count: others.length })}</Text>}
    </>
  );
}
