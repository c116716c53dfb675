// The one way to the service: its public API, typed from its own document.
import createClient, { type Middleware } from "openapi-fetch";
import { language } from "../i18n";
import { parseJson } from "../values/decimal";
import { translateProblems } from "./problem-message";
import { trackUserActivity } from "./user-activity";
import type { components, paths } from "./schema.gen";

export type Schemas = components["schemas"];
export type Problem = Schemas["Problem"];
export type Item = Schemas["Item"];

/** What the service answered instead of what was asked for. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem | undefined,
    /** Seconds until it makes sense to try again, if the service said so. */
    readonly retryAfter: number | undefined,
  ) {
    super(problem?.detail ?? `HTTP ${status}`);
  }

  get errors(): Item[] {
    return this.problem?.errors ?? [];
  }

  has(code: string): boolean {
    return this.errors.some((error) => error.code === code);
  }
}

/** Everything that the service refused by a failure. */
export function errorItems(failure: unknown): Item[] {
  return failure instanceof ApiError ? failure.errors : [];
}

/** The service was not reached at all. */
export class NetworkError extends Error {}

let csrfToken = "";
/** The session's secret that every change must name; it is kept in memory only. */
export function setCsrfToken(token: string): void {
  csrfToken = token;
}

type Listener = () => void;
const sessionExpiredListeners = new Set<Listener>();
/** Calls back when the service no longer knows the session. */
export function onSessionExpired(listener: Listener): () => void {
  sessionExpiredListeners.add(listener);
  return () => sessionExpiredListeners.delete(listener);
}

/** Says so to all who listen. */
export function notifySessionExpired(): void {
  for (const listener of sessionExpiredListeners) listener();
}

/** Calls that wait for someone to sign in again, and whether they change something. */
const pausedRequests = new Map<Listener, boolean>();

/** Sends what had to wait, by whom it was meant. */
export function resumeRequests(): void {
  for (const resume of [...pausedRequests.keys()]) resume();
}

/** Gives up what had to wait: it was another's. */
export function discardPausedRequests(): void {
  pausedRequests.clear();
}

function waitForSignIn({ method, signal }: Request): Promise<void> {
  return new Promise((done, failed) => {
    const resume = () => {
      pausedRequests.delete(resume);
      done();
    };
    pausedRequests.set(resume, method !== "GET");
    signal.addEventListener("abort", () => {
      pausedRequests.delete(resume);
      failed(signal.reason);
    });
  });
}

// who leaves now would lose what they typed
window.addEventListener("beforeunload", (event) => {
  if ([...pausedRequests.values()].includes(true)) event.preventDefault();
});

/** What a change says beside its content, also where it is not sent by the client below. */
export function changeHeaders(): Record<string, string> {
  return { "Accept-Language": language(), ...(csrfToken && { "X-CSRF-Token": csrfToken }) };
}

const userActivity = trackUserActivity();

const middleware: Middleware = {
  onRequest({ request }) {
    const headers = request.method === "GET" ? { "Accept-Language": language() } : changeHeaders();
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
    if (userActivity.isIdle()) request.headers.set("X-Background", "true");
    return request;
  },
  onResponse({ response, schemaPath }) {
    // whether there is a session at all is asked at "/api/session", and no is an answer there
    if (response.status === 401 && schemaPath !== "/api/session") notifySessionExpired();
  },
  onError({ error }) {
    if (error instanceof Error && error.name === "AbortError") return error;
    return new NetworkError(String(error));
  },
};

/** Whether a call can be sent once more as it is; whether there is a session at all is never asked twice. */
function isRepeatable({ url, headers }: Request): boolean {
  const type = headers.get("Content-Type");
  return !url.endsWith("/api/session") && (type === null || type.startsWith("application/json"));
}

/** Fetches; where the session has ended meanwhile, as soon as the same person has signed in again. */
async function fetchAfterSignIn(request: Request): Promise<Response> {
  if (!isRepeatable(request)) return fetch(request);
  const body = request.body ? await request.text() : null;
  const response = await fetch(new Request(request, { body }));
  if (response.status !== 401 || sessionExpiredListeners.size === 0) return response;
  notifySessionExpired();
  await waitForSignIn(request);
  const headers = new Headers(request.headers);
  if (request.method !== "GET") {
    for (const [name, value] of Object.entries(changeHeaders())) headers.set(name, value);
  }
  return fetch(new Request(request, { body, headers }));
}

/** Fetches with JSON read exactly; the library's own reading would round what JavaScript cannot hold. */
async function fetchExactJson(request: Request): Promise<Response> {
  const response = await fetchAfterSignIn(request);
  const json = response.headers.get("Content-Type")?.startsWith("application/json");
  if (!response.ok || !json) return response;
  const text = await response.text();
  const headers = new Headers(response.headers);
  // without a length the library would read the text by itself
  headers.set("Content-Length", String(text.length));
  const exact = new Response(text, { status: response.status, headers });
  exact.json = async () => translateProblems(parseJson(text));
  return exact;
}

export const api = createClient<paths>({ baseUrl: location.origin, fetch: fetchExactJson });
api.use(middleware);

/** A call whose path the service tells: what is sent and answered there is not known by its document. */
interface UntypedOperation {
  parameters: { header?: { Prefer?: string } };
  requestBody?: { content: { "application/json": unknown } };
  responses: { 200: { content: { "application/json": unknown } } };
}

const untypedApi = createClient<Record<string, Record<WriteMethod, UntypedOperation>>>({
  baseUrl: location.origin,
  fetch: fetchExactJson,
});
untypedApi.use(middleware);

const WRITE_METHODS = ["post", "put", "patch"] as const;
type WriteMethod = (typeof WRITE_METHODS)[number];

/** Makes a call that the service named, and waits a moment where it begins a run. */
export function callUntyped(operation: { method: string; path: string }, body: unknown): Promise<ApiResult<unknown>> {
  const method = WRITE_METHODS.find((one) => one === operation.method.toLowerCase());
  if (!method) throw new Error(`no such method: ${operation.method}`);
  return untypedApi.request(method, operation.path, { body, params: { header: { Prefer: "wait=2" } } });
}

interface ApiResult<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** The answer's data, or the refusal thrown. */
export async function unwrap<Data>(result: Promise<ApiResult<Data>>): Promise<Data> {
  const { data, error, response } = await result;
  if (response.ok) return data as Data;
  throw toApiError(response, error);
}

/** The same with the id under which the service keeps the call. */
export async function unwrapWithId<Data>(result: Promise<ApiResult<Data>>): Promise<{ data: Data; requestId: string }> {
  const { response } = await result;
  return { data: await unwrap(result), requestId: response.headers.get("X-Request-Id") ?? "" };
}

type Run = Schemas["Run"];
type Plan = Schemas["PlannedRun"] | Schemas["PlannedEdit"] | Schemas["PlannedUndo"];

/** The run that a call began. The document has one answer for both ways of asking: for real, and by `dryRun`. */
export async function unwrapRun(result: Promise<ApiResult<Run | Plan>>): Promise<Run> {
  return (await unwrap(result)) as Run;
}

/** What a call told that was only tried, by `dryRun`. */
export async function unwrapPlan<P extends Plan>(result: Promise<ApiResult<Run | P>>): Promise<P> {
  return (await unwrap(result)) as P;
}

/** The refusal that an answer's text tells, of calls that are not made by the client above. */
export function apiErrorOf(status: number, text: string): ApiError {
  if (status === 401) notifySessionExpired();
  return toApiError(new Response(null, { status }), text);
}

function toApiError(response: Response, error: unknown): ApiError {
  const body = translateProblems(typeof error === "string" ? parseOrUndefined(error) : error);
  const problem = body && typeof body === "object" && "errors" in body ? (body as Problem) : undefined;
  const retryAfter = Number(response.headers.get("Retry-After"));
  return new ApiError(response.status, problem, retryAfter > 0 ? retryAfter : undefined);
}

function parseOrUndefined(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
