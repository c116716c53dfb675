import { Input, Textarea, useCombobox } from "@mantine/core";
import { useState, type FocusEvent, type KeyboardEvent, type ReactNode } from "react";
import { useFirstMatch } from "../../parts/first-match";
import { isExactly, OptionList, type Option } from "../../parts/option-list";

export interface TypedInputProps {
  label: string;
  /** Effective value as text. */
  shown: string;
  /** Id of the message. */
  describedBy?: string | undefined;
  wrong: boolean;
  /** Shows a rejected text; Enter sends it again. */
  unsaved?: boolean;
  /** Initial focus. */
  begins?: boolean;
  /** Called on blur or Enter. */
  onCommit: (typed: string) => void;
  right?: ReactNode;
  inputMode?: "decimal" | "numeric" | undefined;
  /** Width of the buttons, in pixels. */
  rightWidth?: number | undefined;
}

/** Draft of a field: Enter or blur commits, Esc reverts. */
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

/** Keyboard focus selects the text; a click places the cursor. */
function selectAll({ currentTarget }: FocusEvent<HTMLInputElement>): void {
  currentTarget.select();
}

function shared({ label, describedBy, wrong, right }: TypedInputProps, text: string) {
  return {
    size: "xs",
    "aria-label": label,
    "aria-describedby": describedBy,
    "aria-invalid": wrong || undefined,
    error: wrong,
    value: text,
    autoComplete: "off",
    rightSection: right,
    rightSectionPointerEvents: "all",
  } as const;
}

export function TextField(props: TypedInputProps) {
  const { inputMode, rightWidth } = props;
  const draft = useDraft(props);
  return (
    <Input
      {...shared(props, draft.text)}
      withAria={false}
      inputMode={inputMode}
      spellCheck={false}
      rightSectionWidth={rightWidth ?? 28}
      onFocus={selectAll}
      onChange={(event) => draft.type(event.currentTarget.value)}
      onBlur={draft.commit}
      onKeyDown={draft.onKeyDown}
    />
  );
}

/** Multi-line field; Shift+Enter inserts a line break. */
export function LinesField(props: TypedInputProps) {
  const draft = useDraft(props);
  return (
    <Textarea
      {...shared(props, draft.text)}
      autosize
      minRows={1}
      maxRows={8}
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
  /** The options belong to an older text. */
  loading?: boolean;
  /** Called on input, to load options; absent if all are given. */
  onType?: (typed: string) => void;
  onPick: (option: Option) => void;
}

/** Returns matching options, prefix matches first. */
function fitting(options: Option[], typed: string): Option[] {
  const sought = typed.trim().toLowerCase();
  const place = ({ label }: Option) => label.toLowerCase().indexOf(sought);
  const found = options.filter((option) => place(option) >= 0);
  return [...found.filter((option) => place(option) === 0), ...found.filter((option) => place(option) > 0)];
}

/** Text field with suggestions: Enter selects the first; other text is allowed. */
export function OptionField(props: OptionFieldProps) {
  const { label, begins, loading = false, onType, onPick } = props;
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
  const onEnter = useFirstMatch({
    typed: draft.typing ? draft.text : undefined,
    hits: options,
    settled: !loading,
    isExact: (option) => isExactly(option, draft.text),
    take,
    otherwise: () => {
      combobox.closeDropdown();
      draft.commit();
    },
  });
  return (
    <OptionList store={combobox} label={label} options={options} loading={loading} onPick={take}>
      <Input
        {...shared(props, draft.text)}
        withAria={false}
        spellCheck={false}
        data-autofocus={begins || undefined}
        onFocus={selectAll}
        onClick={() => combobox.openDropdown()}
        onChange={(event) => {
          draft.type(event.currentTarget.value);
          combobox.openDropdown();
          // after opening, which searches for the previous text
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
    </OptionList>
  );
}
