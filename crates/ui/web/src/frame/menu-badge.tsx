import { useInboxBadge, useOnHoldBadge, useRejectedBadge, type Badge } from "./badges";
import type { MenuItem } from "./menu";
import classes from "./sidebar.module.css";

const BADGES: Partial<Record<MenuItem["label"], () => Badge | undefined>> = {
  inbox: useInboxBadge,
  onHold: useOnHoldBadge,
  rejected: useRejectedBadge,
};

/** Number of open work at a menu entry. */
export function MenuBadge({ label }: Pick<MenuItem, "label">) {
  const useBadge = BADGES[label];
  return useBadge ? <Shown key={label} useBadge={useBadge} /> : null;
}

function Shown({ useBadge }: { useBadge: () => Badge | undefined }) {
  const badge = useBadge();
  if (!badge) return null;
  return (
    <>
      <span className={classes.badge} aria-hidden>
        {badge.shown}
      </span>
      <span className={classes.unseen}>{badge.text}</span>
    </>
  );
}
