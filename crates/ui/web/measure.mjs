// Measures response times of the disposition list on a running server, best with a million candidates: npm run measure
// -- http://127.0.0.1:8080 admin PASSWORD [search text] It changes the quantity of one candidate and undoes the
// change.
import { chromium } from "playwright-core";

const [url, user, password, words = "BENCH-17"] = process.argv.slice(2);
if (!password) {
  console.error("expected: npm run measure -- URL USER PASSWORD [WORDS]");
  process.exit(2);
}

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--enable-precise-memory-info"];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-GB" });
const page = await context.newPage();
const say = (what, figure) => console.log(`${what.padEnd(54)} ${figure}`);

await page.goto(url);
await page.locator("input[autocomplete=username]").fill(user);
await page.locator("input[autocomplete=current-password]").fill(password);
await page.locator("button[type=submit]").click();
await page.locator("nav").first().waitFor();
await page.waitForTimeout(2_000);

const FIRST = '[role=row][aria-rowindex="2"]';
const LISTS = [
  { name: "rows", path: "/candidates?list=rows", role: "grid", told: "[data-column=candidate] a" },
  { name: "orders", path: "/candidates?list=orders", role: "treegrid", told: "[data-column=headerId]" },
];

for (const { name, path, told } of LISTS) {
  const begin = performance.now();
  await page.goto(`${url}${path}`);
  await page.locator(`${FIRST} ${told}`).waitFor();
  say(`${name}: the first, from the address`, `${Math.round(performance.now() - begin)} ms`);
  await page.waitForTimeout(1_500);
}

const cold = await browser.newContext();
const other = await cold.newPage();
let bytes = 0;
other.on("response", (response) => {
  if (response.url().includes("/assets/")) bytes += Number(response.headers()["content-length"] ?? 0);
});
await cold.addCookies(await context.cookies());
await other.goto(`${url}/candidates`);
await other.locator(FIRST).waitFor();
await other.waitForTimeout(2_000);
say("first load, compressed", `${Math.round(bytes / 1024)} KB`);
await cold.close();

/** Time from typing to the filtered rows. */
async function searched({ name, path, role, told }) {
  await page.goto(`${url}${path}`);
  await page.locator(`${FIRST} ${told}`).waitFor();
  await page.waitForTimeout(1_500);
  const search = page.locator("[data-search]");
  await search.focus();
  const rows = `[role=${role}]`;
  // the order count may stay inexact, so compare the first row
  const before = await page.evaluate((rows) => {
    const grid = document.querySelector(rows);
    return `${grid?.getAttribute("aria-rowcount")} ${grid?.querySelector("[aria-rowindex='2']")?.textContent}`;
  }, rows);
  const typed = performance.now();
  await page.keyboard.insertText(words);
  await page.waitForFunction(
    ([rows, before]) => {
      const grid = document.querySelector(rows);
      const now = `${grid?.getAttribute("aria-rowcount")} ${grid?.querySelector("[aria-rowindex='2']")?.textContent}`;
      return now !== before;
    },
    [rows, before],
    { polling: "raf" },
  );
  say(`${name}: search for ${words}, with the wait for more`, `${Math.round(performance.now() - typed)} ms`);
  await search.fill("");
  await page.waitForTimeout(1_500);
}

async function jumped({ name, told }) {
  await page.locator('[data-row="0"][data-column="status"]').click();
  const last = performance.now();
  await page.keyboard.press("Control+End");
  await page.waitForFunction(
    (told) => {
      const row = document.activeElement?.closest("[role=row]");
      return row && Number(row.getAttribute("aria-rowindex")) > 3 && row.querySelector(told);
    },
    told,
    { polling: "raf" },
  );
  const at = await page.evaluate(() => document.activeElement?.closest("[role=row]")?.getAttribute("aria-rowindex"));
  say(`${name}: the last, by Ctrl+End (row ${Number(at) - 1})`, `${Math.round(performance.now() - last)} ms`);
}

/** Longest frame while scrolling through all rows. */
async function dragged(what, role) {
  const frames = await page.locator(`[role=${role}]`).evaluate(
    (grid) =>
      new Promise((done) => {
        const highest = grid.scrollHeight - grid.clientHeight;
        const times = [];
        let step = 0;
        let at = performance.now();
        const next = () => {
          const now = performance.now();
          times.push(now - at);
          at = now;
          grid.scrollTop = (highest * step++) / 150;
          if (step <= 150) requestAnimationFrame(next);
          else done(times.slice(2));
        };
        requestAnimationFrame(next);
      }),
  );
  say(`${what}, worst frame`, `${Math.round(Math.max(...frames))} ms`);
}

for (const list of LISTS) {
  const { name, role } = list;
  await searched(list);
  await jumped(list);
  await dragged(`${name}: dragged through all`, role);
  if (name === "orders") {
    await page.locator("[role=treegrid]").evaluate((grid) => (grid.scrollTop = 0));
    await page.locator('[data-row="0"][data-column="status"]').click();
    await page.locator(`${FIRST} ${list.told}`).waitFor();
    const begin = performance.now();
    await page.keyboard.press("*");
    await page.locator('[role=row][aria-rowindex="3"][aria-level="2"] [data-column=headerId]').waitFor();
    say("orders: all unfolded, until lines are there", `${Math.round(performance.now() - begin)} ms`);
    await dragged("orders: dragged through all, unfolded", role);
  }
  const debug = await context.newCDPSession(page);
  await debug.send("HeapProfiler.collectGarbage");
  const heap = await page.evaluate(() => performance.memory.usedJSHeapSize);
  say(`${name}: heap`, `${Math.round(heap / 1e6)} MB`);
  await debug.detach();
}

await page.goto(`${url}/candidates?status=new&list=rows`);
await page.locator('[data-row="0"][data-column="qtyOverride"]').click();
await page.keyboard.press("F2");
await page.keyboard.insertText("7");
const answered = page.waitForResponse((response) => response.request().method() === "PATCH");
const saved = performance.now();
await page.keyboard.press("Enter");
await (await answered).finished();
say("a value saved, from Enter to the answer", `${Math.round(performance.now() - saved)} ms`);
const undone = page.waitForResponse((response) => response.request().method() === "PATCH");
await page.keyboard.press("Control+z");
await undone;
await browser.close();
