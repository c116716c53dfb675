import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";
import { useMessages } from "../i18n";
import { partsMessages } from "./messages";
import { readTime } from "./time-text";

interface TimeFieldProps extends Omit<TextInputProps, "value" | "defaultValue" | "onChange"> {
  /** `HH:MM`, or empty. */
  value?: string;
  onChange: (time: string) => void;
}

/** Time of day on 24 hours, in every language; browsers follow their own language instead. */
export function TimeField({ value = "", onChange, error, ...props }: TimeFieldProps) {
  const t = useMessages(partsMessages);
  const [typed, type] = useState<string>();
  const text = typed ?? value;
  const unreadable = text.trim() !== "" && readTime(text) === undefined;
  return (
    <TextInput
      {...props}
      w={110}
      inputMode="numeric"
      autoComplete="off"
      placeholder="HH:MM"
      value={text}
      error={unreadable && typed === undefined ? t("noTime") : error}
      onChange={(event) => {
        const now = event.currentTarget.value;
        type(now);
        onChange(readTime(now) ?? now.trim());
      }}
      onBlur={(event) => {
        type(undefined);
        props.onBlur?.(event);
      }}
    />
  );
}
