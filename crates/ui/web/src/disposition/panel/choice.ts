import { useCallback } from "react";
import { useWords } from "../../i18n";
import { choiceWords } from "../choices";

/** A value of a closed list in words. */
export function useChoice(): (value: string) => string {
  const t = useWords(choiceWords);
  return useCallback((value) => (value in choiceWords.pairs ? t(value) : value), [t]);
}
