// Filters by assignee and hold.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMessages } from "../../i18n";
import { useMay } from "../../session/session";
import { ChoiceFilter, TextFilter, type FieldProps } from "../filter-fields";
import { holdMessages } from "../release-messages";
import { assigneesQuery } from "./attend";
import { attentionMessages } from "./messages";

/** Users without permission to assign type a name instead of selecting one. */
export function AssigneeFilter(props: FieldProps) {
  const t = useMessages(attentionMessages);
  const mayAssign = useMay("candidates:write");
  const [used, use] = useState(false);
  const users = useQuery({ ...assigneesQuery, enabled: used && mayAssign });
  if (!mayAssign) return <TextFilter {...props} />;
  const names = (users.data ?? []).map((name) => ({ value: name, label: name }));
  const choices = [{ value: "me", label: t("me") }, { value: "none", label: t("nobody") }, ...names];
  return <ChoiceFilter {...props} choices={choices} onUse={() => use(true)} />;
}

export function HoldFilter(props: FieldProps) {
  const t = useMessages(holdMessages);
  const names = Object.keys(holdMessages.translations) as (keyof typeof holdMessages.translations)[];
  return <ChoiceFilter {...props} choices={names.map((name) => ({ value: name.replace("_", "."), label: t(name) }))} />;
}

/** Returns the text of a filter value. */
export function useToldAttention(): (name: string, value: string) => string | undefined {
  const t = useMessages(attentionMessages);
  const tHold = useMessages(holdMessages);
  return (name, value) => {
    if (name === "assignedTo") return value === "me" ? t("me") : value === "none" ? t("nobody") : value;
    const key = value.replace(".", "_");
    return name === "hold" && key in holdMessages.translations
      ? tHold(key as keyof typeof holdMessages.translations)
      : undefined;
  };
}
