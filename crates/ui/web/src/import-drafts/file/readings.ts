// How texts of the file are read with a setting.
import type { Language } from "../../i18n";
import { showDay } from "../../values/day";
import { showDecimal } from "../../values/decimal";
import type { DateOrder, DecimalSign } from "../types";

/** Returns the number of a text, formatted; undefined if the text is not a number with this decimal sign. */
export function readNumber(text: string, sign: DecimalSign, language: Language): string | undefined {
  const group = sign === "," ? "." : ",";
  const plain = text.replace(/[\s\u00a0€$£%]/g, "").replace(/^\+/, "");
  const whole = plain.split(sign)[0] ?? "";
  if (plain.split(sign).length > 2) return undefined;
  if (whole.includes(group) && !new RegExp(`^-?\\d{1,3}(\\${group}\\d{3})+$`).test(whole)) return undefined;
  const decimal = plain.replaceAll(group, "").replace(sign, ".");
  if (plain.includes(sign) && (plain.split(sign)[1] ?? "").includes(group)) return undefined;
  if (!/^-?\d+(\.\d+)?$/.test(decimal)) return undefined;
  return showDecimal(decimal, language);
}

/** Returns the day of a text, formatted; undefined if the text is not a date in this order. */
export function readDate(text: string, order: DateOrder, language: Language): string | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(text.trim());
  if (iso) return dayText(Number(iso[1]), Number(iso[2]), Number(iso[3]), language);
  const parts = /^(\d{1,2})[./-](\d{1,2})[./-](\d{2}|\d{4})\b/.exec(text.trim());
  if (!parts) return undefined;
  const [first, second] = [Number(parts[1]), Number(parts[2])];
  const year = Number(parts[3]?.length === 2 ? `20${parts[3]}` : parts[3]);
  return order === "dmy" ? dayText(year, second, first, language) : dayText(year, first, second, language);
}

function dayText(year: number, month: number, day: number, language: Language): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return showDay(date.toISOString().slice(0, 10), language);
}
