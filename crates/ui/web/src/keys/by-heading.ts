// Groups of the overview of shortcuts.
import type { Key, KeyGroup } from "./keys";

type Shown = Pick<Key, "press" | "shown" | "label">;

/** Merges groups with the same heading, without actions that have no shortcut. */
export function byHeading(
  groups: readonly (Pick<KeyGroup, "heading"> & { keys: readonly Shown[] })[],
): { heading: string; keys: Shown[] }[] {
  const headings = new Map<string, Map<string, Shown>>();
  for (const { heading, keys } of groups) {
    const known = headings.get(heading) ?? new Map<string, Shown>();
    for (const key of keys) if (key.press) known.set(`${key.press} ${key.label}`, key);
    headings.set(heading, known);
  }
  return [...headings].map(([heading, keys]) => ({ heading, keys: [...keys.values()] }));
}
