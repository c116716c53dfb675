// Unit names in messages of the server, which contain codes.
import { unitText } from "./common-names";
import type { Language } from "../i18n";

export type Params = { [name: string]: unknown } | null | undefined;

/** Replaces the unit codes of a problem's parameters by the names that the interface shows elsewhere. */
export function withUnitNames(text: string, params: Params, language: Language): string {
  const codes = [params?.from, params?.to].filter((code) => typeof code === "string" && /^[A-Z0-9]{2,3}$/.test(code));
  return codes.reduce<string>(
    (named, code) => named.replace(new RegExp(`\\b${String(code)}\\b`, "g"), unitText(String(code), language)),
    text,
  );
}
