// Server events: changes and the progress of runs.
import { useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import type { Schemas } from "./client";
import { subscribe, withRun } from "./event-stream";

export { isFinished as isOver } from "./event-stream";
export type Run = Schemas["Run"];

/** Type guard for responses without a documented type. */
export function isRun(response: unknown): response is Run {
  if (response === null || typeof response !== "object") return false;
  return "id" in response && "kind" in response && "state" in response && "counts" in response;
}

interface Events {
  connected: boolean;
  /** Queued and running runs. */
  runs: Run[];
  subscribe: (listener: () => void) => () => void;
}

const EventsContext = createContext<Events | undefined>(undefined);
export function EventsProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const listeners = useRef(new Set<() => void>());
  const [connected, setConnected] = useState(true);
  const [runs, setRuns] = useState<Run[]>([]);

  useEffect(
    () =>
      subscribe((event) => {
        if (event.kind === "connected") {
          setConnected(event.connected);
          setRuns(event.runs);
        } else if (event.kind === "run") {
          queryClient.setQueryData(["run", event.run.id], event.run);
          setRuns((before) => withRun(before, event.run));
        } else {
          for (const listener of listeners.current) listener();
        }
      }),
    [queryClient],
  );

  const events = useMemo<Events>(
    () => ({
      connected,
      runs,
      subscribe: (listener) => {
        listeners.current.add(listener);
        return () => listeners.current.delete(listener);
      },
    }),
    [connected, runs],
  );
  return <EventsContext value={events}>{children}</EventsContext>;
}

function useEvents(): Events {
  const events = useContext(EventsContext);
  if (!events) throw new Error("events are used outside their provider");
  return events;
}

export function useConnected(): boolean {
  return useEvents().connected;
}

export function useActiveRuns(): Run[] {
  return useEvents().runs;
}

/** Calls back after a commit, at most once a second. */
export function useChanged(callback: () => void) {
  const { subscribe } = useEvents();
  const latest = useRef(callback);
  latest.current = callback;
  useEffect(() => subscribe(() => latest.current()), [subscribe]);
}
