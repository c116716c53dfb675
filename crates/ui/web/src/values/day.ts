// Dates are strings such as 2026-12-08, never instants, so time zones cannot shift them.
import type { Language } from "./decimal";
import { isDayFirst, localeOf } from "./locale";

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

function written(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const same = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1900 && year < 10000;
  return same ? date.toISOString().slice(0, 10) : undefined;
}

/** Returns today in the browser's time zone. */
export function today(): string {
  const now = new Date();
  return written(now.getFullYear(), now.getMonth() + 1, now.getDate()) ?? "";
}

/** Returns the date after a number of days. */
export function addDays(day: string, days: number): string | undefined {
  const instant = DAY.test(day) ? Date.parse(`${day}T00:00:00Z`) : NaN;
  return Number.isNaN(instant) ? undefined : new Date(instant + days * 86_400_000).toISOString().slice(0, 10);
}

const TODAY = /^(today|heute)$/i;

/** Parses 2026-12-08, 8.12.2026, 8.12., dates with slashes in local order, `today`, and +3 for three days from now. */
export function readDay(
  typed: string,
  language: Language,
  now = today(),
  locale = localeOf(language),
): string | undefined {
  const text = typed.trim();
  if (TODAY.test(text)) return now;
  const later = /^\+(\d{1,4})$/.exec(text);
  if (later) return addDays(now, Number(later[1]));
  const plain = DAY.exec(text);
  if (plain) return written(Number(plain[1]), Number(plain[2]), Number(plain[3]));
  const year = (given: string | undefined) =>
    given ? Number(given.length === 2 ? `20${given}` : given) : Number(now.slice(0, 4));
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{2}|\d{4})?$/.exec(text);
  if (dotted) return written(year(dotted[3]), Number(dotted[2]), Number(dotted[1]));
  const slashed = language === "en" ? /^(\d{1,2})\/(\d{1,2})(?:\/(\d{2}|\d{4}))?$/.exec(text) : null;
  if (slashed) {
    const [day, month] = isDayFirst(locale) ? [slashed[1], slashed[2]] : [slashed[2], slashed[1]];
    return written(year(slashed[3]), Number(month), Number(day));
  }
  return undefined;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached, because creating formats is expensive. */
function dateFormat(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const locale = localeOf(language);
  const key = `${locale} ${options.timeStyle} ${options.timeZone}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", ...options });
    formats.set(key, format);
  }
  return format;
}

/** Formats a date: 08.12.2026, 8 Dec 2026, Dec 8, 2026. */
export function showDay(day: string, language: Language): string {
  const format = dateFormat(language, { timeZone: "UTC" });
  const instant = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(instant) ? day : format.format(instant);
}

const DAY_OR_INSTANT = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/;

export function isDayOrInstant(text: string): boolean {
  return DAY_OR_INSTANT.test(text);
}

/** Formats a date, or an instant to the minute. */
export function showDayOrInstant(text: string, language: Language): string {
  return DAY.test(text) ? showDay(text, language) : showInstant(text, language);
}

/** Formats a date for input: 8.12.2026, 2026-12-08. */
export function typeDay(day: string, language: Language): string {
  return language === "de" ? showDay(day, language) : day;
}

/** Formats an instant of today as time, others with their date, in the browser's time zone. */
export function showSoon(instant: string, language: Language): string {
  const at = new Date(instant);
  if (at.toDateString() !== new Date().toDateString()) return showInstant(instant, language);
  return new Intl.DateTimeFormat(localeOf(language), { timeStyle: "short" }).format(at);
}

/** Formats an instant to the minute or second in the browser's time zone. */
export function showInstant(instant: string, language: Language, seconds = false): string {
  const timeStyle = seconds ? "medium" : "short";
  return dateFormat(language, { timeStyle }).format(new Date(instant));
}
