// How long something took or is ago, in the reader's way.

/** How long ago it was, in the largest unit that fits. */
export function ageText(instant: string, language: string): string {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(instant)) / 60_000));
  const [value, unit] =
    minutes < 60
      ? ([minutes, "minute"] as const)
      : minutes < 48 * 60
        ? ([Math.floor(minutes / 60), "hour"] as const)
        : ([Math.floor(minutes / 60 / 24), "day"] as const);
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit,
    unitDisplay: unit === "day" ? "long" : "short",
  }).format(value);
}

/** How long something took. */
export function durationText(seconds: number, language: string): string {
  const [value, unit, digits] =
    seconds < 1
      ? ([seconds * 1000, "millisecond", 0] as const)
      : seconds < 120
        ? ([seconds, "second", 1] as const)
        : ([seconds / 60, "minute", 1] as const);
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit,
    unitDisplay: "short",
    maximumFractionDigits: digits,
  }).format(value);
}
