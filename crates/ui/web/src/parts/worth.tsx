// Values per currency.
import type { Schemas } from "../api/client";
import { useMessages } from "../i18n";
import { partsMessages } from "./messages";
import { Amount } from "./values";

type Worth = Schemas["GroupWorth"];

/** The value in one line; several currencies are counted. */
export function WorthText({ worth }: { worth: readonly Worth[] }) {
  const t = useMessages(partsMessages);
  const [only] = worth;
  if (!only) return null;
  if (worth.length > 1) return t("currencies", { count: worth.length });
  return <Amount value={only.net} currency={only.currencyCode} />;
}
