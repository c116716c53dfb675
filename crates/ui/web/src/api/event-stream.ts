// One event stream for all windows of the browser, because browsers limit connections per site. The window that holds
// the lock receives the events and broadcasts them; if it closes, another one takes over.
import { notifySessionExpired, signInCount, api, type Schemas } from "./client";
import { parseJson } from "../values/decimal";

type Run = Schemas["Run"];

/** Message between windows. */
export type StreamEvent =
  | { kind: "connected"; connected: boolean; runs: Run[] }
  | { kind: "changed" }
  | { kind: "run"; run: Run };

type Message = StreamEvent | { kind: "ask" };

const CHANNEL = "orderdock.events";
/** Delay before reconnecting, in milliseconds. */
const RECONNECT_DELAY = 3_000;

export function isFinished(run: Run): boolean {
  return run.finishedAt != null;
}

/** Returns the active runs after an update of one of them. */
export function withRun(runs: Run[], run: Run): Run[] {
  const others = runs.filter(({ id }) => id !== run.id);
  return isFinished(run) ? others : [...others, run];
}

/** Subscribes to events; returns the unsubscribe function. */
export function subscribe(onEvent: (event: StreamEvent) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  const abort = new AbortController();
  let leader: Leader | undefined;
  const broadcast = (event: StreamEvent) => {
    onEvent(event);
    channel.postMessage(event satisfies Message);
  };
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind !== "ask") onEvent(data);
    else if (leader) channel.postMessage(leader.state());
  };
  channel.postMessage({ kind: "ask" } satisfies Message);
  const released = new Promise<void>((release) => abort.signal.addEventListener("abort", () => release()));
  const lead = () => {
    if (!abort.signal.aborted) leader = connect(broadcast, abort.signal);
    return released;
  };
  // without a secure context there are no locks, so every window opens its own stream
  if (navigator.locks) navigator.locks.request(CHANNEL, { signal: abort.signal }, lead).catch(() => undefined);
  else void lead();
  return () => {
    abort.abort();
    channel.close();
  };
}

interface Leader {
  state: () => StreamEvent;
}

function connect(emit: (event: StreamEvent) => void, signal: AbortSignal): Leader {
  let connected = true;
  let runs: Run[] = [];
  let source: EventSource;
  let reconnect: ReturnType<typeof setTimeout>;
  const state = (): StreamEvent => ({ kind: "connected", connected, runs });
  const openSource = () => {
    source = new EventSource("/api/events");
    source.addEventListener("hello", () => {
      connected = true;
      runs = [];
      emit(state());
      emit({ kind: "changed" });
    });
    source.addEventListener("changed", () => emit({ kind: "changed" }));
    source.addEventListener("run", ({ data }: MessageEvent<string>) => {
      const run = parseJson(data) as Run;
      runs = withRun(runs, run);
      emit({ kind: "run", run });
    });
    source.onerror = () => {
      connected = false;
      emit(state());
      // browsers do not reopen a rejected stream and do not report the reason
      source.close();
      reconnect = setTimeout(openSource, RECONNECT_DELAY);
      const signInsBefore = signInCount();
      api.GET("/api/session").then(
        ({ response }) => response.status === 401 && signInCount() === signInsBefore && notifySessionExpired(),
        () => undefined,
      );
    };
  };
  openSource();
  signal.addEventListener("abort", () => {
    clearTimeout(reconnect);
    source.close();
  });
  return { state };
}
