import type { Schemas } from "../api/client";
import { defineWords, useWords } from "../i18n";

type Source = Schemas["ValueSource"];

const words = defineWords("valueSource", {
  bpartner: ["from partner {{code}}", "vom Partner {{code}}"],
  bpartnerGroup: ["from partner group {{code}}", "aus Partnergruppe {{code}}"],
  organisation: ["from organisation {{code}}", "aus Organisation {{code}}"],
});

/** Where a value came from that candidate and order do not say themselves. */
export function ValueSource({ source }: { source: Source | undefined }) {
  const t = useWords(words);
  if (!source || !(source.from in words.pairs)) return null;
  return <span className="quiet">{t(source.from as keyof typeof words.pairs, { code: source.code })}</span>;
}
