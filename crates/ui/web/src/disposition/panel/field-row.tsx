import { ActionIcon, Text, Tooltip } from "@mantine/core";
import { Eraser, Undo2, X } from "lucide-react";
import { useId } from "react";
import { useLanguage, useMessages } from "../../i18n";
import { ValueSource } from "../../parts/value-source";
import { showDay, showInstant } from "../../values/day";
import { showDecimal, type Decimal } from "../../values/decimal";
import type { Candidate, Values } from "../candidate";
import { withOverride } from "../change";
import { reject, useCorrect, useRejections } from "../correct";
import { memberMessages } from "../members";
import { useChoice } from "./choice";
import type { Field } from "../fields";
import { currencyOf, digitsOf } from "../values";
import { sentValue } from "../sent-value";
import { memberValue, named } from "./member-value";
import { DidYouMean } from "./did-you-mean";
import { placeText, type MasterRecord, type Place } from "./records";
import { ValueInput } from "./value-input";
import { panelMessages } from "./messages";
import classes from "./details.module.css";

interface FieldRowProps {
  candidate: Candidate;
  field: Field;
  /** Messages about the effective value. */
  problems: string[];
  readonly: boolean;
  /** Id of the column header of imported values. */
  imported: string;
}

/** Row of a field: editable effective value, differing imported value, messages. */
export function FieldRow({ candidate, field, problems, readonly, imported }: FieldRowProps) {
  const tMember = useMessages(memberMessages);
  const [messageId, importedId] = [useId(), useId()];
  const rejection = useRejections()(candidate.id, field.member);
  const { member } = field;
  const cleared = candidate.clear.includes(member);
  const sent = sentValue(candidate, field);
  const change = useFieldChange(candidate, field, rejection !== undefined);
  const messages = rejection ? [rejection.message] : problems;
  const wrong = messages.length > 0;
  const overridden = memberValue(candidate.override, member) !== undefined;
  // accessible description: imported value and messages
  const describedBy = [
    ...(differs(candidate, field, sent) ? [imported, importedId] : []),
    ...(wrong ? [messageId] : []),
  ];
  return (
    <>
      <tr data-wrong={wrong || undefined} data-member={member} data-overridden={overridden || undefined}>
        <th scope="row">{tMember(member)}</th>
        <td className={classes.effective}>
          {readonly ? (
            <Held candidate={candidate} field={field} values={candidate.effective} />
          ) : (
            <ValueInput
              candidate={candidate}
              field={field}
              inPlace
              describedBy={describedBy.join(" ") || undefined}
              wrong={wrong}
              rejected={rejection?.text}
              right={<RemoveButton {...{ candidate, field, change, rejected: rejection !== undefined }} />}
              onValue={change.set}
              onUnreadable={(text, message) => reject(candidate, member, { text, message })}
            />
          )}
          <div className={classes.source}>
            <ValueSource source={candidate.valuesFrom[member]} />
          </div>
        </td>
        <td className={classes.imported}>
          <Imported {...{ candidate, field, sent, cleared }} id={importedId} />
          {!readonly && <ClearButton {...{ candidate, field, sent, change }} />}
        </td>
      </tr>
      <Notes {...{ candidate, field, cleared, messages, messageId, unsaved: rejection !== undefined }} />
    </>
  );
}

interface ImportedProps {
  candidate: Candidate;
  field: Field;
  sent: unknown;
  cleared: boolean;
  id: string;
}

/** Returns whether the effective value differs from the imported one. */
function differs(candidate: Candidate, { member }: Field, sent: unknown): boolean {
  const overridden = memberValue(candidate.override, member) !== undefined;
  const unused = sent !== undefined && memberValue(candidate.effective, member) === undefined;
  return overridden || unused || candidate.clear.includes(member);
}

/** Imported value if another one is effective. */
function Imported({ candidate, field, sent, cleared, id }: ImportedProps) {
  const t = useMessages(panelMessages);
  const language = useLanguage();
  if (!differs(candidate, field, sent)) return null;
  if (sent === undefined) return <span id={id}>{t("importedNothing")}</span>;
  const text = shown(field, sent, language, candidate);
  return cleared ? <del id={id}>{text}</del> : <span id={id}>{text}</span>;
}

/** Ways to correct the field. */
function useFieldChange(candidate: Candidate, field: Field, rejected: boolean) {
  const { member } = field;
  const correct = useCorrect();
  const without = candidate.clear.filter((one) => one !== member);
  const cleared = without.length < candidate.clear.length;
  const none = withOverride(member, null);
  const overridden = memberValue(candidate.override, member) !== undefined;
  const leaveOut = () => void correct({ candidate, change: { override: none, clear: [...without, member] } });
  return {
    set: (value: unknown, text: string) => {
      if (value !== null || overridden || rejected) {
        const change = { override: withOverride(member, value), ...(cleared && { clear: without }) };
        void correct({ candidate, text, change });
        return;
      }
      // an emptied field ignores the imported value; values from master data cannot be emptied here
      if (!cleared && !field.required && sentValue(candidate, field) !== undefined) leaveOut();
    },
    leaveOut,
    keepImported: () => void correct({ candidate, change: { override: none, clear: without } }),
  };
}

type FieldChange = ReturnType<typeof useFieldChange>;

interface ClearButtonProps {
  candidate: Candidate;
  field: Field;
  sent: unknown;
  change: FieldChange;
}

/** Ignores or restores the imported value. */
function ClearButton({ candidate, field, sent, change }: ClearButtonProps) {
  const t = useMessages(panelMessages);
  const tMember = useMessages(memberMessages);
  const cleared = candidate.clear.includes(field.member);
  if (field.required || (sent === undefined && !cleared)) return null;
  const label = t(cleared ? "keepImported" : "clearImported", { field: tMember(field.member) });
  const Icon = cleared ? Undo2 : Eraser;
  return (
    <Tooltip label={label}>
      <ActionIcon
        className={classes.quietly}
        size="xs"
        aria-label={label}
        onClick={cleared ? change.keepImported : change.leaveOut}>
        <Icon size={12} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

interface RemoveButtonProps {
  candidate: Candidate;
  field: Field;
  rejected: boolean;
  change: FieldChange;
}

function RemoveButton({ candidate, field, rejected, change }: RemoveButtonProps) {
  const t = useMessages(panelMessages);
  const tMember = useMessages(memberMessages);
  const overridden = memberValue(candidate.override, field.member) !== undefined;
  if (!overridden && !rejected) return undefined;
  const label = t("removeOverride", { field: tMember(field.member) });
  return (
    <Tooltip label={label}>
      <ActionIcon size="xs" aria-label={label} onClick={() => change.set(null, "")}>
        <X size={12} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

interface NotesProps {
  candidate: Candidate;
  field: Field;
  cleared: boolean;
  messages: string[];
  messageId: string;
  unsaved: boolean;
}

/** Messages and author of a change, below the field. */
function Notes({ candidate, field, cleared, messages, messageId, unsaved }: NotesProps) {
  const t = useMessages(panelMessages);
  const language = useLanguage();
  const note = candidate.overriddenBy[field.member];
  if (messages.length === 0 && !note) return null;
  return (
    <tr className={classes.notes}>
      <td />
      <td colSpan={2}>
        {messages.length > 0 && (
          <Text id={messageId} size="xs" c="var(--status-error)" role={unsaved ? "alert" : undefined}>
            {messages.join(" ")}
          </Text>
        )}
        {unsaved && <DidYouMean candidate={candidate} member={field.member} />}
        {note && (
          <Text size="xs" className="quiet">
            {t(cleared ? "leftOutBy" : "setBy", { by: note.by, at: showInstant(note.at, language) })}
          </Text>
        )}
      </td>
    </tr>
  );
}

function Held({ candidate, field, values }: { candidate: Candidate; field: Field; values: Values }) {
  const language = useLanguage();
  const choice = useChoice();
  const value = memberValue(values, field.member);
  if (value === undefined) return <span className="quiet">–</span>;
  if (field.kind.as === "choice") return <>{choice(String(value))}</>;
  return <>{shown(field, value, language, candidate)}</>;
}

/** Formats a value. */
function shown(field: Field, value: unknown, language: "en" | "de", candidate: Candidate): string {
  switch (field.kind.as) {
    case "decimal":
      return showDecimal(value as Decimal, language, digitsOf(field.member, currencyOf(candidate)));
    case "day":
      return showDay(String(value), language);
    case "location":
    case "contact": {
      if (typeof value !== "object" || value === null) return String(value);
      const place = candidate.bpartner?.[field.kind.as] as Place | null | undefined;
      return place?.id === (value as Place).id ? placeText(place) : named(value as Place);
    }
    case "role": {
      if (typeof value !== "object" || value === null) return String(value);
      const { bpartner, location } = value as { bpartner: MasterRecord; location?: Place };
      return [named(bpartner), location && placeText(location)].filter(Boolean).join(", ");
    }
    default:
      return typeof value === "object" && value !== null ? named(value as MasterRecord) : String(value);
  }
}
