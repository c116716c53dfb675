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
  /** First selectable day. */
  from?: string | undefined;
  onDay: (day: string) => void;
}

/** Inline calendar that shows the month of the selected day. */
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
