// What came today beside what is usual on such a day.
import { addDays } from "../values/day";

/** A day's total, by the organisation's clock. */
export interface DayTotal {
  day: string;
  total: number;
}

/** So many weeks say what is usual. */
const WEEKS = 4;

/** The middle of what came on the same weekday before today; nothing where nothing came then. */
export function averageOn(today: string, days: readonly DayTotal[]): number | undefined {
  const before = Array.from({ length: WEEKS }, (_, week) => addDays(today, -7 * (week + 1)));
  const totals = before
    .map((day) => days.find((one) => one.day === day)?.total)
    .filter((total) => total !== undefined)
    .sort((one, other) => one - other);
  const usual = totals[Math.floor(totals.length / 2)];
  return usual === undefined || totals.every((total) => total === 0) ? undefined : usual;
}

export function totalOn(day: string, days: readonly DayTotal[]): number {
  return days.find((one) => one.day === day)?.total ?? 0;
}

/** Whether a cause comes more often than it did: in words, for a colour alone tells not everybody. */
export function trendOf({ lastWeek, weekBefore }: { lastWeek: number; weekBefore: number }) {
  if (weekBefore === 0) return lastWeek === 0 ? "never" : "first";
  if (lastWeek === weekBefore) return "same";
  return lastWeek > weekBefore ? "more" : "fewer";
}
