import { SegmentedControl } from "@mantine/core";
import { switchLanguage, useLanguage, useWords, type Language } from "../i18n";
import { partsWords } from "./words";

export function LanguageSwitch() {
  const t = useWords(partsWords);
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
