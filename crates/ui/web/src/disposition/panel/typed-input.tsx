import { Input, Textarea, useCombobox } from "@mantine/core";
import { useState, type FocusEvent, type KeyboardEvent, type ReactNode } from "react";
import { useFirstMatch } from "../../parts/first-match";
import { isExactly, OptionList, type Option } from "../../parts/option-list";

export interface TypedInputProps {
  label: string;
  /** What holds, in words. */
  shown: string;
  /** Names the text below that says what is wrong. */
  describedBy?: string | undefined;
  wrong: boolean;
  /** What is shown was typed and not taken: Enter sends it again. */
  unsaved?: boolean;
  /** A dialog begins here. */
  begins?: boolean;
  /** Takes what was typed: when the field is left, or on Enter. */
  onCommit: (typed: string) => void;
  right?: ReactNode;
  inputMode?: "decimal" | "numeric" | undefined;
  /** How wide the buttons at the right are. */
  rightWidth?: number | undefined;
}

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

/** What all of these fields have in common. */
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

/** A text of several lines: Shift+Enter begins another one. */
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
    </OptionList>
  );
}
