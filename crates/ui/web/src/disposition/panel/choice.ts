import { useCallback } from "react";
import { useMessages } from "../../i18n";
import { choiceMessages } from "../choices";

/** Returns the label of a closed-list value. */
export function useChoice(): (value: string) => string {
  const t = useMessages(choiceMessages);
  return useCallback((value) => (value in choiceMessages.translations ? t(value) : value), [t]);
}
