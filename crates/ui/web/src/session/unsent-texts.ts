// What somebody typed that was not saved when another person signed in after them: it is kept in this browser for them
// alone, and shown to them when they are back. What is not saved yet, for whatever reason, is counted on every page.
import { useSyncExternalStore } from "react";

/** A text under the place where it was typed: candidate and member. */
export type UnsentTexts = Record<string, string>;

const storageKey = (user: string) => `orderdock.unsent.${user.toLowerCase()}`;

/** What is kept for a user. */
export function loadUnsent(user: string): UnsentTexts {
  const kept = localStorage.getItem(storageKey(user));
  return kept ? (JSON.parse(kept) as UnsentTexts) : {};
}

function storeUnsent(user: string, unsent: UnsentTexts): void {
  if (Object.keys(unsent).length > 0) localStorage.setItem(storageKey(user), JSON.stringify(unsent));
  else localStorage.removeItem(storageKey(user));
}

/** Forgets a text that is no longer unsent, or was given up. */
export function removeUnsent(user: string, at: string): void {
  const { [at]: _, ...others } = loadUnsent(user);
  storeUnsent(user, others);
}

const discardListeners = new Set<(at: string[]) => void>();

/** Gives up all that is kept for a user. */
export function discardUnsent(user: string): void {
  const places = Object.keys(loadUnsent(user));
  storeUnsent(user, {});
  for (const listener of discardListeners) listener(places);
}

/** Calls back when texts are given up that were shown where they had been typed. */
export function onUnsentDiscarded(listener: (at: string[]) => void): void {
  discardListeners.add(listener);
}

const collectors = new Set<() => UnsentTexts>();

/** Lets a part tell what has been typed in it and not been saved. */
export function registerUnsent(tell: () => UnsentTexts): void {
  collectors.add(tell);
}

/** Keeps all of that for its owner. */
export function saveUnsent(user: string): void {
  storeUnsent(user, Object.assign(loadUnsent(user), ...[...collectors].map((tell) => tell())) as UnsentTexts);
}

/** What was typed and is not saved: where, and whether it is on its way. */
export interface Unsaved {
  id: number;
  member: string;
  sending: boolean;
}

let unsaved: readonly Unsaved[] = [];
const unsavedListeners = new Set<() => void>();

export function setUnsaved(now: readonly Unsaved[]): void {
  unsaved = now;
  for (const listener of unsavedListeners) listener();
}

export function useUnsaved(): readonly Unsaved[] {
  const subscribe = (listener: () => void) => {
    unsavedListeners.add(listener);
    return () => unsavedListeners.delete(listener);
  };
  return useSyncExternalStore(subscribe, () => unsaved);
}

type RevealField = (at: Unsaved) => boolean;

/** Parts that show fields; what came last is asked first. */
const revealers: RevealField[] = [];
/** A field that is about to be shown. */
let requestedField: Unsaved | undefined;

/** To the first text that was not saved: to its field where that is shown, else to the page of its candidate. */
export function revealUnsaved(go: (path: string) => void): void {
  const first = unsaved.find(({ sending }) => !sending) ?? unsaved[0];
  if (!first) return;
  requestedField = first;
  if (!revealers.toReversed().some((seek) => seek(first))) go(`/candidates/${first.id}?tab=details`);
}

/** Lets a part lead to a field that it shows; it answers whether it does. */
export function onRevealUnsaved(seek: RevealField): () => void {
  revealers.push(seek);
  return () => revealers.splice(revealers.indexOf(seek), 1);
}

/** The field of a candidate that is sought; whoever takes it shows it. */
export function takeRequestedField(id: number): Unsaved | undefined {
  if (requestedField?.id !== id) return undefined;
  const sought = requestedField;
  requestedField = undefined;
  return sought;
}
