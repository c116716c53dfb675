import { useRef, type ReactNode } from "react";
import { useFocusFallback } from "./focus-fallback";

/** Focusable placeholder. */
export function FocusPlace({ label, children }: { label: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useFocusFallback(() => place.current?.focus({ preventScroll: true }));
  return (
    <div ref={place} role="group" aria-label={label} tabIndex={-1} style={{ outlineOffset: -2 }}>
      {children}
    </div>
  );
}
