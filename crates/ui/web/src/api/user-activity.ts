// Whether a person is at work: pages ask by themselves whenever something changed, and that alone must not keep the
// session of someone who has left alive.

/** So long after their last sign of life a person counts as gone, in milliseconds. */
const IDLE_TIMEOUT = 5 * 60_000;

/** What shows that somebody is there. */
const ACTIVITY_EVENTS = ["keydown", "pointerdown", "pointermove", "wheel"] as const;

export class UserActivity {
  // whoever opened the page was there
  private last: number;

  constructor(private readonly now: () => number = Date.now) {
    this.last = now();
  }

  recordActivity(): void {
    this.last = this.now();
  }

  isIdle(): boolean {
    return this.now() - this.last > IDLE_TIMEOUT;
  }
}

/** The presence of whoever uses this window. */
export function trackUserActivity(): UserActivity {
  const presence = new UserActivity();
  const sign = () => presence.recordActivity();
  for (const event of ACTIVITY_EVENTS) window.addEventListener(event, sign, { capture: true, passive: true });
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && sign());
  return presence;
}
