// Keys of records in messages of the service, as “code K-99, externalId 7”.
import { defineMessages, translate } from "../i18n";

/** Keys of records that are not plain codes or names. */
const keyMessages = defineMessages("recordKey", {
  externalId: ["external ID", "externe ID"],
  gln: ["GLN", "GLN"],
  id: ["ID", "ID"],
});

/** Replaces the JSON members in “code K-99, externalId 7” by words. */
export function keysInWords(keys: string): string {
  return keys.replace(/(^|, )(code|externalId|gln|id) /g, (_, before: string, key: string) =>
    key === "code" ? before : `${before}${translate(keyMessages, key as keyof typeof keyMessages.translations)} `,
  );
}
