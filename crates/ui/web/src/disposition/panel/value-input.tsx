import { ActionIcon, Popover, Stack } from "@mantine/core";
import { CalendarDays } from "lucide-react";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { useLanguage, useMessages } from "../../i18n";
import { readDay, typeDay } from "../../values/day";
import { readDecimal, typeDecimal, typePrice, type Decimal } from "../../values/decimal";
import type { Candidate, Member } from "../candidate";
import { memberMessages } from "../members";
import { useChoice } from "./choice";
import { asTyped, type Field, type RecordField } from "../fields";
import { currencyOf } from "../values";
import { memberValue, named } from "./member-value";
import {
  placeOptions,
  placeText,
  usePartner,
  useRecordOptions,
  useRecords,
  type MasterRecord,
  type Place,
} from "./records";
import { LinesField, OptionField, TextField, type TypedInputProps } from "./typed-input";
import { panelMessages } from "./messages";

const DayPicker = lazy(() => import("./day-picker"));

export interface ValueInputProps {
  candidate: Candidate;
  field: Field;
  /** Shorter label. */
  label?: string;
  describedBy?: string | undefined;
  wrong: boolean;
  /** Shows the effective value; otherwise only the override. */
  inPlace?: boolean;
  /** Rejected text. */
  rejected?: string | undefined;
  right?: ReactNode;
  /** Called with the API value and the text; `null` removes the override. */
  onValue: (value: unknown, typed: string) => void;
  /** Called with unreadable text. */
  onUnreadable: (typed: string, why: string) => void;
}

/** Input of a value by the kind of its field. */
export function ValueInput(props: ValueInputProps) {
  switch (props.field.kind.as) {
    case "decimal":
    case "whole":
    case "text":
      return <PlainInput {...props} />;
    case "day":
      return <DayInput {...props} />;
    case "choice":
      return <ChoiceInput {...props} of={Object.keys(props.field.kind.of)} />;
    case "record":
      return <RecordInput {...props} kind={props.field.kind} />;
    case "location":
    case "contact":
      return <PlaceInput {...props} />;
    case "role":
      return <RoleInput {...props} />;
    case "invoiceDocType":
      return <InvoiceDocTypeInput {...props} />;
  }
}

/** Initial text of the field. */
function currentValue({ candidate, field, inPlace }: ValueInputProps): unknown {
  const own = memberValue(candidate.override, field.member);
  return own === undefined && inPlace ? memberValue(candidate.effective, field.member) : own;
}

/** Shared behaviour of all inputs. */
function useTyped({
  field,
  label,
  describedBy,
  wrong,
  rejected,
  right,
}: ValueInputProps): Omit<TypedInputProps, "shown" | "onCommit"> {
  const tMember = useMessages(memberMessages);
  return {
    label: label ?? tMember(field.member),
    describedBy,
    wrong,
    unsaved: rejected !== undefined,
    right,
  };
}

function PlainInput(props: ValueInputProps) {
  const { candidate, field, rejected, onValue, onUnreadable } = props;
  const t = useMessages(panelMessages);
  const language = useLanguage();
  const common = useTyped(props);
  const value = currentValue(props) as Decimal | undefined;
  const number = field.kind.as !== "text";
  const typedNumber = (is: Decimal) =>
    field.member === "price" ? typePrice(is, language, currencyOf(candidate)) : typeDecimal(is, language);
  const shown = value === undefined ? "" : number ? typedNumber(value) : String(value);
  const commit = (typed: string) => {
    if (!typed) return onValue(null, typed);
    if (!number) return onValue(typed, typed);
    const read = readDecimal(typed, language);
    if (read === undefined) return onUnreadable(typed, t("noNumber", { example: typeDecimal("12.5", language) }));
    if (field.kind.as === "whole" && !/^-?\d{1,15}$/.test(read)) return onUnreadable(typed, t("noWhole"));
    // 24 for 24.00 is no change
    if (rejected === undefined && value !== undefined && readDecimal(String(value), "en") === read) return;
    onValue(field.kind.as === "whole" ? Number(read) : read, typed);
  };
  if (field.kind.as === "text" && field.kind.lines)
    return <LinesField {...common} shown={rejected ?? shown} onCommit={commit} />;
  const mode = { decimal: "decimal", whole: "numeric" } as const;
  return (
    <TextField
      {...common}
      shown={rejected ?? shown}
      onCommit={commit}
      inputMode={number ? mode[field.kind.as as "decimal" | "whole"] : undefined}
    />
  );
}

function DayInput(props: ValueInputProps) {
  const { candidate, field, rejected, right, onValue, onUnreadable } = props;
  const t = useMessages(panelMessages);
  const language = useLanguage();
  const common = useTyped(props);
  const [picking, pick] = useState(false);
  const day = currentValue(props) as string | undefined;
  const commit = (typed: string) => {
    if (!typed) return onValue(null, typed);
    const read = readDay(typed, language);
    if (read === undefined) return onUnreadable(typed, t("noDay"));
    onValue(read, typed);
  };
  const button = (
    <Popover
      opened={picking}
      onChange={pick}
      position="bottom-end"
      trapFocus
      returnFocus
      portalProps={{ target: "#main" }}>
      <Popover.Target>
        <ActionIcon size="sm" aria-label={`${t("pickDay")}: ${common.label}`} onClick={() => pick(!picking)}>
          <CalendarDays size={14} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <Suspense fallback={null}>
          <DayPicker
            day={day ?? (memberValue(candidate.effective, field.member) as string | undefined)}
            onDay={(picked) => {
              pick(false);
              onValue(picked, typeDay(picked, language));
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
  const shown = rejected ?? (day ? typeDay(day, language) : "");
  return (
    <TextField
      {...common}
      shown={shown}
      onCommit={commit}
      right={
        <>
          {right}
          {button}
        </>
      }
      rightWidth={50}
    />
  );
}

function ChoiceInput(props: ValueInputProps & { of: readonly string[] }) {
  const { rejected, onValue, of } = props;
  const choice = useChoice();
  const common = useTyped(props);
  const value = currentValue(props) as string | undefined;
  const options = of.map((one) => ({ value: one, label: choice(one) }));
  const shown = options.find((one) => one.value === value)?.label ?? value ?? "";
  const commit = (typed: string) => {
    const meant = options.find(({ label, value: own }) =>
      [label, own].some((word) => word.toLowerCase() === typed.toLowerCase()),
    );
    onValue(typed ? (meant?.value ?? typed) : null, typed);
  };
  return (
    <OptionField
      {...common}
      shown={rejected ?? shown}
      options={options}
      onCommit={commit}
      onPick={(one) => onValue(one.value, one.label)}
    />
  );
}

function RecordInput(props: ValueInputProps & { kind: RecordField }) {
  const { field, rejected, onValue, kind } = props;
  const common = useTyped(props);
  const [typed, type] = useState<string>();
  const { options, loading } = useRecordOptions(kind, typed);
  const value = currentValue(props) as MasterRecord | string | undefined;
  const commit = (text: string) => {
    if (!text) return onValue(null, text);
    onValue(options.find(({ code }) => code === text)?.value ?? asTyped({ ...field, kind }, text), text);
  };
  return (
    <OptionField
      {...common}
      shown={rejected ?? (value ? named(value) : "")}
      options={options}
      loading={loading}
      onType={type}
      onCommit={commit}
      onPick={(option) => onValue(option.value, option.label)}
    />
  );
}

/** Location or contact of the buyer. */
function PlaceInput(props: ValueInputProps) {
  const { candidate, field, rejected, onValue } = props;
  const common = useTyped(props);
  const partner = usePartner(candidate.effective.bpartner?.id);
  const places = field.kind.as === "location" ? partner.data?.locations : partner.data?.contacts;
  const value = currentValue(props) as Place | undefined;
  const known = places?.find(({ id }) => id === value?.id) ?? value;
  return (
    <OptionField
      {...common}
      shown={rejected ?? (known ? placeText(known) || named(known) : "")}
      options={placeOptions(places)}
      loading={partner.isFetching}
      onCommit={(typed) => onValue(typed ? chosen(places, typed) : null, typed)}
      onPick={(option) => onValue(option.value, option.label)}
    />
  );
}

/** Returns the matching location or contact, otherwise the text, which the server validates. */
function chosen(places: Place[] | undefined, typed: string): string {
  const same = places?.find((place) => placeText(place).toLowerCase().startsWith(typed.toLowerCase()));
  return same ? String(same.id) : typed;
}

interface Role {
  bpartner: MasterRecord;
  location?: Place | null;
  contact?: Place | null;
}

const BUYER: RecordField = { as: "record", kind: "bpartners", by: "id" };

/** Another partner with location and contact. */
function RoleInput(props: ValueInputProps) {
  const { candidate, field, onValue } = props;
  const tMember = useMessages(memberMessages);
  const common = useTyped(props);
  const role = currentValue(props) as Role | undefined;
  const partner = usePartner(role?.bpartner.id);
  const part = (member: Member) => `${common.label}, ${tMember(member)}`;
  const given = (change: { location?: string; contact?: string }) => {
    const merged = { location: role?.location?.id, contact: role?.contact?.id, ...change };
    const present = Object.entries(merged).filter(([, id]) => id != null && id !== "");
    const names = Object.fromEntries(present.map(([name, id]) => [name, String(id)]));
    return { bpartner: String(role?.bpartner.id), ...names };
  };
  const buyer: Field = { ...field, kind: BUYER };
  const asBuyer = { ...candidate, override: { ...candidate.override, [field.member]: role?.bpartner } } as Candidate;
  return (
    <Stack gap={4}>
      <RecordInput
        {...props}
        candidate={asBuyer}
        field={buyer}
        kind={BUYER}
        onValue={(value, typed) => onValue(value === null ? null : { bpartner: value }, typed)}
      />
      {role &&
        (["location", "contact"] as const).map((which) => {
          const places = partner.data?.[which === "location" ? "locations" : "contacts"];
          const place = places?.find(({ id }) => id === role[which]?.id) ?? role[which];
          return (
            <OptionField
              key={which}
              {...common}
              right={undefined}
              label={part(which)}
              shown={place ? placeText(place) || named(place) : ""}
              options={placeOptions(places)}
              loading={partner.isFetching}
              onCommit={(typed) => onValue(given({ [which]: typed && chosen(places, typed) }), typed)}
              onPick={(option) => onValue(given({ [which]: option.value }), option.label)}
            />
          );
        })}
    </Stack>
  );
}

interface DocumentType {
  docBaseType: string;
  docSubType?: string | null;
  name?: string;
}

function InvoiceDocTypeInput(props: ValueInputProps) {
  const { rejected, onValue } = props;
  const common = useTyped(props);
  const [typed, type] = useState<string>();
  const records = useRecords("document-types", typed);
  const value = currentValue(props) as DocumentType | undefined;
  const types = (records.data ?? []) as { name: string; baseType: string; subType?: string | null }[];
  const invoices = types.filter(({ baseType }) => baseType === "ARI");
  const options = invoices.map(({ name, baseType, subType }) => ({
    value: [baseType, subType].filter(Boolean).join("/"),
    label: name,
  }));
  const sent = (key: string) => {
    const [docBaseType = "", docSubType] = key.split("/");
    return docSubType ? { docBaseType, docSubType } : { docBaseType };
  };
  return (
    <OptionField
      {...common}
      shown={rejected ?? value?.name ?? value?.docBaseType ?? ""}
      options={options}
      loading={records.loading}
      onType={type}
      onCommit={(text) => onValue(text ? sent(options.find(({ label }) => label === text)?.value ?? text) : null, text)}
      onPick={(option) => onValue(sent(option.value), option.label)}
    />
  );
}
