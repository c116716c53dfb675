import "@mantine/dates/styles.layer.css";
import "dayjs/locale/de";
import { DatePicker } from "@mantine/dates";
import { useLanguage, useWords } from "../../i18n";
import { firstDayOfWeek, localeOf } from "../../values/locale";
import classes from "./day-picker.module.css";
import { panelWords } from "./words";

export default function DayPicker({ day, onDay }: { day: string | undefined; onDay: (day: string) => void }) {
  const language = useLanguage();
  const t = useWords(panelWords);
  return (
    <DatePicker
      size="xs"
      locale={language}
      ariaLabels={{ previousMonth: t("previousMonth"), nextMonth: t("nextMonth"), monthLevelControl: t("chooseMonth") }}
      classNames={{ weekday: classes.weekday ?? "", day: classes.day ?? "" }}
      maxLevel="year"
      firstDayOfWeek={firstDayOfWeek(localeOf(language))}
      defaultDate={day ?? ""}
      value={day ?? null}
      onChange={(picked) => picked && onDay(picked)}
    />
  );
}
