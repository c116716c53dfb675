// Recently opened records, kept per user in this browser until the user signs out.

export interface RecentRecord {
  path: string;
  label: string;
  /** Further text, for example product and id. */
  note?: string;
}

/** Maximum number of records. */
const MOST = 6;
const storageKey = (user: string) => `orderdock.recent.${user.toLowerCase()}`;
const listeners = new Set<() => void>();

/** Returns the records with a record moved or added to the front. */
export function withRecent(records: readonly RecentRecord[], opened: RecentRecord): RecentRecord[] {
  return [opened, ...records.filter(({ path }) => path !== opened.path)].slice(0, MOST);
}

/** Returns the stored text, which changes only with its records. */
export function storedRecent(user: string): string {
  return localStorage.getItem(storageKey(user)) ?? "[]";
}

export function remember(user: string, opened: RecentRecord): void {
  const records = JSON.parse(storedRecent(user)) as RecentRecord[];
  localStorage.setItem(storageKey(user), JSON.stringify(withRecent(records, opened)));
  for (const listener of listeners) listener();
}

export function forgetRecent(user: string): void {
  localStorage.removeItem(storageKey(user));
}

export function subscribeRecent(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
