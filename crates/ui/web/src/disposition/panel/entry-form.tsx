import { Button, TextInput } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useLanguage, useMessages } from "../../i18n";
import { partsMessages } from "../../parts/messages";
import { readDay } from "../../values/day";
import { readDecimal } from "../../values/decimal";
import { isMember } from "../fields";
import { memberMessages } from "../members";
import type { Fix } from "./fixes";
import { panelMessages } from "./messages";
import { writesMasterdata } from "./written-records";
import classes from "./fix-card.module.css";

const ENTRIES = ["price", "multiplier", "rate", "code", "taxCategory", "validFrom", "waitingUntil"] as const;
const DECIMALS = new Set(["price", "multiplier", "rate", "qty", "discount"]);
const DAYS = new Set(["validFrom", "waitingUntil"]);

interface EntryFormProps {
  fix: Fix;
  busy?: boolean;
  onEntries: (entries: Record<string, unknown>) => void;
}

/** Form for values that a fix needs. */
export function EntryForm({ fix, busy = false, onEntries }: EntryFormProps) {
  const t = useMessages(panelMessages);
  const tParts = useMessages(partsMessages);
  const tMember = useMessages(memberMessages);
  const language = useLanguage();
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [submitted, setSubmitted] = useState(false);
  const nameOf = (pointer: string) => pointer.split("/").at(-1) ?? "";
  const labelOf = (name: string) => {
    const known = ENTRIES.find((one) => one === name);
    return known ? t(`entry_${known}`) : isMember(name) ? tMember(name) : name;
  };
  const read = (pointer: string): unknown => {
    const text = (typed[pointer] ?? "").trim();
    if (!text) return undefined;
    if (DECIMALS.has(nameOf(pointer))) return readDecimal(text, language);
    return DAYS.has(nameOf(pointer)) ? readDay(text, language) : text;
  };
  const fill = fix.fill ?? [];
  const send = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    const entries = Object.fromEntries(fill.map((pointer) => [pointer, read(pointer)]));
    if (Object.values(entries).every((value) => value !== undefined)) onEntries(entries);
  };
  return (
    <form className={classes.form} onSubmit={send} noValidate>
      {fill.map((pointer, index) => (
        <TextInput
          key={pointer}
          label={labelOf(nameOf(pointer))}
          value={typed[pointer] ?? ""}
          autoFocus={index === 0}
          data-autofocus={index === 0 || undefined}
          autoComplete="off"
          inputMode={DECIMALS.has(nameOf(pointer)) ? "decimal" : undefined}
          error={submitted && read(pointer) === undefined ? t("entryMissing") : undefined}
          onChange={(event) => {
            const text = event.currentTarget.value;
            setTyped((before) => ({ ...before, [pointer]: text }));
          }}
        />
      ))}
      <Button
        type="submit"
        loading={busy}
        data-autofocus={fill.length === 0 || undefined}
        autoFocus={fill.length === 0}>
        {writesMasterdata(fix) ? t("write") : tParts("save")}
      </Button>
    </form>
  );
}
