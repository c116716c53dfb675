// Times of day as typed.

/** Parses a time such as `6`, `630`, `6:30` or `18.30`; returns `HH:MM`, or undefined if it is none. */
export function readTime(typed: string): string | undefined {
  const text = typed.trim();
  const parts = /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(text) ?? /^(\d{1,2})(\d{2})$/.exec(text);
  if (!parts) return undefined;
  const [hours, minutes] = [Number(parts[1]), Number(parts[2] ?? 0)];
  if (hours > 23 || minutes > 59) return undefined;
  return `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
}
