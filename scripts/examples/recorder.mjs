// Sends requests by the id of their operation, and writes the recorded bodies.

import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { wait } from "../../docs/site/demo.mjs";

const FOLDER = resolve(dirname(fileURLToPath(import.meta.url)), "../../crates/api/examples");
/** Maximum number of elements of an array in a response, and of lines of a text. */
const MAX_ELEMENTS = 2;
const MAX_LINES = 6;
/** Responses without an example: binary files. */
const WITHOUT_EXAMPLE = new Set(["getAttachmentContent", "getOrderTemplate"]);

/** Values that differ between two recordings of the same responses. */
const VOLATILE = new RegExp(
  [
    "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", // request id
    "\\d{4}-\\d\\d-\\d\\d(?:[T ][0-9:.]+Z?)?", // time, day
    "\\b[0-9a-f]{32}\\b", // unresolved reference, etag
    "(?<!\\d)1\\d{6}(?!\\d)", // record id
    '(?<="(?:id|subject|after|eventId)": "(?:[a-z-]+/)?)\\d+-\\d+', // event
    '(?<="(?:next|previous)": ")[^"]+', // cursor
    '(?<="(?:freeBytes|durationMs)": )\\d+',
  ].join("|"),
  "g",
);
const withoutVolatile = (text) => text.replace(VOLATILE, "…");

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const NUMBER = "\u0001";
/** Reads JSON with the numbers as texts, because JSON.parse changes 9.80 to 9.8. */
const parseExactly = (text) =>
  JSON.parse(text.replace(TOKEN, (token) => (token[0] === '"' ? token : JSON.stringify(NUMBER + token))));
const format = (value) => `${JSON.stringify(value, null, 2).replace(/"\\u0001([^"]*)"/g, "$1")}\n`;

function shortened(value) {
  if (Array.isArray(value)) return value.slice(0, MAX_ELEMENTS).map(shortened);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member)]));
}

/** Returns the operations of a document by id, in its order. */
function operationsOf(document) {
  const operations = new Map();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      operations.set(operation.operationId, { path, method: method.toUpperCase(), ...operation });
    }
  }
  return operations;
}

export class Recorder {
  static async start(url, token) {
    const document = await (await fetch(`${url}/api/openapi.json`)).json();
    return new Recorder(url, token, document);
  }

  constructor(url, token, document) {
    this.url = url;
    this.token = token;
    this.operations = operationsOf(document);
    this.replacements = [[token, "od_token"], [url, "https://orders.example"]];
    this.session = null;
    this.recorded = new Map([...this.operations.keys()].map((name) => [name, { responses: {} }]));
  }

  /** Replaces a value of this run in all recordings. */
  replace(value, placeholder) {
    this.replacements.push([value, placeholder]);
  }

  /**
   * Sends a request and returns its response with `json`. Records the first request body of the operation and the first response
   * of each status. `path` and `query` are parameters; `body` is sent as JSON, `form` as it is. `isUser` uses
   * the session instead of the access token. `excerpt` returns the part of the response text to record.
   */
  async call(name, { path = {}, query, body, form, headers = {}, isUser = false, isRecorded = true, excerpt } = {}) {
    const operation = this.operations.get(name);
    if (!operation) throw new Error(`no operation ${name}`);
    const target = operation.path.replace(/\{(\w+)\}/g, (_, parameter) => encodeURIComponent(path[parameter]));
    const search = query ? `?${new URLSearchParams(query)}` : "";
    const json = body === undefined ? {} : { "Content-Type": "application/json" };
    const response = await fetch(`${this.url}${target}${search}`, {
      method: operation.method,
      headers: { ...this.#credentials(isUser), ...json, ...headers },
      body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
    const type = response.headers.get("content-type") ?? "";
    const text = type.startsWith("text/event-stream") ? await firstEvents(response) : await response.text();
    if (!response.ok) throw new Error(`${name}: ${response.status} ${text.slice(0, 1000)}`);
    const isJson = /\bjson\b/.test(type) && text !== "";
    if (isRecorded) this.#record(name, operation, body, response.status, excerpt ? excerpt(text) : text, isJson);
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
  }

  /** Sends the following requests with `isUser` in the session that a response has started. */
  signIn(response) {
    const cookie = response.headers.getSetCookie()[0].split(";")[0];
    this.session = { Cookie: cookie, "X-CSRF-Token": response.json.csrfToken };
    this.replace(cookie.split("=")[1], "os_session");
    this.replace(response.json.csrfToken, "csrf-token");
  }

  #credentials(isUser) {
    return isUser ? (this.session ?? {}) : { Authorization: this.token };
  }

  #record(name, operation, body, status, text, isJson) {
    const recorded = this.recorded.get(name);
    // importing operations have named examples of requests
    const content = operation.requestBody?.content?.["application/json"];
    if (body !== undefined && content && !content.examples) recorded.request ??= body;
    const described = operation.responses[status];
    if (!described || !text || WITHOUT_EXAMPLE.has(name)) return;
    recorded.responses[status] ??= isJson ? shortened(parseExactly(text)) : firstLines(text);
  }

  /** Writes the recordings. Returns the changed files and the responses and requests that are missing. */
  write() {
    mkdirSync(FOLDER, { recursive: true });
    const [written, missing, shared] = [[], [], new Set()];
    for (const [name, operation] of this.operations) {
      const { request, responses } = this.recorded.get(name);
      const content = operation.requestBody?.content?.["application/json"];
      if (content && !content.examples && request === undefined) missing.push(`${name}, request`);
      for (const [status, described] of Object.entries(operation.responses)) {
        if (!/^2/.test(status) || WITHOUT_EXAMPLE.has(name)) continue;
        const reference = described.$ref;
        if (reference && shared.has(reference)) delete responses[status];
        else if ((reference || described.content) && responses[status] === undefined) missing.push(`${name}, ${status}`);
        if (reference) shared.add(reference);
      }
      this.#writeOne(name, { ...(request && { request }), ...(Object.keys(responses).length > 0 && { responses }) }, written);
    }
    return { written, missing };
  }

  #writeOne(name, recording, written) {
    const file = join(FOLDER, `${name}.json`);
    const known = readdirSync(FOLDER).includes(`${name}.json`) ? readFileSync(file, "utf8") : undefined;
    if (Object.keys(recording).length === 0) {
      if (known !== undefined) rmSync(file);
      return;
    }
    let text = format(recording).replace(/whsec_[A-Za-z0-9+/=]+/g, "whsec_secret");
    for (const [value, placeholder] of this.replacements) text = text.replaceAll(value, placeholder);
    if (known !== undefined && withoutVolatile(known) === withoutVolatile(text)) return;
    writeFileSync(file, text);
    written.push(`${name}.json`);
  }
}

/** Repeats a request until its response is `ready`. Intermediate responses are not recorded. */
export async function until(call, seconds, name, request, ready) {
  for (let quarter = 0; quarter < seconds * 4; quarter += 1) {
    const response = await call(name, { ...request, isRecorded: false });
    if (ready(response.json)) return call(name, request);
    await wait(250);
  }
  throw new Error(`${name}: no result after ${seconds} s`);
}

const firstLines = (text) => text.split(/(?<=\n)/).slice(0, MAX_LINES).join("");

/** Reads an event stream until its first complete event. */
async function firstEvents(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!/^data:.*\n\n/m.test(text)) {
    const { value, done } = await reader.read();
    if (done) break;
    text += value;
  }
  await reader.cancel();
  return text;
}
