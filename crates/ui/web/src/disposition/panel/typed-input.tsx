import { Combobox, Input, Loader, Textarea, useCombobox } from "@mantine/core";
import { useState, type FocusEvent, type KeyboardEvent, type ReactNode } from "react";
import { useFirstHit } from "../../parts/first-hit";
import { partsWords } from "../../parts/words";
import { useWords } from "../../i18n";
import { panelWords } from "./words";

export interface Option {
  value: string;
  label: string;
  /** A second line that tells equals apart. */
  note?: string | undefined;
}

export interface TypedInputProps {
  label: string;
  /** What holds, in words. */
  shown: string;
  /** Names the text below that says what is wrong. */
  describedBy?: string | undefined;
  wrong: boolean;
  /** What is shown was typed and not taken: Enter sends it again. */
  unsaved?: boolean;
  /** Takes what was typed: when the field is left, or on Enter. */
  onCommit: (typed: string) => void;
  right?: ReactNode;
  inputMode?: "decimal" | "numeric" | undefined;
  /** How wide the buttons at the right are. */
  rightWidth?: number | undefined;
}

/** Suggestions belong to the page's main part, also for those who do not see them there. */
const PORTAL = { target: "#main" };

/** The text of a field while it is being typed: Enter or leaving takes it, Esc gives it up. */
export function useDraft({ shown, unsaved, onCommit }: Pick<TypedInputProps, "shown" | "unsaved" | "onCommit">) {
  const [draft, setDraft] = useState<string>();
  const commit = () => {
    if (draft !== undefined && draft.trim() !== shown.trim()) onCommit(draft.trim());
    setDraft(undefined);
  };
  return {
    text: draft ?? shown,
    typing: draft !== undefined,
    type: setDraft,
    commit,
    drop: () => setDraft(undefined),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === "Enter" && !event.defaultPrevented) {
        if (unsaved && draft === undefined) onCommit(shown.trim());
        else commit();
      }
      if (event.key === "Escape" && draft !== undefined) {
        event.stopPropagation();
        setDraft(undefined);
      }
    },
  };
}

/** Whoever comes by keys types over what stands there; the mouse puts the cursor where it points. */
function selectAll({ currentTarget }: FocusEvent<HTMLInputElement>): void {
  currentTarget.select();
}

export function TextField(props: TypedInputProps) {
  const { label, describedBy, wrong, right, inputMode, rightWidth } = props;
  const draft = useDraft(props);
  return (
    <Input
      size="xs"
      aria-label={label}
      withAria={false}
      aria-describedby={describedBy}
      aria-invalid={wrong || undefined}
      error={wrong}
      value={draft.text}
      inputMode={inputMode}
      autoComplete="off"
      spellCheck={false}
      rightSection={right}
      rightSectionPointerEvents="all"
      rightSectionWidth={rightWidth ?? 28}
      onFocus={selectAll}
      onChange={(event) => draft.type(event.currentTarget.value)}
      onBlur={draft.commit}
      onKeyDown={draft.onKeyDown}
    />
  );
}

/** A text of several lines: Shift+Enter begins another one. */
export function LinesField(props: TypedInputProps) {
  const { label, describedBy, wrong, right } = props;
  const draft = useDraft(props);
  return (
    <Textarea
      size="xs"
      autosize
      minRows={1}
      maxRows={8}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={wrong || undefined}
      error={wrong}
      value={draft.text}
      autoComplete="off"
      rightSection={right}
      rightSectionPointerEvents="all"
      onChange={(event) => draft.type(event.currentTarget.value)}
      onBlur={draft.commit}
      onKeyDown={(event) => {
        if (event.key === "Enter" && event.shiftKey) return;
        draft.onKeyDown(event);
        if (event.key === "Enter") event.preventDefault();
      }}
    />
  );
}

export interface OptionFieldProps extends TypedInputProps {
  options: Option[];
  /** They are those of before what is typed now. */
  loading?: boolean;
  /** Told at every stroke, to look for what fits; without it the options are all there are. */
  onType?: (typed: string) => void;
  onPick: (option: Option) => void;
}

/** Those that have what was typed in them, those that begin with it first. */
function fitting(options: Option[], typed: string): Option[] {
  const sought = typed.trim().toLowerCase();
  const place = ({ label }: Option) => label.toLowerCase().indexOf(sought);
  const found = options.filter((option) => place(option) >= 0);
  return [...found.filter((option) => place(option) === 0), ...found.filter((option) => place(option) > 0)];
}

/** A text with suggestions: Enter takes the first; what is typed counts where it is none of them. */
export function OptionField(props: OptionFieldProps) {
  const { label, describedBy, wrong, right, loading = false, onType, onPick } = props;
  const t = useWords(panelWords);
  const parts = useWords(partsWords);
  const draft = useDraft(props);
  const combobox = useCombobox({
    onDropdownOpen: () => onType?.(draft.typing ? draft.text : ""),
    onDropdownClose: () => combobox.resetSelectedOption(),
  });
  const options = onType || !draft.typing ? props.options : fitting(props.options, draft.text);
  const take = (option: Option) => {
    draft.drop();
    combobox.closeDropdown();
    onPick(option);
  };
  const pick = (value: string) => {
    const option = options.find((one) => one.value === value);
    if (option) take(option);
  };
  const onEnter = useFirstHit({
    typed: draft.typing ? draft.text : undefined,
    hits: options,
    settled: !loading,
    isExact: ({ value, label: text, note }) =>
      [value, text, note].includes(draft.text.trim()) || text.endsWith(`(${draft.text.trim()})`),
    take,
    otherwise: () => {
      combobox.closeDropdown();
      draft.commit();
    },
  });
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={pick}
      size="xs"
      width="max-content"
      position="bottom-start"
      portalProps={PORTAL}>
      <Combobox.Target withExpandedAttribute>
        <Input
          size="xs"
          aria-label={label}
          withAria={false}
          aria-describedby={describedBy}
          aria-invalid={wrong || undefined}
          error={wrong}
          value={draft.text}
          autoComplete="off"
          spellCheck={false}
          rightSection={right}
          rightSectionPointerEvents="all"
          onFocus={selectAll}
          onClick={() => combobox.openDropdown()}
          onChange={(event) => {
            draft.type(event.currentTarget.value);
            combobox.openDropdown();
            // after the list has been opened, which looks for what stood there before
            onType?.(event.currentTarget.value);
            combobox.resetSelectedOption();
          }}
          onBlur={() => {
            combobox.closeDropdown();
            draft.commit();
          }}
          onKeyDown={(event) => {
            const chosen = combobox.dropdownOpened && combobox.getSelectedOptionIndex() !== -1;
            if (event.key === "Escape" && combobox.dropdownOpened) event.stopPropagation();
            if (chosen && event.key === "Enter") return;
            if (onEnter(event)) return;
            draft.onKeyDown(event);
            if (event.key === "Enter") combobox.closeDropdown();
          }}
        />
      </Combobox.Target>
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
              {loading ? <Loader size="xs" aria-label={parts("loading")} /> : t("nothingFound")}
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
