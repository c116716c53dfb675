import type { Schemas } from "../api/client";
import { defineMessages, useMessages } from "../i18n";

type Source = Schemas["ValueSource"];

const words = defineMessages("valueSource", {
  bpartner: ["from partner {{code}}", "vom Partner {{code}}"],
  bpartnerGroup: ["from partner group {{code}}", "aus Partnergruppe {{code}}"],
  organisation: ["from organisation {{code}}", "aus Organisation {{code}}"],
});

/** Origin of a default value. */
export function ValueSource({ source }: { source: Source | undefined }) {
  const t = useMessages(words);
  if (!source || !(source.from in words.translations)) return null;
  return <span className="quiet">{t(source.from as keyof typeof words.translations, { code: source.code })}</span>;
}
