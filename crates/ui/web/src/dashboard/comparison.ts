// Comparison of today's totals with usual ones.
import { addDays } from "../values/day";

/** Total of a day in the organisation's time zone. */
export interface DayTotal {
  day: string;
  total: number;
}

/** Number of weeks compared. */
const WEEKS = 4;

/** Median of the same weekday before today; undefined if there were no lines. */
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
