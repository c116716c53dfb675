import { defineWords, useWords } from "../../i18n";

const choiceWords = defineWords("choice", {
  SalesOrder: ["Sales order", "Auftrag"],
  PrepayOrder: ["Prepay order", "Vorkasse-Auftrag"],
  OnCredit: ["On credit", "Auf Rechnung"],
  Paypal: ["PayPal", "PayPal"],
  DirectDebit: ["Direct debit", "Lastschrift"],
});

/** A value of a closed list in words. */
export function useChoice(): (value: string) => string {
  const t = useWords(choiceWords);
  return (value) => (value in choiceWords.pairs ? t(value as keyof typeof choiceWords.pairs) : value);
}
