// The order desk as its users meet it: the real binary with a fresh database, in a real Chromium.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { chromium, type Browser, type BrowserContext, type Cookie, type Page } from "playwright-core";
import { expect } from "vitest";

const BINARY = resolve(process.env.ORDERDOCK ?? "../../../target/debug/orderdock");
/** The one that draws no window of its own takes half of the time. */
const CHROMIUM =
  process.env.CHROMIUM ??
  ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) => existsSync(path)) ??
  "";
const SCREENSHOTS = resolve(process.env.SCREENSHOTS ?? "../../../target/screenshots");
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** A busy machine takes its time: so long a test waits at most for what is to come, in milliseconds. */
export const PATIENCE = 60_000;
const VIEWPORT = { width: 1440, height: 900 };

export type Language = "en" | "de";
export type Scheme = "light" | "dark";

interface Look {
  language?: Language;
  scheme?: Scheme;
  user?: string;
  /** Of a session that goes on here; a new one without them. */
  cookies?: Cookie[];
}

export interface Desk {
  url: string;
  user: string;
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
  const [user, password, token] = [line("User"), line("Password"), line("Token")];
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

  return {
    url,
    user,
    password,
    token,
    folder,
    browser,
    call,
    addUser: (name, role, organisations) => {
      const options = ["user", "create", name, "--role", role, "--password-stdin", "--data-dir", folder];
      if (organisations.length > 0) options.push("--org", organisations.join());
      const { status, stderr } = spawnSync(BINARY, options, { env, input: password, encoding: "utf8" });
      expect(status, stderr).toBe(0);
    },
    page: async (path = "/", { language = "en", scheme = "light", user: name = user, cookies = [] } = {}) => {
      const context = await newContext(browser, url, language, scheme);
      await context.addCookies(cookies);
      context.setDefaultTimeout(PATIENCE);
      const page = await context.newPage();
      listen(page, url);
      await page.goto(`${url}${path}`);
      if (cookies.length === 0) await signIn(page, name, password);
      // a clerk who came for no page in particular was led elsewhere; the test wants the page that it named
      if (path === "/" && new URL(page.url()).pathname !== path) await page.goto(`${url}${path}`);
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

async function newContext(browser: Browser, url: string, language: Language, scheme: Scheme): Promise<BrowserContext> {
  const origin = { origin: url, localStorage: [{ name: "orderdock.language", value: language }] };
  return browser.newContext({
    viewport: VIEWPORT,
    colorScheme: scheme,
    reducedMotion: "reduce",
    locale: language === "de" ? "de-DE" : "en-GB",
    timezoneId: "Europe/Berlin",
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
  page.on("request", (request) => {
    const asked = request.url();
    if (!asked.startsWith(url) && !asked.startsWith("blob:")) said.push(`a request to ${asked}`);
  });
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
  const rest = (complaints.get(page) ?? []).filter((one) => !known.some((pattern) => pattern.test(one)));
  expect(rest).toEqual([]);
}

/** What a scheme of colours can change of what axe finds. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

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
  const options = { resultTypes: ["violations"], ...(among === "colours" && { runOnly: COLOUR_RULES }) };
  const { result, exceptionDetails } = await debug.send("Runtime.evaluate", {
    expression: `axe.run(${JSON.stringify(options)}).then((found) => found.violations)`,
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

/** Goes through a screen in both languages and both colour schemes: accessible, calm, and a picture of each width. */
export async function everyLook(
  desk: Desk,
  name: string,
  path: string,
  ready: (page: Page) => Promise<unknown>,
  user = desk.user,
  widths?: readonly number[],
) {
  let cookies: Cookie[] = [];
  for (const [language, schemes] of LOOKS) {
    const page = await desk.page(path, { language, scheme: schemes[0], user, cookies });
    await ready(page);
    cookies = await page.context().cookies();
    for (const scheme of schemes) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor();
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
