import { useCallback } from "react";
import { defineWords, useWords } from "../../i18n";
import { FIELDS } from "../fields";

const pairs = Object.assign({}, ...FIELDS.map(({ kind }) => (kind.as === "choice" ? kind.of : {})));
const choiceWords = defineWords<string>("choice", pairs);

/** A value of a closed list in words. */
export function useChoice(): (value: string) => string {
  const t = useWords(choiceWords);
  return useCallback((value) => (value in choiceWords.pairs ? t(value) : value), [t]);
}
