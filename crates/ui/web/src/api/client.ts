// The one way to the service: its public API, typed from its own document.
import createClient, { type Middleware } from "openapi-fetch";
import { language } from "../i18n";
import { parseJson } from "../values/decimal";
import { inClerksWords } from "./clerk-words";
import { watchPresence } from "./presence";
import type { components, paths } from "./schema.gen";

export type Schemas = components["schemas"];
export type Problem = Schemas["Problem"];
export type Item = Schemas["Item"];

/** What the service answered instead of what was asked for. */
export class Refusal extends Error {
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
export function refusedBy(failure: unknown): Item[] {
  return failure instanceof Refusal ? failure.errors : [];
}

/** The service was not reached at all. */
export class Unreachable extends Error {}

let csrfToken = "";
/** The session's secret that every change must name; it is kept in memory only. */
export function keepCsrfToken(token: string): void {
  csrfToken = token;
}

type Listener = () => void;
const expired = new Set<Listener>();
/** Calls back when the service no longer knows the session. */
export function onSessionEnded(listener: Listener): () => void {
  expired.add(listener);
  return () => expired.delete(listener);
}

/** Says so to all who listen. */
export function announceSessionEnd(): void {
  for (const listener of expired) listener();
}

/** Calls that wait for someone to sign in again, and whether they change something. */
const waiting = new Map<Listener, boolean>();

/** Sends what had to wait, by whom it was meant. */
export function announceSessionRenewed(): void {
  for (const goOn of [...waiting.keys()]) goOn();
}

/** Gives up what had to wait: it was another's. */
export function forgetWaiting(): void {
  waiting.clear();
}

function signedInAgain({ method, signal }: Request): Promise<void> {
  return new Promise((done, failed) => {
    const goOn = () => {
      waiting.delete(goOn);
      done();
    };
    waiting.set(goOn, method !== "GET");
    signal.addEventListener("abort", () => {
      waiting.delete(goOn);
      failed(signal.reason);
    });
  });
}

// who leaves now would lose what they typed
window.addEventListener("beforeunload", (event) => {
  if ([...waiting.values()].includes(true)) event.preventDefault();
});

/** What a change says beside its content, also where it is not sent by the client below. */
export function changeHeaders(): Record<string, string> {
  return { "Accept-Language": language(), ...(csrfToken && { "X-CSRF-Token": csrfToken }) };
}

const presence = watchPresence();

const conversation: Middleware = {
  onRequest({ request }) {
    const headers = request.method === "GET" ? { "Accept-Language": language() } : changeHeaders();
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
    if (presence.isGone()) request.headers.set("X-Background", "true");
    return request;
  },
  onResponse({ response, schemaPath }) {
    // whether there is a session at all is asked at "/api/session", and no is an answer there
    if (response.status === 401 && schemaPath !== "/api/session") announceSessionEnd();
  },
  onError({ error }) {
    if (error instanceof Error && error.name === "AbortError") return error;
    return new Unreachable(String(error));
  },
};

/** Whether a call can be sent once more as it is; whether there is a session at all is never asked twice. */
function isRepeatable({ url, headers }: Request): boolean {
  const type = headers.get("Content-Type");
  return !url.endsWith("/api/session") && (type === null || type.startsWith("application/json"));
}

/** Fetches; where the session has ended meanwhile, as soon as the same person has signed in again. */
async function patientFetch(request: Request): Promise<Response> {
  if (!isRepeatable(request)) return fetch(request);
  const body = request.body ? await request.text() : null;
  const answer = await fetch(new Request(request, { body }));
  if (answer.status !== 401 || expired.size === 0) return answer;
  announceSessionEnd();
  await signedInAgain(request);
  const headers = new Headers(request.headers);
  if (request.method !== "GET") {
    for (const [name, value] of Object.entries(changeHeaders())) headers.set(name, value);
  }
  return fetch(new Request(request, { body, headers }));
}

/** Fetches with JSON read exactly; the library's own reading would round what JavaScript cannot hold. */
async function exactFetch(request: Request): Promise<Response> {
  const answer = await patientFetch(request);
  const json = answer.headers.get("Content-Type")?.startsWith("application/json");
  if (!answer.ok || !json) return answer;
  const text = await answer.text();
  const headers = new Headers(answer.headers);
  // without a length the library would read the text by itself
  headers.set("Content-Length", String(text.length));
  const exact = new Response(text, { status: answer.status, headers });
  exact.json = async () => inClerksWords(parseJson(text));
  return exact;
}

export const api = createClient<paths>({ baseUrl: location.origin, fetch: exactFetch });
api.use(conversation);

/** A call whose path the service tells: what is sent and answered there is not known by its document. */
interface ToldCall {
  parameters: { header?: { Prefer?: string } };
  requestBody?: { content: { "application/json": unknown } };
  responses: { 200: { content: { "application/json": unknown } } };
}

const toldApi = createClient<Record<string, Record<ToldMethod, ToldCall>>>({
  baseUrl: location.origin,
  fetch: exactFetch,
});
toldApi.use(conversation);

const TOLD_METHODS = ["post", "put", "patch"] as const;
type ToldMethod = (typeof TOLD_METHODS)[number];

/** Makes a call that the service named, and waits a moment where it begins a run. */
export function callTold(named: { method: string; path: string }, body: unknown): Promise<Answered<unknown>> {
  const method = TOLD_METHODS.find((one) => one === named.method.toLowerCase());
  if (!method) throw new Error(`no such method: ${named.method}`);
  return toldApi.request(method, named.path, { body, params: { header: { Prefer: "wait=2" } } });
}

interface Answered<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** The answer's data, or the refusal thrown. */
export async function told<Data>(answer: Promise<Answered<Data>>): Promise<Data> {
  const { data, error, response } = await answer;
  if (response.ok) return data as Data;
  throw refusal(response, error);
}

/** The same with the id under which the service keeps the call. */
export async function toldWithId<Data>(answer: Promise<Answered<Data>>): Promise<{ data: Data; requestId: string }> {
  const { response } = await answer;
  return { data: await told(answer), requestId: response.headers.get("X-Request-Id") ?? "" };
}

type Started = Schemas["Run"];
type Tried = Schemas["PlannedRun"] | Schemas["PlannedEdit"] | Schemas["PlannedUndo"];

/** The run that a call began. The document has one answer for both ways of asking: for real, and by `dryRun`. */
export async function started(answer: Promise<Answered<Started | Tried>>): Promise<Started> {
  return (await told(answer)) as Started;
}

/** What a call told that was only tried, by `dryRun`. */
export async function tried<Plan extends Tried>(answer: Promise<Answered<Started | Plan>>): Promise<Plan> {
  return (await told(answer)) as Plan;
}

/** The refusal that an answer's text tells, of calls that are not made by the client above. */
export function refusalOf(status: number, text: string): Refusal {
  if (status === 401) announceSessionEnd();
  return refusal(new Response(null, { status }), text);
}

function refusal(response: Response, error: unknown): Refusal {
  const told = inClerksWords(typeof error === "string" ? readable(error) : error);
  const problem = told && typeof told === "object" && "errors" in told ? (told as Problem) : undefined;
  const after = Number(response.headers.get("Retry-After"));
  return new Refusal(response.status, problem, after > 0 ? after : undefined);
}

function readable(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
