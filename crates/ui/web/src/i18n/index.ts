// English and German texts side by side; switching needs no reload.
import i18next, { type TOptions } from "i18next";
import { useCallback } from "react";
import { initReactI18next, useTranslation } from "react-i18next";
import type { Language } from "../values/decimal";

export type { Language };
export const LANGUAGES: Language[] = ["en", "de"];
const STORAGE_KEY = "orderdock.language";

function initialLanguage(): Language {
  const stored = localStorage.getItem(STORAGE_KEY);
  if (stored === "en" || stored === "de") return stored;
  return navigator.languages.some((one) => one.startsWith("de")) ? "de" : "en";
}

void i18next.use(initReactI18next).init({
  lng: initialLanguage(),
  fallbackLng: false,
  resources: {},
  // React escapes already
  interpolation: { escapeValue: false },
  returnNull: false,
  saveMissing: true,
  missingKeyHandler: (languages, namespace, key) =>
    console.error(`no text for ${namespace}:${key} in ${languages.join()}`),
});

/** English and German text; `{{name}}` is a parameter, `{{count, number}}` a formatted number. */
export type Translation = readonly [en: string, de: string];

/** Texts of a module; plural forms are keys that end in `_one` and `_other`. */
export interface Messages<Key extends string> {
  namespace: string;
  translations: Record<Key, Translation>;
}

type MessageKey<Key extends string> = Key extends `${infer Stem}_${"one" | "other"}` ? Stem : Key;

/** Registers texts under a namespace. */
export function defineMessages<const Key extends string>(
  namespace: string,
  translations: Record<Key, Translation>,
): Messages<Key> {
  LANGUAGES.forEach((language, index) => {
    const texts = Object.entries<Translation>(translations).map(([key, translation]) => [key, translation[index]]);
    i18next.addResourceBundle(language, namespace, Object.fromEntries(texts));
  });
  return { namespace, translations };
}

export type Translate<Key extends string> = (key: MessageKey<Key>, values?: TOptions) => string;

/** Returns the translation function of a module; renders again when the language changes. */
export function useMessages<Key extends string>(words: Messages<Key>): Translate<Key> {
  const { t } = useTranslation(words.namespace);
  return useCallback((key, values) => t(key as string, values ?? {}) as string, [t]);
}

/** Translates outside components, in the current language. */
export function translate<Key extends string>(words: Messages<Key>, key: MessageKey<Key>, values?: TOptions): string {
  return i18next.t(`${words.namespace}:${key}` as string, values ?? {});
}

export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return i18n.language as Language;
}

export function language(): Language {
  return (i18next.language as Language | undefined) ?? "en";
}

export function switchLanguage(to: Language): void {
  localStorage.setItem(STORAGE_KEY, to);
  void i18next.changeLanguage(to);
}

function markPage(to: string): void {
  document.documentElement.lang = to;
}
markPage(language());
i18next.on("languageChanged", markPage);
