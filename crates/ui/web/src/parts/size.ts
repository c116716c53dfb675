import type { Language } from "../values/decimal";

/** Formats a number of bytes. */
export function sizeText(bytes: number, language: Language): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
  const step = [1e3, 1e6, 1e9].filter((least) => bytes >= least).length;
  const format = new Intl.NumberFormat(language, {
    style: "unit",
    unit: units[step] ?? "byte",
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: step === 0 ? 0 : 1,
  });
  return format.format(bytes / 1_000 ** step);
}
