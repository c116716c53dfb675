import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream, openAsBlob } from "node:fs";
import { rename } from "node:fs/promises";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import createClient, { type Client } from "openapi-fetch";
import { quoteDecimals } from "./decimals.js";
import { ChecksumError, ConnectionFailedError, errorOf, type Problem } from "./errors.js";
import { DEFAULT_RETRY, type RetryPolicy, retry } from "./retry.js";
import type { components, paths } from "./schema.gen.js";

export type Schemas = components["schemas"];
type CandidateFilters = NonNullable<paths["/api/sales/order/candidates"]["get"]["parameters"]["query"]>;
type OrderFilters = NonNullable<paths["/api/sales/order"]["get"]["parameters"]["query"]>;
export type ErrorPolicy = "all" | "header" | "row";

export interface OrderdockOptions {
  retry?: Partial<RetryPolicy>;
  /** Milliseconds to wait for a response. [default: 90,000] */
  timeout?: number;
  /** Language of messages. [default: en] */
  language?: "en" | "de";
}

/** Names and tags of an attached file. */
export interface FileOptions {
  /** Name that the server shows. Required unless the content is a path. */
  name?: string;
  tags?: Record<string, string>;
}

interface Page<T> {
  items: T[];
  next?: string;
}

/** Client of one server. */
export class Orderdock {
  /**
   * Every operation of the API, typed. Requests are repeated according to `retry`, `POST` requests with the same idempotency key.
   * Error responses are thrown as `ApiError`.
   */
  readonly api: Client<paths>;
  readonly retry: RetryPolicy;
  /** Address of the server, without a slash at the end. */
  readonly url: string;
  private readonly timeout: number;
  private readonly headers: Record<string, string>;

  constructor(
    url: string,
    token: string,
    options: OrderdockOptions = {},
  ) {
    this.url = url.replace(/\/+$/, "");
    this.retry = { ...DEFAULT_RETRY, ...options.retry };
    this.timeout = options.timeout ?? 90_000;
    this.headers = {
      Authorization: token,
      "Accept-Language": options.language ?? "en",
      "User-Agent": "orderdock-client-typescript/0.2.0",
    };
    this.api = createClient<paths>({
      baseUrl: this.url,
      fetch: (request) => this.send(request),
      querySerializer: { array: { style: "form", explode: false } },
    });
  }

  private async send(request: Request): Promise<Response> {
    const headers = new Headers(request.headers);
    for (const [name, value] of Object.entries(this.headers)) headers.set(name, value);
    if (request.method === "POST" && !headers.has("Idempotency-Key")) headers.set("Idempotency-Key", randomUUID());
    // read once, because every attempt sends it
    const body = request.body ? await request.arrayBuffer() : null;
    return retry(this.retry, request.signal, () =>
      this.attempt(request.url, { method: request.method, headers, body }, request.signal, exactResponse),
    );
  }

  private async attempt<T>(
    url: string,
    init: RequestInit,
    signal: AbortSignal | undefined,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const timeout = AbortSignal.timeout(this.timeout);
    try {
      const response = await fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
      return response.ok ? await read(response) : await rejected(response);
    } catch (error) {
      const isNetwork = error instanceof TypeError || timeout.aborted || (error as Error).name === "AbortError";
      if (!isNetwork || signal?.aborted) throw error;
      throw new ConnectionFailedError(`no response: ${causeOf(error)}`, { cause: error });
    }
  }

  /** Imports one row. A row that was stored before is `unchanged`, which is a success. */
  async sendCandidate(
    row: Schemas["CandidateBody"],
    options: { dryRun?: boolean; strict?: boolean } = {},
  ): Promise<Schemas["ResultRow"]> {
    const { data } = await this.api.POST("/api/sales/order/candidates", {
      body: row,
      params: { query: { ...(options.dryRun && { dryRun: true }) }, header: handling(options.strict) },
    });
    return present(data).result[0] as Schemas["ResultRow"];
  }

  /**
   * Imports up to 10,000 rows. Read `outcome` of each row: rejected rows, also all of them, throw no error, except with the error
   * policy `all`. [default of `errorPolicy`: header]
   */
  async sendCandidates(
    rows: Schemas["CandidateBody"][],
    options: { errorPolicy?: ErrorPolicy; dryRun?: boolean; strict?: boolean; idempotencyKey?: string } = {},
  ): Promise<Schemas["CandidatesAnswer"]> {
    const { data } = await this.api.POST("/api/sales/order/candidates/bulk", {
      body: { requests: rows },
      params: {
        query: { errorPolicy: options.errorPolicy ?? "header", ...(options.dryRun && { dryRun: true }) },
        header: { ...handling(options.strict), ...keyed(options.idempotencyKey) },
      },
    });
    return present(data);
  }

  /**
   * Imports any number of rows in several requests; yields their responses. Consecutive rows of one incoming order are sent in one
   * request.
   */
  async *sendAllCandidates(
    rows: Iterable<Schemas["CandidateBody"]> | AsyncIterable<Schemas["CandidateBody"]>,
    options: { errorPolicy?: "header" | "row"; rowsPerRequest?: number } = {},
  ): AsyncGenerator<Schemas["CandidatesAnswer"]> {
    const { rowsPerRequest = 1000, ...rest } = options;
    let chunk: Schemas["CandidateBody"][] = [];
    for await (const row of rows) {
      if (chunk.length >= rowsPerRequest && row.externalHeaderId !== chunk.at(-1)?.externalHeaderId) {
        yield await this.sendCandidates(chunk, rest);
        chunk = [];
      }
      chunk.push(row);
    }
    if (chunk.length > 0) yield await this.sendCandidates(chunk, rest);
  }

  /** Returns the lines, sales orders and files of an incoming order by the id that the sender gave it. */
  async findIncomingOrder(dataSource: string, externalHeaderId: string): Promise<Schemas["ByReference"]> {
    const path = { dataSource, externalHeaderId };
    return present((await this.api.GET("/api/sales/order/candidates/by-ref/{dataSource}/{externalHeaderId}", { params: { path } })).data);
  }

  /** Yields all lines that match the filters, from all pages. */
  candidates(filters: CandidateFilters = {}): AsyncGenerator<Schemas["CandidatePageAnswer"]["items"][number]> {
    return this.pages(async (after) => {
      const { data } = await this.api.GET("/api/sales/order/candidates", { params: { query: { ...filters, ...after } } });
      return present(data);
    });
  }

  /**
   * Creates a whole sales order. Store the key with your order first: without it, a restart can create a second order.
   */
  async createOrder(order: Schemas["OrderBody"], idempotencyKey?: string): Promise<Schemas["CreatedOrder"]> {
    const { data } = await this.api.POST("/api/sales/order", { body: order, params: { header: keyed(idempotencyKey) } });
    return present(data) as Schemas["CreatedOrder"];
  }

  /** Yields all sales orders that match the filters, from all pages; without lines. */
  orders(filters: OrderFilters = {}): AsyncGenerator<Schemas["OrderHead"]> {
    return this.pages(async (after) => {
      const { data } = await this.api.GET("/api/sales/order", { params: { query: { ...filters, ...after } } });
      return present(data);
    });
  }

  /** Returns a sales order with its lines. */
  async order(id: string): Promise<Schemas["Order"]> {
    return present((await this.api.GET("/api/sales/order/{id}", { params: { path: { id } } })).data);
  }

  /** Confirms or rejects the transfer of up to 1,000 sales orders. Read `outcome` of each: errors throw nothing. */
  async confirmTransfers(replies: Schemas["HandedOverData"][]): Promise<Schemas["HandedOverAnswer"]> {
    return present((await this.api.POST("/api/sales/order/handed-over", { body: { orders: replies } })).data);
  }

  /** Yields the items of all pages of a list: `read` requests a page, with `after` in its query. */
  async *pages<T>(read: (after: { after?: string }) => Promise<Page<T>>): AsyncGenerator<T> {
    let after: { after?: string } | undefined = {};
    while (after) {
      const page: Page<T> = await read(after);
      yield* page.items;
      after = page.next === undefined ? undefined : { after: page.next };
    }
  }

  /** Attaches a file: bytes or a path. Throws `ChecksumError` if the server received other bytes. */
  async attachToIncomingOrder(
    dataSource: string,
    externalHeaderId: string,
    content: Uint8Array<ArrayBuffer> | Blob | string,
    options: FileOptions = {},
  ): Promise<Schemas["Attachment"]> {
    const parts = [dataSource, externalHeaderId].map(encodeURIComponent);
    return this.attach(`/api/sales/order/candidates/${parts.join("/")}/attachments`, content, options);
  }

  /** Attaches a file to a sales order, as `attachToIncomingOrder` does. */
  async attachToOrder(
    salesOrderId: string,
    content: Uint8Array<ArrayBuffer> | Blob | string,
    options: FileOptions = {},
  ): Promise<Schemas["Attachment"]> {
    return this.attach(`/api/sales/order/${encodeURIComponent(salesOrderId)}/attachments`, content, options);
  }

  private async attach(path: string, content: Uint8Array<ArrayBuffer> | Blob | string, options: FileOptions) {
    const name = options.name ?? (typeof content === "string" ? basename(content) : undefined);
    if (name === undefined) throw new TypeError("name is missing: the server shows the file under this name");
    const blob = typeof content === "string" ? await openAsBlob(content) : content instanceof Blob ? content : new Blob([content]);
    const form = new FormData();
    form.set("file", blob, name);
    for (const tag of Object.entries(options.tags ?? {}).flat()) form.append("tags", tag);
    const response = await this.send(new Request(`${this.url}${path}`, { method: "POST", body: form }));
    const attachment = (await response.json()) as Schemas["Attachment"];
    compare(await checksumOf(Readable.from(chunksOf(blob.stream()))), attachment.sha256, name);
    return attachment;
  }

  /** Writes the content of a file to `target`, which appears only when it is complete and its checksum correct. */
  async download(attachment: Schemas["Attachment"], target: string): Promise<void> {
    const part = `${target}.part`;
    const url = `${this.url}${attachment.url}`;
    await retry(this.retry, undefined, () =>
      this.attempt(url, { headers: this.headers }, undefined, async ({ body }) => {
        const source = Readable.from(body ? chunksOf(body) : []);
        await pipeline(source, createWriteStream(part));
      }),
    );
    compare(attachment.sha256, await checksumOf(createReadStream(part)), target);
    await rename(part, target);
  }
}

/** The response with its decimals as texts, so that parsing loses no digits. */
async function exactResponse(response: Response): Promise<Response> {
  if (!/json/.test(response.headers.get("Content-Type") ?? "")) return response;
  return textResponse(quoteDecimals(await response.text()), response.status, response.headers);
}

function textResponse(text: string, status: number, received: Headers): Response {
  const headers = new Headers(received);
  for (const name of ["Content-Length", "Content-Encoding"]) headers.delete(name);
  return new Response(text, { status, headers });
}

/** Throws the error of a response. */
async function rejected<T>(response: Response): Promise<T> {
  const text = await response.text();
  let problem: Partial<Problem> = {};
  try {
    problem = JSON.parse(text);
  } catch {
    // a proxy has answered
  }
  // all rows or orders were rejected: the caller reads their outcomes, as if some were
  if ("result" in problem || "orders" in problem) return textResponse(quoteDecimals(text), 207, response.headers) as T;
  throw errorOf(response, problem);
}

function causeOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

const handling = (strict?: boolean) => (strict ? { Prefer: "handling=strict" as const } : {});
const keyed = (key?: string) => (key === undefined ? {} : { "Idempotency-Key": key });

function present<T>(data: T | undefined): T {
  if (data === undefined) throw new TypeError("the response is empty");
  return data;
}

async function* chunksOf(stream: { getReader(): { read(): Promise<{ done: boolean; value?: Uint8Array | undefined }> } }) {
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}

async function checksumOf(stream: Readable): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(stream, hash);
  return hash.digest("hex");
}

function compare(expected: string, actual: string, name: string): void {
  if (expected !== actual) throw new ChecksumError(`the content of ${name} differs: expected sha256 ${expected}, got ${actual}`);
}
