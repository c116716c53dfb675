// What somebody typed that was not saved when another person signed in after them: it is kept in this browser for them
// alone, and shown to them when they are back.

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
