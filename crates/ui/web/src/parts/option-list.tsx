// Suggestions below an input, in fields and cells.
import { Combobox, Loader, type ComboboxStore } from "@mantine/core";
import type { ReactNode } from "react";
import { useMessages } from "../i18n";
import { partsMessages } from "./messages";

export interface Option {
  value: string;
  label: string;
  /** Second line to distinguish equal labels. */
  note?: string | undefined;
  /** Text inserted into the input. */
  code?: string | undefined;
}

/** Returns whether an option equals the text. */
export function isExactly({ value, label, note, code }: Option, typed: string): boolean {
  const text = typed.trim();
  return [value, label, note, code].includes(text) || code?.toLowerCase() === text.toLowerCase();
}

/** Portal inside `main`, for screen readers. */
const PORTAL = { target: "#main" };

interface OptionListProps {
  store: ComboboxStore;
  label: string;
  options: readonly Option[];
  /** The options belong to an older text. */
  loading: boolean;
  onPick: (option: Option) => void;
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
