// Localised names of built-in records.
import type { Translation } from "../i18n";
import type { Decimal, Language } from "../values/decimal";

/** Units by UN/ECE code: name in the API, English, German. */
const UNITS: Readonly<Record<string, readonly [known: string, ...Translation]>> = {
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
  DAY: ["Day", "day", "Tag"],
  WEE: ["Week", "week", "Woche"],
  MON: ["Month", "month", "Monat"],
  ANN: ["Year", "year", "Jahr"],
  KWH: ["Kilowatt hour", "kWh", "kWh"],
};

/** Plurals that differ. */
const PLURALS: Readonly<Record<string, Translation>> = {
  PR: ["pairs", "Paar"],
  SET: ["sets", "Satz"],
  PK: ["packs", "Packungen"],
  BX: ["boxes", "Schachteln"],
  CT: ["cartons", "Kartons"],
  CS: ["cases", "Kisten"],
  BG: ["bags", "Beutel"],
  BO: ["bottles", "Flaschen"],
  CA: ["cans", "Dosen"],
  RO: ["rolls", "Rollen"],
  PF: ["pallets", "Paletten"],
  DAY: ["days", "Tage"],
  WEE: ["weeks", "Wochen"],
  MON: ["months", "Monate"],
  ANN: ["years", "Jahre"],
};

const DOCUMENT_TYPES: readonly Translation[] = [
  ["Sales order", "Auftrag"],
  ["Prepay order", "Vorkasse-Auftrag"],
  ["Proposal", "Unverbindliches Angebot"],
  ["Quotation", "Angebot"],
  ["Invoice", "Rechnung"],
  ["Invoice KV", "Rechnung KV"],
  ["Invoice EA", "Rechnung EA"],
  ["Invoice GM", "Rechnung GM"],
];

/** Returns the unit after a quantity; unknown units by code. */
export function unitText(code: string | null | undefined, language: Language, quantity?: Decimal): string {
  const unit = code ? UNITS[code] : undefined;
  if (!code || !unit) return code ?? "";
  const [, ...singular] = unit;
  const one = quantity === undefined || /^1(\.0*)?$/.test(String(quantity));
  const [english, german] = one ? singular : (PLURALS[code] ?? singular);
  return language === "de" ? german : english;
}

/** Returns the name of a unit unless it was renamed. */
export function unitName(code: string | null | undefined, name: string | null | undefined, language: Language) {
  return code && UNITS[code]?.[0] === name ? unitText(code, language) : name;
}

/** Returns the localised name of a built-in document type. */
export function documentTypeName(name: string, language: Language): string {
  const pair = DOCUMENT_TYPES.find((names) => names.some((one) => one.toLowerCase() === name.toLowerCase()));
  return pair?.[language === "de" ? 1 : 0] ?? name;
}

/** Actors that are not users. */
const ACTORS: Readonly<Record<string, Translation>> = {
  scheduler: ["Schedule", "Zeitplan"],
  cli: ["Command line", "Befehlszeile"],
};

export function actorText(actor: string, language: Language): string {
  return ACTORS[actor]?.[language === "de" ? 1 : 0] ?? actor;
}

/** Returns the country by ISO code. */
export function countryName(code: string | null | undefined, language: Language): string {
  if (!code) return "";
  try {
    return new Intl.DisplayNames(language, { type: "region" }).of(code) ?? code;
  } catch {
    return code;
  }
}
