// One unknown value with suggestions and search.
import { ActionIcon, Button, Select, TextInput } from "@mantine/core";
import { EyeOff } from "lucide-react";
import { useState } from "react";
import { named } from "../../disposition/panel/member-value";
import { useRecords } from "../../disposition/panel/records";
import { useMessages } from "../../i18n";
import { partsMessages } from "../../parts/messages";
import { useFirstMatch } from "../../parts/first-match";
import type { MasterKind } from "../master-kinds";
import { sheetMember } from "../members";
import type { UnknownValue } from "../types";
import classes from "./check.module.css";
import { checkMessages } from "./messages";
import type { Target } from "./unknown-values";

/** Number of suggestions that are shown. */
const SUGGESTED = 3;

interface UnknownValueRowProps {
  unknown: UnknownValue;
  target: Target | undefined;
  editable: boolean;
  onTarget: (target: Target | undefined) => void;
  onLeave: () => void;
}

export function UnknownValueRow({ unknown, target, editable, onTarget, onLeave }: UnknownValueRowProps) {
  const t = useMessages(checkMessages);
  const { member, value, rows, suggestions } = unknown;
  const records = sheetMember(member)?.records;
  return (
    <li className={classes.value}>
      <div className={classes.valueName}>
        <b>
          <bdi>{value}</bdi>
        </b>
        <span className="quiet">{t("rowsOf", { count: rows })}</span>
        {editable && (
          <ActionIcon
            size="sm"
            aria-label={t("leaveValue", { value })}
            title={t("leave")}
            className={classes.leave}
            onClick={onLeave}>
            <EyeOff size={14} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {editable && suggestions.length > 0 && (
        <ul className={classes.suggestions} aria-label={t("suggestions", { value })}>
          {suggestions.slice(0, SUGGESTED).map(({ code, name }) => {
            const label = named({ code, name: name ?? null });
            const isChosen = target?.code === code;
            return (
              <li key={code}>
                <Button
                  variant={isChosen ? "light" : "default"}
                  size="compact-xs"
                  aria-pressed={isChosen}
                  onClick={() => onTarget(isChosen ? undefined : { code, label })}>
                  {label}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {editable && records && <RecordField kind={records} value={value} target={target} onTarget={onTarget} />}
      {editable && !records && (
        <TextInput
          aria-label={t("replaceValue", { value })}
          placeholder={t("replaceValue", { value })}
          value={target?.code ?? ""}
          onChange={({ currentTarget: { value: code } }) => onTarget(code.trim() ? { code, label: code } : undefined)}
        />
      )}
    </li>
  );
}

interface RecordFieldProps extends Pick<UnknownValueRowProps, "target" | "onTarget"> {
  kind: MasterKind;
  value: string;
}

/** Search by code or name. */
function RecordField({ kind, value, target, onTarget }: RecordFieldProps) {
  const t = useMessages(checkMessages);
  const tParts = useMessages(partsMessages);
  const [typed, setTyped] = useState("");
  const [opened, open] = useState(false);
  const isChosen = typed === (target?.label ?? "");
  const records = useRecords(kind, opened ? (isChosen ? "" : typed) : undefined);
  const found = (records.data ?? []).flatMap((record) =>
    record.code ? [{ code: record.code, label: named(record) }] : [],
  );
  const onEnter = useFirstMatch({
    typed: isChosen ? undefined : typed,
    hits: found,
    settled: !records.loading,
    isExact: ({ code }) => code.toLowerCase() === typed.trim().toLowerCase(),
    take: (hit) => {
      onTarget(hit);
      open(false);
    },
  });
  // Enter must not select a match of an older text
  const options = records.loading ? [] : found.map(({ code, label }) => ({ value: code, label }));
  const shown = target && !options.some((option) => option.value === target.code);
  return (
    <Select
      aria-label={t("searchRecord", { value })}
      placeholder={t("searchHint")}
      searchable
      clearable
      data={shown ? [{ value: target.code, label: target.label }, ...options] : options}
      // filtered by the server
      filter={({ options: all }) => all}
      value={target?.code ?? null}
      onChange={(code, option) => onTarget(code ? { code, label: option?.label ?? code } : undefined)}
      searchValue={typed}
      onSearchChange={setTyped}
      onKeyDown={onEnter}
      dropdownOpened={opened}
      onDropdownOpen={() => open(true)}
      onDropdownClose={() => open(false)}
      nothingFoundMessage={records.loading ? tParts("loading") : tParts("nothingFound")}
      comboboxProps={{ portalProps: { target: "#main" }, width: "max-content", position: "bottom-start" }}
    />
  );
}
