// Short verbs for buttons; the text of the fix explains them.
import { defineMessages, useLanguage, useMessages } from "../i18n";
import { unitText } from "../parts/common-names";
import { showDay } from "../values/day";
import type { Fix } from "../disposition/panel/fixes";

export const shortFixMessages = defineMessages("shortFix", {
  revalidate: ["Re-validate", "Neu prüfen"],
  currency_take_list: ["Set {{value}}", "Auf {{value}} setzen"],
  pricingsystem_choose: ["Use {{value}}", "{{value}} verwenden"],
  unit_take_stock: ["Set {{value}}", "Auf {{value}} setzen"],
  unit_take_convertible: ["Set {{value}}", "Auf {{value}} setzen"],
  unit_take_priced: ["Set {{value}}", "Auf {{value}} setzen"],
  conversion_create: ["Create conversion…", "Umrechnung anlegen…"],
  price_create: ["Create price…", "Preis anlegen…"],
  price_set: ["Set price", "Preis setzen"],
  price_take_list: ["Use list price", "Listenpreis verwenden"],
  taxcategory_choose: ["Use {{value}}", "{{value}} verwenden"],
  product_set_taxcategory: ["Set tax category…", "Steuerkategorie setzen…"],
  tax_create: ["Create tax rate…", "Steuersatz anlegen…"],
  date_take_valid: ["Set {{value}}", "Auf {{value}} setzen"],
  date_set: ["Set {{value}}", "Auf {{value}} setzen"],
  version_create: ["Create version…", "Version anlegen…"],
  bpartner_activate: ["Activate customer…", "Kunden aktivieren…"],
  product_activate: ["Activate product…", "Produkt aktivieren…"],
  location_choose: ["Use this location", "Diese Adresse verwenden"],
  ordertype_choose: ["Use {{value}}", "{{value}} verwenden"],
  qty_set: ["Set {{value}}", "Auf {{value}} setzen"],
  discount_set: ["Set {{value}} %", "Auf {{value}} % setzen"],
  code_meant: ["Use {{value}}", "{{value}} verwenden"],
  property_clear: ["Ignore value", "Angabe ignorieren"],
  record_keep: ["Use matched record", "Gefundenen Datensatz verwenden"],
});

type Key = keyof typeof shortFixMessages.translations;

/** Returns the only value that a fix sets. */
function setValue({ changes }: Pick<Fix, "changes">): [member: string, value: string] | undefined {
  const set = Object.entries(changes ?? {}).flatMap(([member, change]) => {
    const value = (change as { set?: unknown } | undefined)?.set;
    return typeof value === "string" || typeof value === "number" ? [[member, String(value)] as const] : [];
  });
  const [only] = set;
  return only && set.length === 1 ? [...only] : undefined;
}

/** Returns the short verb of a fix; its text if there is none. */
export function useShortFix(): (fix: Pick<Fix, "kind" | "words" | "changes">) => string {
  const t = useMessages(shortFixMessages);
  const language = useLanguage();
  return ({ kind, words, changes }) => {
    const key = kind.replace(".", "_");
    if (!Object.hasOwn(shortFixMessages.translations, key)) return words;
    const [template] = shortFixMessages.translations[key as Key];
    if (!template.includes("{{value}}")) return t(key as Key);
    const set = setValue({ changes });
    if (!set) return words;
    const [member, text] = set;
    const value =
      member === "uomCode" ? unitText(text, language) : member.startsWith("date") ? showDay(text, language) : text;
    return t(key as Key, { value });
  };
}
