import { useRef, type ReactNode } from "react";
import { useKeptFocus } from "./kept-focus";

/** What stands in place of something that is worked in: it has the focus as long as nobody takes it elsewhere. */
export function FocusPlace({ label, children }: { label: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useKeptFocus(() => place.current?.focus({ preventScroll: true }));
  return (
    <div ref={place} role="group" aria-label={label} tabIndex={-1} style={{ outlineOffset: -2 }}>
      {children}
    </div>
  );
}
