import "@mantine/dates/styles.layer.css";
import "dayjs/locale/de";
import { DatePicker } from "@mantine/dates";
import { useEffect, useState } from "react";
import { useLanguage, useMessages } from "../../i18n";
import { today } from "../../values/day";
import { firstDayOfWeek, localeOf } from "../../values/locale";
import classes from "./day-picker.module.css";
import { panelMessages } from "./messages";

interface DayPickerProps {
  day: string | undefined;
  /** The first day that may be chosen. */
  from?: string | undefined;
  onDay: (day: string) => void;
}

/** A calendar that is always there, and shows the month of the day. */
export default function DayPicker({ day, from, onDay }: DayPickerProps) {
  const language = useLanguage();
  const t = useMessages(panelMessages);
  const [month, setMonth] = useState(day ?? today());
  useEffect(() => {
    if (day) setMonth(day);
  }, [day]);
  return (
    <DatePicker
      size="xs"
      locale={language}
      ariaLabels={{ previousMonth: t("previousMonth"), nextMonth: t("nextMonth") }}
      classNames={{ weekday: classes.weekday ?? "", day: classes.day ?? "" }}
      hideOutsideDates
      maxLevel="year"
      firstDayOfWeek={firstDayOfWeek(localeOf(language))}
      date={month}
      onDateChange={setMonth}
      {...(from && { minDate: from })}
      value={day ?? null}
      onChange={(picked) => picked && onDay(picked)}
    />
  );
}
