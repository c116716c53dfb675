// Days of the dashboard are those of the organisation, in whatever time zone the browser is.
import { beginning } from "../disposition/view";
import { addDays, today } from "../values/day";

/** An hour or day of the statistics. Its start has the UTC offset of the organisation. */
interface Bucket {
  start: string;
}

/** The present day of the organisation; the browser's until the statistics are loaded. */
export function todayOf(buckets: readonly Bucket[]): string {
  return buckets.at(-1)?.start.slice(0, 10) ?? today();
}

/** The day that starts at an instant, if it starts then for the reader as well. */
function readersDay(start: string): string | undefined {
  const day = start.slice(0, 10);
  return beginning(day) === new Date(start).toISOString() ? day : undefined;
}

/** The filter `createdFrom` for lines received since the start of a day; `days` are buckets of one day each. */
export function receivedSince(days: readonly Bucket[], daysAgo: number): string {
  const start = days.at(-1 - daysAgo)?.start;
  if (!start) return addDays(todayOf(days), -daysAgo) ?? "";
  return readersDay(start) ?? new Date(start).toISOString();
}

/** The filter `createdTo` for lines received before the start of a day. A day in this filter is included. */
export function receivedBefore(days: readonly Bucket[], daysAgo: number): string {
  const since = receivedSince(days, daysAgo);
  return addDays(since, -1) ?? since;
}
