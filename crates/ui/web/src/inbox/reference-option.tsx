// An unresolved reference in the list.
import { useLanguage, useMessages } from "../i18n";
import { ageText } from "../parts/durations";
import { OptionText } from "../parts/panes";
import { WorthText } from "../parts/worth";
import { inboxMessages } from "./messages";
import { useReferenceText } from "./reference-text";
import type { OpenReference } from "./references";

export function ReferenceOption({ entry }: { entry: OpenReference }) {
  const t = useMessages(inboxMessages);
  const language = useLanguage();
  const { nameOf, originOf } = useReferenceText();
  return (
    <OptionText
      title={nameOf(entry)}
      count={entry.lines}
      countText={t("candidates", { count: entry.lines })}
      text={[originOf(entry), t("orders", { count: entry.orders })].join(" · ")}
      foot={<span>{t("oldest", { age: ageText(entry.oldest, language) })}</span>}
      end={<WorthText worth={entry.worth} />}
    />
  );
}
