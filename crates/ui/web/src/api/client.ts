// API client, typed from the OpenAPI document.
import createClient, { type Middleware } from "openapi-fetch";
import { language } from "../i18n";
import { parseJson } from "../values/decimal";
import { translateProblems } from "./problem-message";
import { trackUserActivity } from "./user-activity";
import type { components, paths } from "./schema.gen";

export type Schemas = components["schemas"];
export type Problem = Schemas["Problem"];
export type Item = Schemas["Item"];

/** Error response of the API. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem | undefined,
    /** Seconds to wait before a retry, from `Retry-After`. */
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

/** Returns the items of an API error; none for other failures. */
export function errorItems(failure: unknown): Item[] {
  return failure instanceof ApiError ? failure.errors : [];
}

/** The server could not be reached. */
export class NetworkError extends Error {}

let csrfToken = "";
/** Stores the CSRF token of the session, in memory only. */
export function setCsrfToken(token: string): void {
  csrfToken = token;
}

type Listener = () => void;
const sessionExpiredListeners = new Set<Listener>();
/** Registers a listener for an expired session. */
export function onSessionExpired(listener: Listener): () => void {
  sessionExpiredListeners.add(listener);
  return () => sessionExpiredListeners.delete(listener);
}

export function notifySessionExpired(): void {
  for (const listener of sessionExpiredListeners) listener();
}

/** Requests that wait for a new sign-in, and whether they change data. */
const pausedRequests = new Map<Listener, boolean>();

let signIns = 0;
/** Number of times that the user has signed in again. A 401 of a request that was sent before says nothing about the new session. */
export function signInCount(): number {
  return signIns;
}

/** Sends the paused requests after the same user signed in again. */
export function resumeRequests(): void {
  signIns += 1;
  for (const resume of [...pausedRequests.keys()]) resume();
}

/** Discards the paused requests because another user signed in. */
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

// closing the page would lose paused changes
window.addEventListener("beforeunload", (event) => {
  if ([...pausedRequests.values()].includes(true)) event.preventDefault();
});

/** Headers of every change, also for requests outside this client. */
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
    // a 401 of /api/session means only that no user is signed in
    if (response.status === 401 && schemaPath !== "/api/session") notifySessionExpired();
  },
  onError({ error }) {
    if (error instanceof Error && error.name === "AbortError") return error;
    return new NetworkError(String(error));
  },
};

/** Returns whether a request can be repeated unchanged. /api/session is never repeated. */
function isRepeatable({ url, headers }: Request): boolean {
  const type = headers.get("Content-Type");
  return !url.endsWith("/api/session") && (type === null || type.startsWith("application/json"));
}

/** Fetches; after a 401, repeats the request when the same user has signed in again. */
async function fetchAfterSignIn(request: Request): Promise<Response> {
  if (!isRepeatable(request)) return fetch(request);
  const body = request.body ? await request.text() : null;
  const signInsBefore = signIns;
  const response = await fetch(new Request(request, { body }));
  if (response.status !== 401 || sessionExpiredListeners.size === 0) return response;
  if (signIns === signInsBefore) {
    notifySessionExpired();
    await waitForSignIn(request);
  }
  const headers = new Headers(request.headers);
  if (request.method !== "GET") {
    for (const [name, value] of Object.entries(changeHeaders())) headers.set(name, value);
  }
  return fetch(new Request(request, { body, headers }));
}

/** Fetches and parses JSON with exact decimals, which `Response.json` would round. */
async function fetchExactJson(request: Request): Promise<Response> {
  const response = await fetchAfterSignIn(request);
  const json = response.headers.get("Content-Type")?.startsWith("application/json");
  if (!response.ok || !json) return response;
  const text = await response.text();
  const headers = new Headers(response.headers);
  // without a length, openapi-fetch would read the body itself
  headers.set("Content-Length", String(text.length));
  const exact = new Response(text, { status: response.status, headers });
  exact.json = async () => translateProblems(parseJson(text));
  return exact;
}

export const api = createClient<paths>({ baseUrl: location.origin, fetch: fetchExactJson });
api.use(middleware);

/** An operation whose path comes from a response, so its types are unknown here. */
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

/** Calls an operation named by a response; waits up to 2 seconds for a run that it starts. */
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

/** Returns the data of a response; throws `ApiError` otherwise. */
export async function unwrap<Data>(result: Promise<ApiResult<Data>>): Promise<Data> {
  const { data, error, response } = await result;
  if (response.ok) return data as Data;
  throw toApiError(response, error);
}

/** Returns the data of a response and its request id. */
export async function unwrapWithId<Data>(result: Promise<ApiResult<Data>>): Promise<{ data: Data; requestId: string }> {
  const { response } = await result;
  return { data: await unwrap(result), requestId: response.headers.get("X-Request-Id") ?? "" };
}

type Run = Schemas["Run"];
type Plan = Schemas["PlannedRun"] | Schemas["PlannedEdit"] | Schemas["PlannedUndo"];

/** Returns the started run. The document has one response type for calls with and without `dryRun`. */
export async function unwrapRun(result: Promise<ApiResult<Run | Plan>>): Promise<Run> {
  return (await unwrap(result)) as Run;
}

/** Returns the plan of a call with `dryRun`. */
export async function unwrapPlan<P extends Plan>(result: Promise<ApiResult<Run | P>>): Promise<P> {
  return (await unwrap(result)) as P;
}

/** Creates an `ApiError` for requests outside this client. */
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
