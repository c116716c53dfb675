// Filter inputs; typing is debounced.
import { Autocomplete, Select, TextInput, type TextInputProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../api/client";
import { useLanguage, useMessages } from "../i18n";
import { dataSourcesQuery, senders } from "../parts/data-sources";
import { useFirstMatch } from "../parts/first-match";
import { useProblemTitle } from "../parts/problem-title";
import { DEBOUNCE, useDebouncedText } from "../parts/debounced-text";
import { readDay, showDayOrInstant } from "../values/day";
import type { FilterName } from "./filters";
import { dispositionMessages } from "./messages";

const OFFERED = 8;

export interface FieldProps {
  name: FilterName;
  label: string;
  value: string | undefined;
  onFilter: (name: FilterName, value: string | undefined) => void;
}

type More = Omit<TextInputProps, "value" | "onChange" | "name">;

export function TextFilter({ name, label, value, onFilter, ...more }: FieldProps & More) {
  const [typed, type] = useDebouncedText(value, (text) => onFilter(name, text));
  return (
    <TextInput
      label={label}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      autoComplete="off"
      spellCheck={false}
      {...more}
    />
  );
}

/** Date input; invalid text does not filter. */
export function DayFilter({ name, label, value, onFilter }: FieldProps) {
  const t = useMessages(dispositionMessages);
  const language = useLanguage();
  const [typed, setTyped] = useState<string>();
  const day = typed === undefined ? undefined : readDay(typed, language);
  const wrong = typed !== undefined && typed.trim() !== "" && day === undefined;
  const [told_, setTold] = useState(false);
  const leave = () => {
    setTold(wrong);
    if (typed === undefined || wrong) return;
    onFilter(name, day);
    setTyped(undefined);
  };
  return (
    <TextInput
      label={label}
      value={typed ?? (value ? showDayOrInstant(value, language) : "")}
      autoComplete="off"
      placeholder={language === "de" ? "TT.MM.JJJJ" : "YYYY-MM-DD"}
      error={told_ && wrong ? t("badDate") : undefined}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={(event) => event.key === "Enter" && leave()}
    />
  );
}

/** Returns the code of `code · name`. */
function codeOf(text: string): string {
  return text.split(" · ")[0]?.trim() ?? "";
}

/** Autocomplete of codes; other text is allowed. */
export function RecordFilter({ kind, name, label, value, onFilter }: FieldProps & { kind: "bpartners" | "products" }) {
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? value ?? "";
  // a partial code matches nothing, so filter only on selection or blur
  const choose = (text: string | undefined) => {
    if (text !== undefined) onFilter(name, codeOf(text) || undefined);
    setTyped(undefined);
  };
  const [used, setUsed] = useState(false);
  const [sought] = useDebouncedValue(codeOf(shown), DEBOUNCE);
  const found = useQuery({
    queryKey: ["masterdata", kind, "offered", sought],
    enabled: used,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { limit: OFFERED, ...(sought && { q: sought }) };
      const page = await unwrap(api.GET("/api/masterdata/{kind}", { params: { path: { kind }, query }, signal }));
      return page.items as { code: string; name?: string }[];
    },
  });
  const codes = [...new Map((found.data ?? []).map((one) => [one.code, one])).values()];
  const hits = codes.map(({ code, name: called }) => (called && called !== code ? `${code} · ${called}` : code));
  const [opened, open] = useState(false);
  const onEnter = useFirstMatch({
    typed,
    hits,
    settled: sought === codeOf(typed ?? "") && !found.isFetching,
    isExact: (hit) => codeOf(hit) === sought,
    take: (hit) => {
      choose(hit);
      open(false);
    },
    otherwise: () => choose(typed),
  });
  return (
    <Autocomplete
      label={label}
      value={shown}
      onChange={setTyped}
      onFocus={() => setUsed(true)}
      onOptionSubmit={choose}
      onBlur={() => choose(typed)}
      data={hits}
      filter={({ options }) => options}
      autoComplete="off"
      onKeyDown={(event) => {
        // an emptied field removes the filter
        if (!onEnter(event) && event.key === "Enter" && typed === "") choose("");
      }}
      // inside the dialog, where screen readers are confined
      comboboxProps={{ withinPortal: false }}
      dropdownOpened={opened}
      onDropdownOpen={() => open(true)}
      onDropdownClose={() => open(false)}
    />
  );
}

interface ChoiceProps extends FieldProps {
  choices: { value: string; label: string }[];
  onUse?: () => void;
  /** Placeholder instead of a label. */
  quiet?: boolean;
}

export function ChoiceFilter({ name, label, value, onFilter, choices, onUse, quiet }: ChoiceProps) {
  const t = useMessages(dispositionMessages);
  const known = !value || choices.some((choice) => choice.value === value);
  const data = known ? choices : [...choices, { value, label: value }];
  return (
    <Select
      {...(quiet ? { "aria-label": label } : { label })}
      placeholder={quiet ? label : t("any")}
      data={data}
      value={value ?? null}
      clearable
      clearButtonProps={{ "aria-label": t("removeFilter", { name: label }), tabIndex: -1 }}
      searchable={choices.length > 8}
      onDropdownOpen={() => onUse?.()}
      onChange={(to) => onFilter(name, to ?? undefined)}
      // inside the popover, which a click outside would close
      comboboxProps={{ width: "max-content", position: "bottom-start", withinPortal: quiet === true }}
    />
  );
}

/** Options of data sources and problems. */
export function useChoices(used: boolean) {
  const title = useProblemTitle();
  const sources = useQuery({ ...dataSourcesQuery, enabled: used });
  const language = useLanguage();
  const problems = useQuery({
    queryKey: ["statistics", "problems", language],
    enabled: used,
    staleTime: 10_000,
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET("/api/statistics/intake", { params: { query: { period: "24h" } }, signal }))).problems,
  });
  return {
    sources: senders(sources.data).flatMap(({ internalNames: [value], name }) =>
      value ? [{ value, label: name || value }] : [],
    ),
    problems: (problems.data ?? []).map(({ code, message, count }) => ({
      value: code,
      name: title(code, message),
      label: `${title(code, message)} (${count})`,
    })),
  };
}
