// One stream for all windows of the browser: it gives a site few connections, and each stream holds one for ever.
// The window that holds the lock listens to the service and tells the others; when it closes, the next one does.
import { notifySessionExpired, api, type Schemas } from "./client";
import { parseJson } from "../values/decimal";

type Run = Schemas["Run"];

/** What the windows tell each other. */
export type StreamEvent =
  | { kind: "connected"; connected: boolean; runs: Run[] }
  | { kind: "changed" }
  | { kind: "run"; run: Run };

type Message = StreamEvent | { kind: "ask" };

const CHANNEL = "orderdock.events";
/** After the service was lost it is looked for again, in milliseconds. */
const RECONNECT_DELAY = 3_000;

export function isFinished(run: Run): boolean {
  return run.finishedAt != null;
}

/** The runs after the service sent one of them anew. */
export function withRun(runs: Run[], run: Run): Run[] {
  const others = runs.filter(({ id }) => id !== run.id);
  return isFinished(run) ? others : [...others, run];
}

/** Tells what happens until it is ended. */
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
  // without a secure context there are no locks, and every window listens for itself
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

function connect(emit: (told: StreamEvent) => void, signal: AbortSignal): Leader {
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
      // a stream that was refused is not opened again by the browser, and does not say why
      source.close();
      reconnect = setTimeout(openSource, RECONNECT_DELAY);
      api.GET("/api/session").then(
        ({ response }) => response.status === 401 && notifySessionExpired(),
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
