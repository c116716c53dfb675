// Localised key names.
import type { Language } from "../values/decimal";

const GERMAN: Record<string, string> = {
  Ctrl: "Strg",
  Shift: "Umschalt",
  Del: "Entf",
  Delete: "Entf",
  Home: "Pos1",
  End: "Ende",
  PgUp: "Bild↑",
  PgDn: "Bild↓",
  Space: "Leertaste",
};

/** Returns a key in the language of the keyboard: `Ctrl+K`, `Strg+K`. */
export function keyName(shown: string, language: Language): string {
  return language === "de" ? shown.replace(/[A-Za-z]+/g, (key) => GERMAN[key] ?? key) : shown;
}
