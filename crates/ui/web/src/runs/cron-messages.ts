// Schedules as sentences; loaded lazily.
import cronstrue from "cronstrue";
import "cronstrue/locales/de";
import type { Language } from "../values/decimal";

/** Returns the sentence; undefined if invalid. */
export function cronWords(cron: string, language: Language): string | undefined {
  try {
    return cronstrue.toString(cron, { locale: language, use24HourTimeFormat: language === "de" });
  } catch {
    return undefined;
  }
}
