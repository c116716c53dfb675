// Localised values.
import { useLanguage, useMessages } from "../i18n";
import { showDay, showInstant } from "../values/day";
import { currencyDigits, showDecimal, type Decimal } from "../values/decimal";
import { partsMessages } from "./messages";
import { localeOf } from "../values/locale";

export function DecimalText({ value, digits }: { value: Decimal | null | undefined; digits?: number }) {
  const language = useLanguage();
  return <span className="numeric">{value == null ? "" : showDecimal(value, language, digits)}</span>;
}

interface MoneyTextProps {
  value: Decimal | null | undefined;
  currency?: string | null | undefined;
}

/** Amount or price with at least the decimal places of its currency. */
export function MoneyText({ value, currency }: MoneyTextProps) {
  const written = String(value ?? "").split(".")[1]?.length ?? 0;
  return <DecimalText value={value} digits={currency ? currencyDigits(currency) : written} />;
}

/** Amount with its currency. */
export function Amount({ value, currency }: { value: MoneyTextProps["value"]; currency: string }) {
  return (
    <>
      <MoneyText value={value} currency={currency} /> <span className="currency">{currency}</span>
    </>
  );
}

export function DayText({ day }: { day: string | null | undefined }) {
  const language = useLanguage();
  return <>{day ? showDay(day, language) : ""}</>;
}

export function InstantText({ instant, seconds }: { instant: string | null | undefined; seconds?: boolean }) {
  const language = useLanguage();
  if (!instant) return null;
  return <time dateTime={instant}>{showInstant(instant, language, seconds)}</time>;
}

interface Total {
  value: number;
  exact: boolean;
}

/** Returns "1,234" or "more than 100,000". */
export function useTotalText(): (total: Total) => string {
  const t = useMessages(partsMessages);
  const language = useLanguage();
  return ({ value, exact }) =>
    exact ? new Intl.NumberFormat(localeOf(language)).format(value) : t("moreThan", { count: value });
}
