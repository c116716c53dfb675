import { useCombobox } from "@mantine/core";
import { useEffect, useRef, useState, type InputHTMLAttributes, type KeyboardEvent, type Ref } from "react";
import { useMessages } from "../i18n";
import { firstMatch } from "../parts/first-match";
import { isExactly, OptionList, type Option } from "../parts/option-list";
import classes from "./grid.module.css";
import type { Leaving } from "./keys";
import type { GridColumn, Meant } from "./types";
import { gridMessages } from "./messages";

interface EditorProps {
  label: string;
  text: string;
  /** The text is the pressed key. */
  typed: boolean;
  numeric: boolean;
  invalid: boolean;
  describedBy: string | undefined;
  onLeave: (leaving: Leaving, text: string, meant?: Meant) => void;
}

type UseLookUp = NonNullable<GridColumn<never>["useLookUp"]>;

export function CellEditor({ useLookUp, ...props }: EditorProps & { useLookUp: UseLookUp | undefined }) {
  return useLookUp ? <LookUpEditor {...props} useLookUp={useLookUp} /> : <PlainEditor {...props} />;
}

/** Returns how a key leaves the editor. */
function wayOf({ key, shiftKey, nativeEvent }: KeyboardEvent): Leaving | undefined {
  if (nativeEvent.isComposing) return undefined;
  const ways: Record<string, Leaving> = { Enter: "down", Tab: shiftKey ? "previous" : "next", Escape: "cancel" };
  return ways[key];
}

/** Calls `onLeave` once, regardless of how the editor closes. */
function useLeaving(onLeave: EditorProps["onLeave"]) {
  const left = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  const leave: EditorProps["onLeave"] = (...how) => {
    // blur follows unmount
    if (left.current) return;
    left.current = true;
    onLeave(...how);
  };
  // unmount by a list change saves the text
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on unmount
  useEffect(() => {
    const input = field.current;
    return () => {
      if (input && !input.isConnected) leave("stay", input.value);
    };
  }, []);
  return { field, leave };
}

function PlainEditor(props: EditorProps) {
  const { field, leave } = useLeaving(props.onLeave);
  return (
    <Field
      {...props}
      ref={field}
      onKeyDown={(event) => {
        const way = wayOf(event);
        event.stopPropagation();
        if (!way) return;
        event.preventDefault();
        leave(way, event.currentTarget.value);
      }}
      onBlur={(event) => leave("stay", event.currentTarget.value)}
    />
  );
}

/** Editor with suggestions: Enter and Tab select the first; other text is sent as typed. */
function LookUpEditor({ useLookUp, ...props }: EditorProps & { useLookUp: UseLookUp }) {
  const { field, leave } = useLeaving(props.onLeave);
  /** Text typed since the editor opened. */
  const [typed, type] = useState(props.typed ? props.text : undefined);
  const [sought, look] = useState(typed);
  const { options, loading, seek } = useLookUp(sought);
  const offered = useCombobox({
    defaultOpened: props.typed,
    onDropdownOpen: () => look(typed ?? ""),
    onDropdownClose: () => offered.resetSelectedOption(),
  });
  const take = (way: Leaving, option: Option) => leave(way, option.code ?? option.label, option);
  const best = (hits: readonly Option[], text: string) => {
    const isMeant = (option: Option) => isExactly(option, text);
    // after closing the list, only an exact match counts
    return offered.dropdownOpened ? firstMatch(hits, isMeant) : hits.find(isMeant);
  };
  const finish = (way: Leaving, text: string) => {
    const chosen = options[offered.getSelectedOptionIndex()];
    if (way === "cancel" || !(chosen || typed?.trim())) return leave(way, text);
    const hit = chosen ?? (loading ? undefined : best(options, text));
    if (hit) take(way, hit);
    // suggestions may arrive after the key
    else leave(way, text, loading ? seek(text).then((hits) => best(hits, text)) : undefined);
  };
  return (
    <OptionList
      store={offered}
      label={props.label}
      options={options}
      loading={loading}
      onPick={(option) => take("down", option)}>
      <Field
        {...props}
        ref={field}
        role="combobox"
        onChange={(event) => {
          const { value } = event.currentTarget;
          type(value);
          offered.openDropdown();
          look(value);
          offered.resetSelectedOption();
        }}
        onKeyDown={(event) => {
          const way = wayOf(event);
          event.stopPropagation();
          // Escape closes the list first
          if (!way || (way === "cancel" && offered.dropdownOpened)) return;
          event.preventDefault();
          finish(way, event.currentTarget.value);
        }}
        onBlur={({ currentTarget: { value } }) =>
          leave("stay", value, typed === undefined ? undefined : options.find((option) => isExactly(option, value)))
        }
      />
    </OptionList>
  );
}

interface FieldProps extends EditorProps, Pick<InputHTMLAttributes<HTMLInputElement>, "role" | "onChange"> {
  ref: Ref<HTMLInputElement>;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  onBlur: (event: { currentTarget: HTMLInputElement }) => void;
}

function Field({ label, text, typed, numeric, invalid, describedBy, onLeave: _, ref, ...input }: FieldProps) {
  const t = useMessages(gridMessages);
  return (
    <input
      {...input}
      className={classes.editor}
      data-numeric={numeric}
      aria-label={t("editing", { column: label })}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      inputMode={numeric ? "decimal" : "text"}
      autoComplete="off"
      spellCheck={false}
      defaultValue={text}
      ref={(element) => {
        if (typeof ref === "function") ref(element);
        else if (ref) ref.current = element;
        if (!element || document.activeElement === element) return;
        element.focus({ preventScroll: true });
        // typing replaces the old value but continues a typed key
        if (!typed) element.select();
      }}
    />
  );
}
