// Unsaved texts, stored per user if another one signs in, and counted on every page.
import { useSyncExternalStore } from "react";

/** Text by candidate and member. */
export type UnsentTexts = Record<string, string>;

const storageKey = (user: string) => `orderdock.unsent.${user.toLowerCase()}`;

export function loadUnsent(user: string): UnsentTexts {
  const stored = localStorage.getItem(storageKey(user));
  return stored ? (JSON.parse(stored) as UnsentTexts) : {};
}

function storeUnsent(user: string, unsent: UnsentTexts): void {
  if (Object.keys(unsent).length > 0) localStorage.setItem(storageKey(user), JSON.stringify(unsent));
  else localStorage.removeItem(storageKey(user));
}

export function removeUnsent(user: string, at: string): void {
  const { [at]: _, ...others } = loadUnsent(user);
  storeUnsent(user, others);
}

const discardListeners = new Set<(at: string[]) => void>();

export function discardUnsent(user: string): void {
  const places = Object.keys(loadUnsent(user));
  storeUnsent(user, {});
  for (const listener of discardListeners) listener(places);
}

/** Registers a listener for discarded texts. */
export function onUnsentDiscarded(listener: (at: string[]) => void): void {
  discardListeners.add(listener);
}

const collectors = new Set<() => UnsentTexts>();

/** Registers a source of unsaved texts. */
export function registerUnsent(collect: () => UnsentTexts): void {
  collectors.add(collect);
}

/** Stores the texts of all sources. */
export function saveUnsent(user: string): void {
  storeUnsent(user, Object.assign(loadUnsent(user), ...[...collectors].map((collect) => collect())) as UnsentTexts);
}

/** Unsaved field, and whether it is being sent. */
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

/** Components with fields; the newest has priority. */
const revealers: RevealField[] = [];
/** Field to focus once shown. */
let requestedField: Unsaved | undefined;

/** Focuses the first unsaved field, or opens its candidate. */
export function revealUnsaved(go: (path: string) => void): void {
  const first = unsaved.find(({ sending }) => !sending) ?? unsaved[0];
  if (!first) return;
  requestedField = first;
  if (!revealers.toReversed().some((seek) => seek(first))) go(`/candidates/${first.id}?tab=details`);
}

/** Registers a component that can focus fields; it returns whether it did. */
export function onRevealUnsaved(seek: RevealField): () => void {
  revealers.push(seek);
  return () => revealers.splice(revealers.indexOf(seek), 1);
}

/** Returns and clears the requested field of a candidate. */
export function takeRequestedField(id: number): Unsaved | undefined {
  if (requestedField?.id !== id) return undefined;
  const sought = requestedField;
  requestedField = undefined;
  return sought;
}
