import { useEffect } from "react";

/** Sets the window title. */
export function useWindowTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Orderdock`;
  }, [title]);
}
