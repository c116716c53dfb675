// Runs the real binary with a fresh database and a real Chromium.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { chromium, type Browser, type BrowserContext, type Cookie, type Page, type Request } from "playwright-core";
import { expect, onTestFinished } from "vitest";

const BINARY = resolve(process.env.ORDERDOCK ?? "../../../target/debug/orderdock");
/** The headless shell takes half the time of the full browser. */
const CHROMIUM =
  process.env.CHROMIUM ??
  ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) => existsSync(path)) ??
  "";
const SCREENSHOTS = resolve(process.env.SCREENSHOTS ?? "../../../target/screenshots");
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Short-lived pages need neither optimising compilers nor process isolation. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--in-process-gpu",
  "--renderer-process-limit=1",
  "--js-flags=--no-opt",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-smooth-scrolling",
];
/** Maximum wait, in milliseconds, for busy machines. */
export const TIMEOUT = 60_000;
/** Time zone of the browser, different from the server's. */
export const READER_ZONE = "Europe/Berlin";
/** Default user: a clerk of the demo organisation. */
const CLERK = "erika";
const OWN = "001";
const VIEWPORT = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

export type Language = "en" | "de";
export type Scheme = "light" | "dark";

interface Look {
  language?: Language;
  scheme?: Scheme;
  user?: string;
  /** Stored default list. */
  opens?: "rows" | "nothing chosen";
  /** Cookies of an existing session. */
  cookies?: Cookie[];
  /** The page stays open for other tests. */
  keepOpen?: boolean;
  /** Has the size of a phone from the start; a page that shrinks later may receive clicks in its wide layout. */
  phone?: boolean;
}

export interface Desk {
  url: string;
  /** Default user. */
  user: string;
  /** Administrator of the demo, whose token `call` uses. */
  admin: string;
  password: string;
  token: string;
  folder: string;
  browser: Browser;
  /** Calls the API with the demo token; throws on error responses. */
  call: <Answer = unknown>(method: string, path: string, body?: unknown) => Promise<Answer>;
  /** Opens a signed-in page in its own session; closed at the end of the test. */
  page: (path?: string, look?: Look) => Promise<Page>;
  /** Adds a user with access to the organisations, or all, and the demo password. */
  addUser: (name: string, role: "viewer" | "clerk" | "administrator", organisations: string[]) => void;
  /** Kills the server. */
  kill: () => Promise<void>;
  /** Restarts the server on the same data. */
  restart: () => Promise<void>;
  close: () => Promise<void>;
}

/** Console errors and foreign requests per page. */
const complaints = new WeakMap<Page, string[]>();
/** Number of reads that were rejected with 503 and `Retry-After`. */
const shedReads = new WeakMap<Page, number>();

/** Pending requests per page. */
const unanswered = new WeakMap<Page, Set<Request>>();

/** On PostgreSQL each desk has its own database. */
function databaseOf(folder: string): NodeJS.ProcessEnv {
  const { ORDERDOCK_TEST_DATABASE: engine = "sqlite", ORDERDOCK_TEST_POSTGRES: cluster } = process.env;
  if (engine !== "postgres") return process.env;
  if (!cluster) throw new Error("ORDERDOCK_TEST_POSTGRES is not set: start the tests by scripts/test-database");
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "_");
  const { status, stderr } = spawnSync("psql", ["--quiet", "--command", `CREATE DATABASE ${name}`, cluster]);
  expect(status, String(stderr)).toBe(0);
  const database = cluster.replace(/[^/]+$/, name);
  // the test cluster runs without fsync, so a crash would lose data
  return { ...process.env, ORDERDOCK_DATABASE: database, ORDERDOCK_ACCEPT_DATA_LOSS: "true" };
}

interface Started {
  server: ChildProcess;
  url: string;
}

async function serve(
  folder: string,
  listen: string,
  more: string[],
  env: NodeJS.ProcessEnv,
  command: "demo" | "serve" = "demo",
): Promise<Started> {
  const options = [command, "--data-dir", folder, "--listen", listen, "--scheduler", "false", ...more];
  const server = spawn(BINARY, options, { env, stdio: ["ignore", "pipe", "pipe"] });
  const said: string[] = [];
  const url = await new Promise<string>((found, failed) => {
    const hear = (piece: Buffer) => {
      said.push(piece.toString());
      const match = /listening on (http:\/\/\S+)/.exec(said.join(""));
      if (match?.[1]) found(match[1]);
    };
    server.stdout?.on("data", hear);
    server.stderr?.on("data", hear);
    server.on("error", failed);
    server.on("exit", (code) => failed(new Error(`the server ended with ${code}:\n${said.join("")}`)));
  });
  return { server, url };
}

function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve();
  return new Promise((done) => server.once("exit", () => done()));
}

/** Starts a demo in German, because its names contain umlauts; `--language` overrides that. */
export async function openDesk(...options: string[]): Promise<Desk> {
  const more = options.includes("--language") ? options : ["--language", "de", ...options];
  const folder = mkdtempSync(join(tmpdir(), "orderdock-desk-"));
  const env = databaseOf(folder);
  let { server, url } = await serve(folder, "127.0.0.1:0", more, env);
  const access = readFileSync(join(folder, "demo-access.txt"), "utf8");
  const line = (name: string) => new RegExp(`^${name}:\\s+(\\S+)$`, "m").exec(access)?.[1] ?? "";
  const [admin, password, token] = [line("User"), line("Password"), line("Token")];
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });

  const call: Desk["call"] = async (method, path, body) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { Authorization: token, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok && answer.status !== 207) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text ? JSON.parse(text) : undefined) as never;
  };

  const addUser: Desk["addUser"] = (name, role, organisations) => {
    const options = ["user", "create", name, "--role", role, "--password-stdin", "--data-dir", folder];
    if (organisations.length > 0) options.push("--org", organisations.join());
    const { status, stderr } = spawnSync(BINARY, options, { env, input: password, encoding: "utf8" });
    expect(status, stderr).toBe(0);
  };
  addUser(CLERK, "clerk", [OWN]);

  return {
    url,
    user: CLERK,
    admin,
    password,
    token,
    folder,
    browser,
    call,
    addUser,
    page: pagesOf(browser, url, password),
    kill: async () => {
      server.kill("SIGKILL");
      await ended(server);
    },
    restart: async () => {
      server.kill("SIGTERM");
      await ended(server);
      ({ server } = await serve(folder, new URL(url).host, more, env));
    },
    close: async () => {
      await browser.close();
      server.kill("SIGTERM");
      await ended(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns a function that opens signed-in pages. */
function pagesOf(browser: Browser, url: string, password: string): Desk["page"] {
  return async (
    path = "/",
    { language = "en", scheme = "light", user: name = CLERK, opens = "rows", cookies = [], keepOpen, phone } = {},
  ) => {
    const context = await newContext(browser, url, language, scheme, opens === "rows" ? name : undefined);
    await context.addCookies(cookies);
    context.setDefaultTimeout(TIMEOUT);
    // open pages reload data with every event, and one user has a limited number of event streams
    if (!keepOpen && expect.getState().currentTestName !== undefined) onTestFinished(() => context.close());
    const page = await context.newPage();
    if (phone) await page.setViewportSize(PHONE);
    listen(page, url);
    if (cookies.length === 0) await signInQuietly(context, url, name, password);
    await page.goto(`${url}${path}`);
    await page.locator("nav").first().waitFor();
    return page;
  };
}

export interface EmptyDesk extends Pick<Desk, "url" | "admin" | "page" | "close"> {
  /** Runs a command on the data of the server; returns its output. */
  run: (options: string[], input?: string) => string;
}

/** Starts a server without data, except for an administrator. */
export async function openEmptyDesk(): Promise<EmptyDesk> {
  const folder = mkdtempSync(join(tmpdir(), "orderdock-empty-"));
  const env = databaseOf(folder);
  const { server, url } = await serve(folder, "127.0.0.1:0", [], env, "serve");
  const run: EmptyDesk["run"] = (options, input = "") => {
    const { status, stdout, stderr } = spawnSync(BINARY, [...options, "--data-dir", folder], {
      env,
      input,
      encoding: "utf8",
    });
    expect(status, stderr).toBe(0);
    return stdout;
  };
  const [admin, password] = ["admin", "vwq9-7kzt-mmf2"];
  run(["user", "create", admin, "--role", "administrator", "--password-stdin"], password);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  return {
    url,
    admin,
    run,
    page: pagesOf(browser, url, password),
    close: async () => {
      await browser.close();
      server.kill("SIGTERM");
      await ended(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Creates a session without the login page. */
async function signInQuietly(context: BrowserContext, url: string, user: string, password: string) {
  const answer = await context.request.post(`${url}/api/session`, { data: { user, password } });
  expect(answer.status(), await answer.text()).toBe(200);
}

async function newContext(
  browser: Browser,
  url: string,
  language: Language,
  scheme: Scheme,
  rowsFor: string | undefined,
): Promise<BrowserContext> {
  const opens = rowsFor === undefined ? [] : [{ name: `orderdock.opens.${rowsFor}`, value: "rows" }];
  const origin = { origin: url, localStorage: [{ name: "orderdock.language", value: language }, ...opens] };
  return browser.newContext({
    viewport: VIEWPORT,
    colorScheme: scheme,
    reducedMotion: "reduce",
    locale: language === "de" ? "de-DE" : "en-GB",
    timezoneId: READER_ZONE,
    acceptDownloads: true,
    storageState: { cookies: [], origins: [origin] },
  });
}

function listen(page: Page, url: string) {
  const said: string[] = [];
  complaints.set(page, said);
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") said.push(message.text());
  });
  page.on("pageerror", (fault) => said.push(String(fault)));
  shedReads.set(page, 0);
  page.on("response", (response) => {
    const isShed = response.status() === 503 && response.headers()["retry-after"] !== undefined;
    if (isShed && response.request().method() === "GET") shedReads.set(page, (shedReads.get(page) ?? 0) + 1);
  });
  page.on("request", (request) => {
    const asked = request.url();
    if (!asked.startsWith(url) && !asked.startsWith("blob:")) said.push(`a request to ${asked}`);
  });
  const open = new Set<Request>();
  unanswered.set(page, open);
  // the event stream never ends
  page.on("request", (request) => request.url() !== `${url}/api/events` && open.add(request));
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
}

export async function signIn(page: Page, user: string, password: string) {
  await page.locator("input[autocomplete=username]").fill(user);
  await page.locator("input[autocomplete=current-password]").fill(password);
  await page.locator("button[type=submit]").click();
  await page.locator("nav").first().waitFor();
}

/** Expects no complaints except known and expected ones; Chromium logs every error response. */
export function expectCalm(page: Page, expected: RegExp[] = []) {
  // the session check before sign-in returns 401
  const known = [/status of 401/, ...expected];
  // shed reads are repeated by the page
  let shed = shedReads.get(page) ?? 0;
  const isShed = (one: string) => /status of 503/.test(one) && shed-- > 0;
  const rest = (complaints.get(page) ?? []).filter(
    (one) => !known.some((pattern) => pattern.test(one)) && !isShed(one),
  );
  expect(rest).toEqual([]);
}

/** Rules that depend on the colour scheme. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
/** Rules whose undecided results count as violations, because axe decides on links depending on font metrics. */
const ALSO_UNDECIDED = ["link-in-text-block"];

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string }[];
}

/** Expects no axe violations; optionally checks only colour rules. */
export async function expectAccessible(page: Page, where = page.url(), among: "all" | "colours" = "all") {
  // the debugger bypasses the content security policy
  const debug = await page.context().newCDPSession(page);
  const there = await debug.send("Runtime.evaluate", { expression: "'axe' in window" });
  if (there.result.value !== true) await debug.send("Runtime.evaluate", { expression: AXE });
  // preloading is needed only by rules about media and orientation
  const options = {
    resultTypes: ["violations", "incomplete"],
    preload: false,
    ...(among === "colours" && { runOnly: COLOUR_RULES }),
  };
  const { result, exceptionDetails } = await debug.send("Runtime.evaluate", {
    expression: `axe.run(${JSON.stringify(options)}).then(({ violations, incomplete }) => [
      ...violations,
      ...incomplete.filter(({ id }) => ${JSON.stringify(ALSO_UNDECIDED)}.includes(id)),
    ])`,
    awaitPromise: true,
    returnByValue: true,
  });
  await debug.detach();
  expect(exceptionDetails, where).toBeUndefined();
  const violations = result.value as Violation[];
  const reports = violations.map(
    ({ id, impact, nodes }) => `${id} (${impact}): ${nodes.map(({ html }) => html).join("\n  ")}`,
  );
  expect(reports, where).toEqual([]);
}

/** Saves a screenshot. */
export async function shot(page: Page, name: string) {
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
}

/** Large screen, desktop, small desktop, tablet, phone. */
export const WIDTHS = [1920, 1440, 1024, 768, 390] as const;

/** Both schemes of one page, as when the system switches. */
const LOOKS = [
  ["en", ["light", "dark"]],
  ["de", ["dark", "light"]],
] as const;

/** Finishes transitions, during which colours are undefined. */
export function colouredThrough(page: Page) {
  return page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation instanceof CSSTransition) animation.finish();
    }
  });
}

/** Waits until all data is loaded and rendered, because partially rendered pages pass checks by chance. */
export async function settled(page: Page) {
  await page.getByRole("heading", { level: 1 }).waitFor({ state: "attached" });
  const missing = async () => {
    // rendering and dependent requests start within two frames
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    const loading = await page.locator(".mantine-Loader-root, [aria-busy=true]").count();
    return [...(unanswered.get(page) ?? [])].map((request) => request.url()).concat(loading > 0 ? "loading" : []);
  };
  await expect.poll(missing).toEqual([]);
}

/** Check every screen in every look; takes three times as long. */
const IN_ALL = process.env.ORDERDOCK_LOOKS === "all";

export const LANGUAGES_AND_SCHEMES: readonly (readonly [Language, Scheme])[] = LOOKS.flatMap(([language, schemes]) =>
  schemes.map((scheme) => [language, scheme] as const),
);

export const looksIn = (wanted: Language) => LANGUAGES_AND_SCHEMES.filter(([language]) => language === wanted);

/** Selects a look by name; all with `ORDERDOCK_LOOKS=all`. */
export function inTurn<Look>(name: string, looks: readonly Look[]): readonly Look[] {
  if (IN_ALL) return looks;
  const turn = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % looks.length;
  return [looks[turn]!];
}

/** Selects the narrowest width and another one by name; all with `ORDERDOCK_LOOKS=all`. */
function sampledWidths(name: string, widths: readonly number[]): readonly number[] {
  const narrowest = Math.min(...widths);
  const others = widths.filter((width) => width !== narrowest);
  return IN_ALL || others.length === 0 ? widths : [...inTurn(name, others), narrowest];
}

/** Checks a screen in both schemes and a language by name: accessible, no complaints, a screenshot per width. */
export async function everyLook(
  desk: Desk,
  name: string,
  path: string,
  ready: (page: Page) => Promise<unknown>,
  user = desk.user,
  widths?: readonly number[],
) {
  let cookies: Cookie[] = [];
  for (const [language, schemes] of inTurn(name, LOOKS)) {
    const page = await desk.page(path, { language, scheme: schemes[0], user, cookies });
    await ready(page);
    await settled(page);
    cookies = await page.context().cookies();
    for (const scheme of schemes) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor();
      await colouredThrough(page);
      const among = scheme === schemes[0] ? "all" : "colours";
      for (const width of widths ? sampledWidths(name, widths) : [VIEWPORT.width]) {
        if (widths) await page.setViewportSize({ width, height: VIEWPORT.height });
        const look = `${name}-${language}-${scheme}${widths ? `-${width}` : ""}`;
        await shot(page, look);
        await expectAccessible(page, look, among);
      }
    }
    expectCalm(page);
    await page.context().close();
  }
}
