// What the service tells by itself: that something changed, and how runs go on.
import { useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { parseJson } from "../values/decimal";
import { announceSessionEnd, api, type Schemas } from "./client";

export type Run = Schemas["Run"];

interface Events {
  connected: boolean;
  /** Runs that are queued or work now. */
  runs: Run[];
  subscribe: (listener: () => void) => () => void;
}

const EventsContext = createContext<Events | undefined>(undefined);
/** After the service was lost it is looked for again, in milliseconds. */
const AGAIN = 3_000;

export function isOver(run: Run): boolean {
  return run.finishedAt != null;
}

export function EventsProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const listeners = useRef(new Set<() => void>());
  const [connected, setConnected] = useState(true);
  const [runs, setRuns] = useState<Run[]>([]);

  useEffect(() => {
    let source: EventSource;
    let again: ReturnType<typeof setTimeout>;
    const changed = () => listeners.current.forEach((listener) => listener());
    const open = () => {
      source = new EventSource("/api/events");
      source.addEventListener("hello", () => {
        setConnected(true);
        setRuns([]);
        changed();
      });
      source.addEventListener("changed", changed);
      source.addEventListener("run", ({ data }: MessageEvent<string>) => {
        const run = parseJson(data) as Run;
        queries.setQueryData(["run", run.id], run);
        setRuns((before) => {
          const others = before.filter(({ id }) => id !== run.id);
          return isOver(run) ? others : [...others, run];
        });
      });
      source.onerror = () => {
        setConnected(false);
        // a stream that was refused is not opened again by the browser, and does not say why
        source.close();
        again = setTimeout(open, AGAIN);
        api.GET("/api/session").then(
          ({ response }) => response.status === 401 && announceSessionEnd(),
          () => undefined,
        );
      };
    };
    open();
    return () => {
      clearTimeout(again);
      source.close();
    };
  }, [queries]);

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

/** Calls back when something was committed, at most once a second. */
export function useChanged(callback: () => void) {
  const { subscribe } = useEvents();
  const latest = useRef(callback);
  latest.current = callback;
  useEffect(() => subscribe(() => latest.current()), [subscribe]);
}
