import { useLanguage } from "../i18n";
import { keyName } from "./key-name";

/** Tells keys as they are written on the reader's keyboard. */
export function useKeyName(): (shown: string) => string {
  const language = useLanguage();
  return (shown) => keyName(shown, language);
}
