import { useEffect } from "react";

/** Names the browser's window after what it shows; the window is found again among many. */
export function useWindowTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Orderdock`;
  }, [title]);
}
