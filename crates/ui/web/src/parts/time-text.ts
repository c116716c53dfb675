// Times of day as typed.

const TIME = /^(\d{1,2})(?:[:.]?(\d{2}))?\s*([ap]m)?$/i;

/** Parses a time such as `6`, `630`, `18.30` or `6:30 pm`; returns `HH:MM`, or undefined if it is none. */
export function readTime(typed: string): string | undefined {
  const parts = TIME.exec(typed.trim());
  if (!parts) return undefined;
  const [shown, minutes, half] = [Number(parts[1]), Number(parts[2] ?? 0), parts[3]?.toLowerCase()];
  if (half && (shown < 1 || shown > 12)) return undefined;
  const hours = half ? (shown % 12) + (half === "pm" ? 12 : 0) : shown;
  if (hours > 23 || minutes > 59) return undefined;
  return `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
}
