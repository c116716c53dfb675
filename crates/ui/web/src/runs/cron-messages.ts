// Schedules in words; loaded only where one is shown.
import cronstrue from "cronstrue";
import "cronstrue/locales/de";
import type { Language } from "../values/decimal";

/** The schedule as a sentence; undefined if it is none. */
export function cronWords(cron: string, language: Language): string | undefined {
  try {
    return cronstrue.toString(cron, { locale: language, use24HourTimeFormat: language === "de" });
  } catch {
    return undefined;
  }
}
