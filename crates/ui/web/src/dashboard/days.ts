// Days of the dashboard use the organisation's time zone, not the browser's.
import { beginning } from "../disposition/view";
import { addDays, today } from "../values/day";

/** Hour or day of the statistics; `start` has the organisation's UTC offset. */
interface Bucket {
  start: string;
}

/** Returns today's date of the organisation; the browser's until the statistics are loaded. */
export function todayOf(buckets: readonly Bucket[]): string {
  return buckets.at(-1)?.start.slice(0, 10) ?? today();
}

/** Returns the day that starts at an instant, if it also starts then in the browser's time zone. */
function readersDay(start: string): string | undefined {
  const day = start.slice(0, 10);
  return beginning(day) === new Date(start).toISOString() ? day : undefined;
}

/** Returns the filter `createdFrom` for lines since the start of a day; `days` are daily buckets. */
export function receivedSince(days: readonly Bucket[], daysAgo: number): string {
  const start = days.at(-1 - daysAgo)?.start;
  if (!start) return addDays(todayOf(days), -daysAgo) ?? "";
  return readersDay(start) ?? new Date(start).toISOString();
}

/** Returns the filter `createdTo` for lines before the start of a day; the filter includes its day. */
export function receivedBefore(days: readonly Bucket[], daysAgo: number): string {
  const since = receivedSince(days, daysAgo);
  return addDays(since, -1) ?? since;
}
