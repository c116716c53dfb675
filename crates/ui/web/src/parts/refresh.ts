import { useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useChanged } from "../api/events";

/** Invalidates queries after commits, at most once per interval in milliseconds. */
export function useRefresh(queryKey: QueryKey, every = 2_000): void {
  const queryClient = useQueryClient();
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef(0);
  useChanged(() => {
    if (waiting.current) return;
    const now = Date.now();
    waiting.current = setTimeout(
      () => {
        waiting.current = undefined;
        last.current = Date.now();
        void queryClient.invalidateQueries({ queryKey });
      },
      Math.max(0, last.current + every - now),
    );
  });
  useEffect(
    () => () => {
      clearTimeout(waiting.current);
      // allow a new timer after remount
      waiting.current = undefined;
    },
    [],
  );
}
