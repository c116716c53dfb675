/** Returns a custom property as one line. */
export function propertyText(value: unknown): string {
  if (value === null || value === "") return "–";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
