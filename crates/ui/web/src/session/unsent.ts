// What somebody typed that was not saved when another person signed in after them: it is kept in this browser for them
// alone, and shown to them when they are back. What is not saved yet, for whatever reason, is counted on every page.
import { useSyncExternalStore } from "react";

/** A text under the place where it was typed: candidate and member. */
export type Unsent = Record<string, string>;

const placeOf = (user: string) => `orderdock.unsent.${user.toLowerCase()}`;

/** What is kept for a user. */
export function unsentOf(user: string): Unsent {
  const kept = localStorage.getItem(placeOf(user));
  return kept ? (JSON.parse(kept) as Unsent) : {};
}

function put(user: string, unsent: Unsent): void {
  if (Object.keys(unsent).length > 0) localStorage.setItem(placeOf(user), JSON.stringify(unsent));
  else localStorage.removeItem(placeOf(user));
}

/** Forgets a text that is no longer unsent, or was given up. */
export function forgetUnsent(user: string, at: string): void {
  const { [at]: _, ...others } = unsentOf(user);
  put(user, others);
}

const dropped = new Set<(at: string[]) => void>();

/** Gives up all that is kept for a user. */
export function dropUnsent(user: string): void {
  const places = Object.keys(unsentOf(user));
  put(user, {});
  for (const listener of dropped) listener(places);
}

/** Calls back when texts are given up that were shown where they had been typed. */
export function onUnsentDropped(listener: (at: string[]) => void): void {
  dropped.add(listener);
}

const typed = new Set<() => Unsent>();

/** Lets a part tell what has been typed in it and not been saved. */
export function tellUnsent(tell: () => Unsent): void {
  typed.add(tell);
}

/** Keeps all of that for its owner. */
export function keepUnsent(user: string): void {
  put(user, Object.assign(unsentOf(user), ...[...typed].map((tell) => tell())) as Unsent);
}

/** What was typed and is not saved: where, and whether it is on its way. */
export interface Unsaved {
  id: number;
  member: string;
  sending: boolean;
}

let unsaved: readonly Unsaved[] = [];
const counting = new Set<() => void>();

export function tellUnsaved(now: readonly Unsaved[]): void {
  unsaved = now;
  for (const listener of counting) listener();
}

export function useUnsaved(): readonly Unsaved[] {
  const subscribe = (listener: () => void) => {
    counting.add(listener);
    return () => counting.delete(listener);
  };
  return useSyncExternalStore(subscribe, () => unsaved);
}

type Seek = (at: Unsaved) => boolean;

/** Parts that show fields; what came last is asked first. */
const seeking: Seek[] = [];
/** A field that is about to be shown. */
let wanted: Unsaved | undefined;

/** To the first text that was not saved: to its field where that is shown, else to the page of its candidate. */
export function seekUnsaved(go: (path: string) => void): void {
  const first = unsaved.find(({ sending }) => !sending) ?? unsaved[0];
  if (!first) return;
  wanted = first;
  if (!seeking.toReversed().some((seek) => seek(first))) go(`/candidates/${first.id}?tab=details`);
}

/** Lets a part lead to a field that it shows; it answers whether it does. */
export function onUnsavedSought(seek: Seek): () => void {
  seeking.push(seek);
  return () => seeking.splice(seeking.indexOf(seek), 1);
}

/** The field of a candidate that is sought; whoever takes it shows it. */
export function takeSought(id: number): Unsaved | undefined {
  if (wanted?.id !== id) return undefined;
  const sought = wanted;
  wanted = undefined;
  return sought;
}
