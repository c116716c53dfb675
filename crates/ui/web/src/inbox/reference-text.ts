// Names of unresolved references.
import { useMessages } from "../i18n";
import { useSourceName } from "../parts/source";
import { referenceMessages } from "./reference-messages";
import type { ReferenceKind } from "./reference-kinds";
import { sentValueOf, type OpenReference } from "./references";

const KEYS = ["code", "externalId", "gln", "id", "name", "address"] as const;

/** Returns functions that name the parts of a reference. */
export function useReferenceText() {
  const t = useMessages(referenceMessages);
  const sourceName = useSourceName();
  const kindOf = ({ kind }: Pick<OpenReference, "kind">) => t(`kind_${kind as ReferenceKind}`);
  const sourceOf = ({ dataSourceInternalName: name }: Pick<OpenReference, "dataSourceInternalName">) =>
    name ? sourceName(name) : "";
  return {
    kindOf,
    /** `Product KAF-1KG`. */
    nameOf: (entry: OpenReference) => t("named", { kind: kindOf(entry), value: sentValueOf(entry) }),
    sourceOf,
    /** `from Shop Berlin`, with the partner of a location or contact. */
    originOf: (entry: OpenReference) => {
      const partner = entry.bpartner?.name ?? entry.bpartner?.code;
      const source = sourceOf(entry);
      return [partner && t("ofPartner", { partner }), source && t("from", { source })].filter(Boolean).join(", ");
    },
    keyOf: (key: string) => {
      const known = KEYS.find((one) => one === key);
      return known ? t(`key_${known}`) : key;
    },
  };
}
