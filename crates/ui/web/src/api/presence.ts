// Whether a person is at work: pages ask by themselves whenever something changed, and that alone must not keep the
// session of someone who has left alive.

/** So long after their last sign of life a person counts as gone, in milliseconds. */
const GONE_AFTER = 5 * 60_000;

/** What shows that somebody is there. */
const SIGNS = ["keydown", "pointerdown", "pointermove", "wheel"] as const;

export class Presence {
  // whoever opened the page was there
  private last: number;

  constructor(private readonly now: () => number = Date.now) {
    this.last = now();
  }

  sign(): void {
    this.last = this.now();
  }

  isGone(): boolean {
    return this.now() - this.last > GONE_AFTER;
  }
}

/** The presence of whoever uses this window. */
export function watchPresence(): Presence {
  const presence = new Presence();
  const sign = () => presence.sign();
  for (const event of SIGNS) window.addEventListener(event, sign, { capture: true, passive: true });
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && sign());
  return presence;
}
