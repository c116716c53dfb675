// Tracks user activity, so that background refreshes do not extend the session of an absent user.

/** Idle after this time without activity, in milliseconds. */
const IDLE_TIMEOUT = 5 * 60_000;

const ACTIVITY_EVENTS = ["keydown", "pointerdown", "pointermove", "wheel"] as const;

export class UserActivity {
  // opening the page counts as activity
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

export function trackUserActivity(): UserActivity {
  const presence = new UserActivity();
  const sign = () => presence.recordActivity();
  for (const event of ACTIVITY_EVENTS) window.addEventListener(event, sign, { capture: true, passive: true });
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && sign());
  return presence;
}
