import "@mantine/dates/styles.layer.css";
import "dayjs/locale/de";
import { DatePicker } from "@mantine/dates";
import { useLanguage } from "../../i18n";

export default function DayPicker({ day, onDay }: { day: string | undefined; onDay: (day: string) => void }) {
  const language = useLanguage();
  return (
    <DatePicker
      size="xs"
      locale={language}
      firstDayOfWeek={language === "de" ? 1 : 0}
      defaultDate={day ?? ""}
      value={day ?? null}
      onChange={(picked) => picked && onDay(picked)}
    />
  );
}
