// Records that come with the service have one name each; here they have one in each language.
import type { Pair } from "../i18n";
import type { Language } from "../values/decimal";

/** Units by their UN/ECE codes: the name that the service has, and how they stand behind a quantity. */
const UNITS: Readonly<Record<string, readonly [known: string, ...Pair]>> = {
  PCE: ["Piece", "pcs", "Stück"],
  EA: ["Each", "each", "Stück (EA)"],
  C62: ["One", "one", "Stück (C62)"],
  PR: ["Pair", "pair", "Paar"],
  SET: ["Set", "set", "Satz"],
  DZN: ["Dozen", "dozen", "Dutzend"],
  PK: ["Pack", "pack", "Packung"],
  BX: ["Box", "box", "Schachtel"],
  CT: ["Carton", "carton", "Karton"],
  CS: ["Case", "case", "Kiste"],
  BG: ["Bag", "bag", "Beutel"],
  BO: ["Bottle", "bottle", "Flasche"],
  CA: ["Can", "can", "Dose"],
  RO: ["Roll", "roll", "Rolle"],
  PF: ["Pallet", "pallet", "Palette"],
  MGM: ["Milligram", "mg", "mg"],
  GRM: ["Gram", "g", "g"],
  KGM: ["Kilogram", "kg", "kg"],
  TNE: ["Tonne", "t", "t"],
  LBR: ["Pound", "lb", "lb"],
  MLT: ["Millilitre", "ml", "ml"],
  CLT: ["Centilitre", "cl", "cl"],
  LTR: ["Litre", "l", "l"],
  HLT: ["Hectolitre", "hl", "hl"],
  MMT: ["Millimetre", "mm", "mm"],
  CMT: ["Centimetre", "cm", "cm"],
  MTR: ["Metre", "m", "m"],
  KMT: ["Kilometre", "km", "km"],
  CMK: ["Square centimetre", "cm²", "cm²"],
  MTK: ["Square metre", "m²", "m²"],
  CMQ: ["Cubic centimetre", "cm³", "cm³"],
  MTQ: ["Cubic metre", "m³", "m³"],
  MIN: ["Minute", "min", "Min."],
  HUR: ["Hour", "h", "Std."],
  DAY: ["Day", "days", "Tage"],
  WEE: ["Week", "weeks", "Wochen"],
  MON: ["Month", "months", "Monate"],
  ANN: ["Year", "years", "Jahre"],
  KWH: ["Kilowatt hour", "kWh", "kWh"],
};

const DOCUMENT_TYPES: readonly Pair[] = [
  ["Sales order", "Auftrag"],
  ["Prepay order", "Vorkasse-Auftrag"],
  ["Proposal", "Vorschlag"],
  ["Quotation", "Angebot"],
  ["Invoice", "Rechnung"],
  ["Invoice KV", "Rechnung KV"],
  ["Invoice EA", "Rechnung EA"],
  ["Invoice GM", "Rechnung GM"],
];

/** A unit as it stands behind a quantity; one of somebody's own by its code. */
export function unitText(code: string | null | undefined, language: Language): string {
  const unit = code ? UNITS[code] : undefined;
  if (!unit) return code ?? "";
  const [, english, german] = unit;
  return language === "de" ? german : english;
}

/** The name of a unit as people call it, unless it has another than the service gave it. */
export function unitName(code: string | null | undefined, name: string | null | undefined, language: Language) {
  return code && UNITS[code]?.[0] === name ? unitText(code, language) : name;
}

/** The name of a document type in the reader's language, if it is a common one. */
export function documentTypeName(name: string, language: Language): string {
  const pair = DOCUMENT_TYPES.find((names) => names.some((one) => one.toLowerCase() === name.toLowerCase()));
  return pair?.[language === "de" ? 1 : 0] ?? name;
}

/** Who acts where no person does. */
const ACTORS: Readonly<Record<string, Pair>> = {
  scheduler: ["Schedule", "Zeitplan"],
  cli: ["Command line", "Befehlszeile"],
};

/** Who did something, as people call it. */
export function actorText(actor: string, language: Language): string {
  return ACTORS[actor]?.[language === "de" ? 1 : 0] ?? actor;
}

/** The name of a country by its ISO code. */
export function countryName(code: string | null | undefined, language: Language): string {
  if (!code) return "";
  try {
    return new Intl.DisplayNames(language, { type: "region" }).of(code) ?? code;
  } catch {
    return code;
  }
}
