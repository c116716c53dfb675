// Weekly trend of a cause.

/** Trend as a word, because colour alone is not accessible. */
export function trendOf({ lastWeek, weekBefore }: { lastWeek: number; weekBefore: number }) {
  if (weekBefore === 0) return lastWeek === 0 ? "never" : "first";
  if (lastWeek === weekBefore) return "same";
  return lastWeek > weekBefore ? "more" : "fewer";
}
