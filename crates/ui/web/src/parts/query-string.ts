// What a page shows stands in its address, so that a copied link shows the same.
import { useSearchParams } from "wouter";

export type Query<Key extends string> = Partial<Record<Key, string>>;

/** The named parameters of the address, and how to change some of them; an empty one is taken out. */
export function useQueryString<Key extends string>(
  ...keys: Key[]
): [Query<Key>, (changes: { [key in Key]?: string | undefined }) => void] {
  const [parameters, setParameters] = useSearchParams();
  const query: Query<Key> = {};
  for (const key of keys) {
    const value = parameters.get(key);
    if (value) query[key] = value;
  }
  const change = (changes: { [key in Key]?: string | undefined }) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [key, value] of Object.entries<string | undefined>(changes)) {
          if (value) after.set(key, value);
          else after.delete(key);
        }
        return after;
      },
      { replace: true },
    );
  return [query, change];
}
