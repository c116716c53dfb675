// What fits what is being typed, offered below the place where it is typed: in fields of the panel and in cells of a list.
import { Combobox, Loader, type ComboboxStore } from "@mantine/core";
import type { ReactNode } from "react";
import { useMessages } from "../i18n";
import { partsMessages } from "./messages";

export interface Option {
  value: string;
  label: string;
  /** A second line that tells equals apart. */
  note?: string | undefined;
  /** How it is written where it is typed. */
  code?: string | undefined;
}

/** Whether an option is what was typed, rather than that it only begins like it. */
export function isExactly({ value, label, note, code }: Option, typed: string): boolean {
  const text = typed.trim();
  return [value, label, note, code].includes(text) || code?.toLowerCase() === text.toLowerCase();
}

/** Suggestions belong to the page's main part, also for those who do not see them there. */
const PORTAL = { target: "#main" };

interface OptionListProps {
  store: ComboboxStore;
  label: string;
  options: readonly Option[];
  /** They are those of before what is typed now. */
  loading: boolean;
  onPick: (option: Option) => void;
  /** The input. */
  children: ReactNode;
}

export function OptionList({ store, label, options, loading, onPick, children }: OptionListProps) {
  const t = useMessages(partsMessages);
  const pick = (value: string) => {
    const option = options.find((one) => one.value === value);
    if (option) onPick(option);
  };
  return (
    <Combobox
      store={store}
      onOptionSubmit={pick}
      size="xs"
      width="max-content"
      position="bottom-start"
      portalProps={PORTAL}>
      <Combobox.Target withExpandedAttribute>{children}</Combobox.Target>
      <Combobox.Dropdown miw={220} maw={420}>
        <Combobox.Options mah={260} style={{ overflowY: "auto" }} aria-label={label}>
          {options.map(({ value, label: text, note }) => (
            <Combobox.Option key={value} value={value}>
              {text}
              {note && <span className="quiet"> · {note}</span>}
            </Combobox.Option>
          ))}
          {options.length === 0 && (
            <Combobox.Empty>
              {loading ? <Loader size="xs" aria-label={t("loading")} /> : t("nothingFound")}
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
