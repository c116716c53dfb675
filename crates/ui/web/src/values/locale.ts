// Locale of numbers and dates: the browser's variant of the selected language.
import type { Language } from "./decimal";

/** Returns the first browser locale of the language, with its region. */
export function localeOf(language: Language, own: readonly string[] = globalThis.navigator?.languages ?? []): string {
  return own.find((one) => one.startsWith(`${language}-`)) ?? language;
}

/** Returns whether dates start with the day. */
export function isDayFirst(locale: string): boolean {
  const parts = new Intl.DateTimeFormat(locale).formatToParts().map(({ type }) => type);
  return parts.indexOf("day") < parts.indexOf("month");
}

/** Returns the decimal separator. */
export function pointOf(locale: string): "." | "," {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  return parts.find(({ type }) => type === "decimal")?.value === "," ? "," : ".";
}

/** Returns the first day of the week, 0 for Sunday. */
export function firstDayOfWeek(locale: string): 0 | 1 | 2 | 3 | 4 | 5 | 6 {
  const known = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } };
  return ((known.getWeekInfo?.().firstDay ?? 1) % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6;
}
