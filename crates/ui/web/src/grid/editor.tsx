import { useEffect, useRef, type KeyboardEvent } from "react";
import { useWords } from "../i18n";
import classes from "./grid.module.css";
import type { Leaving } from "./keys";
import { gridWords } from "./words";

interface EditorProps {
  label: string;
  text: string;
  /** The text is the key that opened the editor. */
  typed: boolean;
  numeric: boolean;
  invalid: boolean;
  describedBy: string | undefined;
  onLeave: (leaving: Leaving, text: string) => void;
}

export function CellEditor({ label, text, typed, numeric, invalid, describedBy, onLeave }: EditorProps) {
  const t = useWords(gridWords);
  const left = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  const leave = (leaving: Leaving, held: string) => {
    // the field also loses the focus because it goes away
    if (left.current) return;
    left.current = true;
    onLeave(leaving, held);
  };
  // a list that others replace takes the field away without leaving it, and what was typed is saved all the same
  // biome-ignore lint/correctness/useExhaustiveDependencies: it leaves once, when it is taken away
  useEffect(() => {
    const input = field.current;
    return () => {
      if (input && !input.isConnected) leave("stay", input.value);
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const ways: Record<string, Leaving> = {
      Enter: "down",
      Tab: event.shiftKey ? "previous" : "next",
      Escape: "cancel",
    };
    const way = ways[event.key];
    event.stopPropagation();
    if (!way || event.nativeEvent.isComposing) return;
    event.preventDefault();
    leave(way, event.currentTarget.value);
  };
  return (
    <input
      className={classes.editor}
      data-numeric={numeric}
      aria-label={t("editing", { column: label })}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      inputMode={numeric ? "decimal" : "text"}
      autoComplete="off"
      spellCheck={false}
      defaultValue={text}
      ref={(input) => {
        field.current = input;
        if (!input || document.activeElement === input) return;
        input.focus({ preventScroll: true });
        // what was there is replaced by typing; what was typed is gone on with
        if (!typed) input.select();
      }}
      onKeyDown={onKeyDown}
      onBlur={(event) => leave("stay", event.currentTarget.value)}
    />
  );
}
