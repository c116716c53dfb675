// Messages lie over the bar, where no row is. What has no room there makes the bar higher: it never lies over the page.
import { useEffect, useState } from "react";

/** How far messages reach beyond the top of the window, in pixels. */
export function useToastEnd(): number {
  const [end, setEnd] = useState(0);
  useEffect(() => {
    const toasts = document.querySelector<HTMLElement>(".mantine-Notifications-root[data-position=top-right]");
    if (!toasts) return undefined;
    const observer = new ResizeObserver(() =>
      setEnd(toasts.offsetHeight > 0 ? Math.ceil(toasts.getBoundingClientRect().bottom) : 0),
    );
    observer.observe(toasts);
    return () => observer.disconnect();
  }, []);
  return end;
}
