import { open, readFile, rename } from "node:fs/promises";
import type { Orderdock } from "./client.js";
import { ApiError, ConnectionFailedError, CursorLostError } from "./errors.js";
import { wait } from "./retry.js";
import type { components } from "./schema.gen.js";

export type Event = components["schemas"]["Event"];

/** Storage of the cursor. To process each event exactly once, store results and cursor in one transaction. */
export interface CursorStore {
  /** Returns the stored cursor, or undefined at the first start. */
  load(): Promise<string | undefined>;
  /** Stores the cursor durably. */
  save(cursor: string): Promise<void>;
}

/** Stores the cursor in a file, which is replaced atomically. */
export class FileCursorStore implements CursorStore {
  constructor(private readonly path: string) {}

  async load(): Promise<string | undefined> {
    try {
      return (await readFile(this.path, "utf8")).trim() || undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  }

  async save(cursor: string): Promise<void> {
    const file = await open(`${this.path}.new`, "w");
    try {
      await file.writeFile(cursor);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${this.path}.new`, this.path);
  }
}

export interface EventLoopOptions {
  types?: string[];
  dataSource?: string;
  includeRecord?: boolean;
  /** Applies if no cursor is stored. [default: oldest] */
  start?: "oldest" | "now";
  /** Seconds that a request waits for an event, up to 60. [default: 30] */
  wait?: number;
  /**
   * Must read the current records from the lists; the loop then continues with the events after the start of this call. Without
   * it, the loop throws `CursorLostError`.
   */
  onCursorLost?: (error: CursorLostError) => Promise<void> | void;
  /** Ends the loop. */
  signal?: AbortSignal;
}

/**
 * Passes each event to `handle` at least once, in sequence. The cursor is stored after `handle` has returned: if the process ends in
 * between, the event is passed again. Errors of `handle` end the loop. Outages of any length are waited for; other errors are thrown.
 */
export async function followEvents(
  client: Orderdock,
  store: CursorStore,
  handle: (event: Event) => Promise<void> | void,
  options: EventLoopOptions = {},
): Promise<void> {
  const { signal } = options;
  let cursor: string | undefined;
  while (!signal?.aborted) {
    let page: Page;
    try {
      cursor ??= await firstCursor(client, store, options);
      page = await readPage(client, options, cursor, options.wait ?? 30);
    } catch (error) {
      if (signal?.aborted) return;
      if (error instanceof CursorLostError && options.onCursorLost) {
        // before the records are read, so that no change is missed
        const next = await currentCursor(client);
        await options.onCursorLost(error);
        await store.save(next);
        cursor = next;
        continue;
      }
      if (!(error instanceof ConnectionFailedError || (error instanceof ApiError && error.retryable))) throw error;
      await wait(client.retry.maxDelay, signal);
      continue;
    }
    for (const event of page.events) {
      if (signal?.aborted) return;
      await handle(event);
      cursor = event.id;
      await store.save(cursor);
    }
    if (page.next !== cursor) {
      cursor = page.next; // the filters may skip many events
      await store.save(cursor);
    }
  }
}

/** Returns the cursor of now: read it before the records of lists, then follow the events after it. */
export async function currentCursor(client: Orderdock): Promise<string> {
  return (await readPage(client, {}, "now", 0)).next;
}

interface Page {
  events: Event[];
  next: string;
}

async function firstCursor(client: Orderdock, store: CursorStore, options: EventLoopOptions): Promise<string> {
  const stored = await store.load();
  if (stored !== undefined || options.start !== "now") return stored ?? "";
  const next = await currentCursor(client);
  await store.save(next);
  return next;
}

async function readPage(client: Orderdock, options: EventLoopOptions, after: string, seconds: number): Promise<Page> {
  const { types, dataSource, includeRecord, signal } = options;
  const query = {
    after,
    wait: seconds,
    ...(types && { types: types.join(",") }),
    ...(dataSource && { dataSource }),
    ...(includeRecord && { include: "record" as const }),
  };
  const { data: events = [], response } = await client.api.GET("/api/event-feed", {
    params: { query },
    ...(signal && { signal }),
  });
  const url = /<([^>]*)>;\s*rel="next"/.exec(response.headers.get("Link") ?? "")?.[1];
  const next = url ? new URL(url, client.url).searchParams.get("after") : null;
  return { events, next: next ?? events.at(-1)?.id ?? after };
}
