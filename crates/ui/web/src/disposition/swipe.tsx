// Swipe gestures of cards: they repeat buttons, for one hand on a phone.
import { useRef, type MouseEvent, type PointerEvent, type ReactNode } from "react";
import type { LucideIcon } from "lucide-react";
import classes from "./cards.module.css";

export interface SwipeAction {
  label: string;
  icon: LucideIcon;
  run: () => void;
}

interface SwipeProps {
  /** Revealed at the left edge by a swipe to the right. */
  right: SwipeAction | undefined;
  /** Revealed at the right edge by a swipe to the left. */
  left: SwipeAction | undefined;
  children: ReactNode;
}

/** Distance that starts a swipe, and the one that applies its action, in pixels. */
const MIN_DISTANCE = 12;
const APPLIES = 96;
const MAX_DISTANCE = 140;

/** Card that can be swiped by touch. */
export function Swipe({ right, left, children }: SwipeProps) {
  const card = useRef<HTMLDivElement>(null);
  const from = useRef<{ x: number; y: number; moved: number } | undefined>(undefined);
  const swiped = useRef(false);
  const place = (by: number) => {
    if (!card.current) return;
    card.current.style.transform = by === 0 ? "" : `translateX(${by}px)`;
    card.current.dataset.ready = Math.abs(by) >= APPLIES ? "true" : "";
  };
  const end = (applies: boolean) => {
    const moved = from.current?.moved ?? 0;
    from.current = undefined;
    place(0);
    if (applies && Math.abs(moved) >= APPLIES) (moved > 0 ? right : left)?.run();
  };
  return (
    <div
      className={classes.swipe}
      onPointerDown={(event) => {
        swiped.current = false;
        if (event.pointerType !== "mouse") from.current = { x: event.clientX, y: event.clientY, moved: 0 };
      }}
      onPointerMove={(event: PointerEvent<HTMLDivElement>) => {
        const start = from.current;
        if (!start) return;
        const by = event.clientX - start.x;
        if (!swiped.current && (Math.abs(by) < MIN_DISTANCE || Math.abs(by) < Math.abs(event.clientY - start.y)))
          return;
        if (!swiped.current) event.currentTarget.setPointerCapture(event.pointerId);
        swiped.current = true;
        start.moved = Math.max(left ? -MAX_DISTANCE : 0, Math.min(right ? MAX_DISTANCE : 0, by));
        place(start.moved);
      }}
      onPointerUp={() => end(true)}
      onPointerCancel={() => end(false)}
      onClickCapture={(event: MouseEvent) => {
        // a swipe must not open the card
        if (!swiped.current) return;
        event.preventDefault();
        event.stopPropagation();
      }}>
      {right && <Revealed action={right} side="start" />}
      {left && <Revealed action={left} side="end" />}
      <div ref={card} className={classes.swiped}>
        {children}
      </div>
    </div>
  );
}

function Revealed({ action: { icon: Icon, label }, side }: { action: SwipeAction; side: "start" | "end" }) {
  return (
    <span className={classes.revealed} data-side={side} aria-hidden>
      <Icon size={16} strokeWidth={1.5} />
      {label}
    </span>
  );
}
