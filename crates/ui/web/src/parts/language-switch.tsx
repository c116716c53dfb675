import { SegmentedControl } from "@mantine/core";
import { switchLanguage, useLanguage, useMessages, type Language } from "../i18n";
import { partsMessages } from "./messages";

export function LanguageSwitch() {
  const t = useMessages(partsMessages);
  return (
    <SegmentedControl
      size="xs"
      aria-label={t("language")}
      value={useLanguage()}
      onChange={(to) => switchLanguage(to as Language)}
      data={[
        { value: "de", label: "DE" },
        { value: "en", label: "EN" },
      ]}
    />
  );
}
