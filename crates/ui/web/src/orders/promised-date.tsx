import { useLanguage } from "../i18n";
import { DayText, InstantText } from "../parts/values";
import { showDay } from "../values/day";

/** Promised date. Midday, as entered here, shows only the day; lists always do. */
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
