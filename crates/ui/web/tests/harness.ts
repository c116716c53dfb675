// The order desk as its users meet it: the real binary with a fresh database, in a real Chromium.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { chromium, type Browser, type BrowserContext, type Cookie, type Page, type Request } from "playwright-core";
import { expect } from "vitest";

const BINARY = resolve(process.env.ORDERDOCK ?? "../../../target/debug/orderdock");
/** The one that draws no window of its own takes half of the time. */
const CHROMIUM =
  process.env.CHROMIUM ??
  ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) => existsSync(path)) ??
  "";
const SCREENSHOTS = resolve(process.env.SCREENSHOTS ?? "../../../target/screenshots");
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Pages live for seconds: what a compiler makes faster by then comes too late, and what keeps them apart is not tried. */
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
/** A busy machine takes its time: so long a test waits at most for what is to come, in milliseconds. */
export const PATIENCE = 60_000;
/** Where readers are: their day can be another one than that of the machine. */
export const READER_ZONE = "Europe/Berlin";
/** Who the tests are unless they name somebody: a clerk of the demo's own organisation, as most people are. */
const CLERK = "erika";
const OWN = "001";
const VIEWPORT = { width: 1440, height: 900 };

export type Language = "en" | "de";
export type Scheme = "light" | "dark";

interface Look {
  language?: Language;
  scheme?: Scheme;
  user?: string;
  /** Which list they open where the address says nothing of it; who chose none opens that by orders. */
  opens?: "rows" | "nothing chosen";
  /** Of a session that goes on here; a new one without them. */
  cookies?: Cookie[];
}

export interface Desk {
  url: string;
  /** The clerk who walks where nobody is named. */
  user: string;
  /** The demo's administrator, where administration is what is tried, and by whose token the API is called. */
  admin: string;
  password: string;
  token: string;
  folder: string;
  browser: Browser;
  /** Calls the API with the demo's token; a refusal is an error. */
  call: <Answer = unknown>(method: string, path: string, body?: unknown) => Promise<Answer>;
  /** A page of its own session, signed in, in a language and a colour scheme. */
  page: (path?: string, look?: Look) => Promise<Page>;
  /** Adds a user of these organisations, or of all, whose password is that of the demo's user. */
  addUser: (name: string, role: "viewer" | "clerk" | "administrator", organisations: string[]) => void;
  /** Ends the server as a power cut would. */
  kill: () => Promise<void>;
  /** Starts the server again where it was. */
  restart: () => Promise<void>;
  close: () => Promise<void>;
}

/** Everything that a page says it should not: faults on the console, requests that leave the house. */
const complaints = new WeakMap<Page, string[]>();
/** Number of reads that the server answered 503 with a time to repeat them. */
const shedReads = new WeakMap<Page, number>();

/** Requests of a page that have no response yet. */
const unanswered = new WeakMap<Page, Set<Request>>();

/** On PostgreSQL each desk has a database of its own in the cluster that the environment names. */
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
  // the cluster of tests forgets at a crash what it has acknowledged
  return { ...process.env, ORDERDOCK_DATABASE: database, ORDERDOCK_ACCEPT_DATA_LOSS: "true" };
}

interface Started {
  server: ChildProcess;
  url: string;
}

async function serve(folder: string, listen: string, more: string[], env: NodeJS.ProcessEnv): Promise<Started> {
  const options = ["demo", "--data-dir", folder, "--listen", listen, "--scheduler", "false", ...more];
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

export async function openDesk(...more: string[]): Promise<Desk> {
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
    page: async (
      path = "/",
      { language = "en", scheme = "light", user: name = CLERK, opens = "rows", cookies = [] } = {},
    ) => {
      const context = await newContext(browser, url, language, scheme, opens === "rows" ? name : undefined);
      await context.addCookies(cookies);
      context.setDefaultTimeout(PATIENCE);
      const page = await context.newPage();
      listen(page, url);
      if (cookies.length === 0) await signInQuietly(context, url, name, password);
      await page.goto(`${url}${path}`);
      await page.locator("nav").first().waitFor();
      return page;
    },
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

/** Begins a session as the login does, without its page. */
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
  // the stream of events never ends
  page.on("request", (request) => request.url() !== `${url}/api/events` && open.add(request));
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
}

/** Fills in the login that is shown. */
export async function signIn(page: Page, user: string, password: string) {
  await page.locator("input[autocomplete=username]").fill(user);
  await page.locator("input[autocomplete=current-password]").fill(password);
  await page.locator("button[type=submit]").click();
  await page.locator("nav").first().waitFor();
}

/** Nothing was complained of but what the test expects: a refusal that the page has to show is one for Chromium. */
export function expectCalm(page: Page, expected: RegExp[] = []) {
  // asking for the session before there is one is answered 401, and Chromium says so
  const known = [/status of 401/, ...expected];
  // a read that waits for a second on a busy machine is answered 503, and the page repeats it
  let shed = shedReads.get(page) ?? 0;
  const isShed = (one: string) => /status of 503/.test(one) && shed-- > 0;
  const rest = (complaints.get(page) ?? []).filter(
    (one) => !known.some((pattern) => pattern.test(one)) && !isShed(one),
  );
  expect(rest).toEqual([]);
}

/** What a scheme of colours can change of what axe finds. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
/**
 * Rules whose undecided results count as found. Axe compares a link with the text around it only where the middle of
 * the line is not the link itself: without this, the width of the fonts of a machine decides whether a test passes.
 */
const ALSO_UNDECIDED = ["link-in-text-block"];

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string }[];
}

/** Finds nothing that keeps anyone out; among colours alone, where the rest was looked at in others. */
export async function expectAccessible(page: Page, where = page.url(), among: "all" | "colours" = "all") {
  // through the debugger: the page's own policy lets no foreign script in
  const debug = await page.context().newCDPSession(page);
  const there = await debug.send("Runtime.evaluate", { expression: "'axe' in window" });
  if (there.result.value !== true) await debug.send("Runtime.evaluate", { expression: AXE });
  // nothing is loaded for the rules: those that would need it are about media and the turning of telephones
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
  const told = violations.map(
    ({ id, impact, nodes }) => `${id} (${impact}): ${nodes.map(({ html }) => html).join("\n  ")}`,
  );
  expect(told, where).toEqual([]);
}

/** Takes a picture for people to look at. */
export async function shot(page: Page, name: string) {
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
}

/** A desk's screen, a small one, and that of a telephone. */
export const WIDTHS = [1440, 1024, 390] as const;

/** What is loaded in one scheme is seen in the other one, too, as where a system changes at dusk. */
const LOOKS = [
  ["en", ["light", "dark"]],
  ["de", ["dark", "light"]],
] as const;

/** Ends what still changes its colour: in the middle of a change nothing can be read off the page. */
export function colouredThrough(page: Page) {
  return page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation instanceof CSSTransition) animation.finish();
    }
  });
}

/**
 * Waits until all data has arrived and is drawn. A page that is only partly there passes checks that the whole page
 * fails: parts of the dashboard appear in the order of the responses, which differs from machine to machine.
 */
export async function settled(page: Page) {
  await page.getByRole("heading", { level: 1 }).waitFor({ state: "attached" });
  const missing = async () => {
    // a response is drawn, and requests that depend on it start, within two frames
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    const loading = await page.locator(".mantine-Loader-root, [aria-busy=true]").count();
    return [...(unanswered.get(page) ?? [])].map((request) => request.url()).concat(loading > 0 ? "loading" : []);
  };
  await expect.poll(missing).toEqual([]);
}

/** Whether every screen is to be looked at in every look, which takes three times as long. */
const IN_ALL = process.env.ORDERDOCK_LOOKS === "all";

/** Both languages in both colour schemes. */
export const LANGUAGES_AND_SCHEMES: readonly (readonly [Language, Scheme])[] = LOOKS.flatMap(([language, schemes]) =>
  schemes.map((scheme) => [language, scheme] as const),
);

export const looksIn = (wanted: Language) => LANGUAGES_AND_SCHEMES.filter(([language]) => language === wanted);

/** One of the looks, by the name of what is looked at; all of them with `ORDERDOCK_LOOKS=all`. */
export function inTurn<Look>(name: string, looks: readonly Look[]): readonly Look[] {
  if (IN_ALL) return looks;
  const turn = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % looks.length;
  return [looks[turn]!];
}

/**
 * Goes through a screen in both colour schemes, and in one of the languages, or in both with `ORDERDOCK_LOOKS=all`:
 * accessible, calm, and a picture of each width.
 */
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
      for (const width of widths ?? [VIEWPORT.width]) {
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
