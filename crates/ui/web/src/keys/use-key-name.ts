import { useLanguage } from "../i18n";
import { keyName } from "./key-name";

/** Returns a formatter for key names. */
export function useKeyName(): (shown: string) => string {
  const language = useLanguage();
  return (shown) => keyName(shown, language);
}
