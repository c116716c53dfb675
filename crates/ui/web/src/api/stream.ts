// One stream for all windows of the browser: it gives a site few connections, and each stream holds one for ever.
// The window that holds the lock listens to the service and tells the others; when it closes, the next one does.
import { announceSessionEnd, api, type Schemas } from "./client";
import { parseJson } from "../values/decimal";

type Run = Schemas["Run"];

/** What the windows tell each other. */
export type Told =
  | { kind: "connected"; connected: boolean; runs: Run[] }
  | { kind: "changed" }
  | { kind: "run"; run: Run };

type Message = Told | { kind: "ask" };

const NAME = "orderdock.events";
/** After the service was lost it is looked for again, in milliseconds. */
const AGAIN = 3_000;

export function isOver(run: Run): boolean {
  return run.finishedAt != null;
}

/** The runs after the service sent one of them anew. */
export function withRun(runs: Run[], run: Run): Run[] {
  const others = runs.filter(({ id }) => id !== run.id);
  return isOver(run) ? others : [...others, run];
}

/** Tells what happens until it is ended. */
export function listen(hear: (told: Told) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  const ending = new AbortController();
  let lead: Lead | undefined;
  const tellAll = (told: Told) => {
    hear(told);
    channel.postMessage(told satisfies Message);
  };
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind !== "ask") hear(data);
    else if (lead) channel.postMessage(lead.state());
  };
  channel.postMessage({ kind: "ask" } satisfies Message);
  const held = new Promise<void>((release) => ending.signal.addEventListener("abort", () => release()));
  const begin = () => {
    if (!ending.signal.aborted) lead = open(tellAll, ending.signal);
    return held;
  };
  // without a secure context there are no locks, and every window listens for itself
  if (navigator.locks) navigator.locks.request(NAME, { signal: ending.signal }, begin).catch(() => undefined);
  else void begin();
  return () => {
    ending.abort();
    channel.close();
  };
}

interface Lead {
  state: () => Told;
}

function open(tell: (told: Told) => void, ending: AbortSignal): Lead {
  let connected = true;
  let runs: Run[] = [];
  let source: EventSource;
  let again: ReturnType<typeof setTimeout>;
  const state = (): Told => ({ kind: "connected", connected, runs });
  const connect = () => {
    source = new EventSource("/api/events");
    source.addEventListener("hello", () => {
      connected = true;
      runs = [];
      tell(state());
      tell({ kind: "changed" });
    });
    source.addEventListener("changed", () => tell({ kind: "changed" }));
    source.addEventListener("run", ({ data }: MessageEvent<string>) => {
      const run = parseJson(data) as Run;
      runs = withRun(runs, run);
      tell({ kind: "run", run });
    });
    source.onerror = () => {
      connected = false;
      tell(state());
      // a stream that was refused is not opened again by the browser, and does not say why
      source.close();
      again = setTimeout(connect, AGAIN);
      api.GET("/api/session").then(
        ({ response }) => response.status === 401 && announceSessionEnd(),
        () => undefined,
      );
    };
  };
  connect();
  ending.addEventListener("abort", () => {
    clearTimeout(again);
    source.close();
  });
  return { state };
}
