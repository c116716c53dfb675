// Localised durations.

/** Returns the age in the largest fitting unit. */
function ageOf(instant: string) {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(instant)) / 60_000));
  if (minutes < 60) return [minutes, "minute"] as const;
  return minutes < 48 * 60
    ? ([Math.floor(minutes / 60), "hour"] as const)
    : ([Math.floor(minutes / 60 / 24), "day"] as const);
}

/** Returns `3 days`, `3 Tage`. */
export function ageText(instant: string, language: string): string {
  const [value, unit] = ageOf(instant);
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit,
    unitDisplay: unit === "day" ? "long" : "short",
  }).format(value);
}

/** Returns `3 days ago`, `vor 3 Tagen`. */
export function agoText(instant: string, language: string): string {
  const [value, unit] = ageOf(instant);
  const style = unit === "day" ? "long" : "short";
  return new Intl.RelativeTimeFormat(language, { style }).format(-value, unit);
}

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
