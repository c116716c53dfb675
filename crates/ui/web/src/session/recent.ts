import { useEffect, useSyncExternalStore } from "react";
import { remember, storedRecent, subscribeRecent, type RecentRecord } from "./recent-store";
import { useSession } from "./session";

/** Remembers an opened record. */
export function useRemembered({ path, label, note = "" }: RecentRecord): void {
  const { user } = useSession();
  useEffect(() => remember(user, { path, label, note }), [user, path, label, note]);
}

/** Returns the records, newest first. */
export function useRecent(): RecentRecord[] {
  const { user } = useSession();
  return JSON.parse(useSyncExternalStore(subscribeRecent, () => storedRecent(user))) as RecentRecord[];
}
