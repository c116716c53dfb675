// How the reader writes numbers and days: as the browser says, within the language that was chosen.
import type { Language } from "./decimal";

/** `en-GB` is not `en-US`: the first of the reader's own languages that is the chosen one, with its region if it has any. */
export function localeOf(language: Language, own: readonly string[] = globalThis.navigator?.languages ?? []): string {
  return own.find((one) => one.startsWith(`${language}-`)) ?? language;
}

/** Whether the 8th of December is written 8/12. */
export function isDayFirst(locale: string): boolean {
  const parts = new Intl.DateTimeFormat(locale).formatToParts().map(({ type }) => type);
  return parts.indexOf("day") < parts.indexOf("month");
}

/** The sign before a fraction. */
export function pointOf(locale: string): "." | "," {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  return parts.find(({ type }) => type === "decimal")?.value === "," ? "," : ".";
}

/** The day with which a week begins, from 0 for Sunday. */
export function firstDayOfWeek(locale: string): 0 | 1 | 2 | 3 | 4 | 5 | 6 {
  const known = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } };
  return ((known.getWeekInfo?.().firstDay ?? 1) % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6;
}
