import { useLanguage } from "../i18n";
import { DayText, InstantText } from "../parts/values";
import { showDay } from "../values/day";

/**
 * When an order is promised: a day, or an instant. Lists show the reader's day of that; so does everything for midday,
 * which is what an order entered here has.
 */
export function Promised({ at, short }: { at: string; short?: boolean }) {
  const language = useLanguage();
  if (at.length === 10) return <DayText day={at} />;
  const midday = new Date(at).getHours() === 12 && at.slice(14, 19) === "00:00";
  if (!short && !midday) return <InstantText instant={at} />;
  return <time dateTime={at}>{showDay(readersDay(at), language)}</time>;
}

function readersDay(instant: string): string {
  const at = new Date(instant);
  const digits = (number: number) => String(number).padStart(2, "0");
  return `${at.getFullYear()}-${digits(at.getMonth() + 1)}-${digits(at.getDate())}`;
}
