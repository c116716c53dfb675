import "@mantine/dates/styles.layer.css";
import { DateInput, type DateInputProps } from "@mantine/dates";
import "dayjs/locale/de";
import { CalendarDays } from "lucide-react";
import { useLanguage, useMessages } from "../i18n";
import { readDay, showDay } from "../values/day";
import { firstDayOfWeek, localeOf } from "../values/locale";
import classes from "./day-field.module.css";
import { partsMessages } from "./messages";

interface DayFieldProps extends Omit<DateInputProps, "value" | "onChange" | "valueFormat" | "dateParser" | "locale"> {
  /** ISO date. */
  value: string | undefined;
  onChange: (day: string | undefined) => void;
}

/** Date input: typed (also 8.12. or +3) or selected in a calendar. */
export function DayField({ value, onChange, ...field }: DayFieldProps) {
  const language = useLanguage();
  const t = useMessages(partsMessages);
  return (
    <DateInput
      value={value ?? null}
      onChange={(day) => onChange(day ?? undefined)}
      locale={language}
      firstDayOfWeek={firstDayOfWeek(localeOf(language))}
      valueFormat={(day) => showDay(day, language)}
      dateParser={(typed) => readDay(typed, language) ?? null}
      leftSection={<CalendarDays size={14} aria-hidden />}
      leftSectionPointerEvents="none"
      clearable
      clearButtonProps={{ "aria-label": t("empty"), title: t("empty") }}
      ariaLabels={{
        previousMonth: t("previousMonth"),
        nextMonth: t("nextMonth"),
        previousYear: t("previousYear"),
        nextYear: t("nextYear"),
        previousDecade: t("previousDecade"),
        nextDecade: t("nextDecade"),
      }}
      popoverProps={{ attributes: { dropdown: { role: "dialog", "aria-label": t("calendar") } } }}
      hideOutsideDates
      classNames={{
        day: classes.day,
        weekday: classes.weekday,
        monthsListControl: classes.part,
        yearsListControl: classes.part,
      }}
      {...field}
    />
  );
}
