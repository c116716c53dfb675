// Page state in the URL.
import { useSearchParams } from "wouter";

export type Query<Key extends string> = Partial<Record<Key, string>>;

/** Returns the named parameters and a setter; empty ones are removed. */
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
