// How quick is the disposition in a browser? Measured at a running server, best one with a million candidates:
//   npm run measure -- http://127.0.0.1:8080 admin PASSWORD [words to search for]
// It changes the quantity of one candidate and takes that back.
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
const say = (what, figure) => console.log(`${what.padEnd(44)} ${figure}`);

await page.goto(url);
await page.locator("input[autocomplete=username]").fill(user);
await page.locator("input[autocomplete=current-password]").fill(password);
await page.locator("button[type=submit]").click();
await page.locator("nav").first().waitFor();
await page.waitForTimeout(2_000);

const begin = performance.now();
await page.goto(`${url}/candidates`);
await page.locator('[role=row][aria-rowindex="2"] [data-column=candidate] a').waitFor();
say("first rows, from the address", `${Math.round(performance.now() - begin)} ms`);
await page.waitForTimeout(1_500);

const cold = await browser.newContext();
const other = await cold.newPage();
let bytes = 0;
other.on("response", (response) => {
  if (response.url().includes("/assets/")) bytes += Number(response.headers()["content-length"] ?? 0);
});
await cold.addCookies(await context.cookies());
await other.goto(`${url}/candidates`);
await other.locator('[role=row][aria-rowindex="2"]').waitFor();
await other.waitForTimeout(2_000);
say("first load, compressed", `${Math.round(bytes / 1024)} KB`);
await cold.close();

const search = page.locator("[data-search]");
await search.focus();
const typed = performance.now();
const all = await page.locator("[role=grid]").getAttribute("aria-rowcount");
await page.keyboard.insertText(words);
await page.waitForFunction((all) => document.querySelector("[role=grid]")?.getAttribute("aria-rowcount") !== all, all, {
  polling: "raf",
});
say(`search for ${words}, with the wait for more`, `${Math.round(performance.now() - typed)} ms`);
await search.fill("");
await page.waitForTimeout(1_500);

const grid = page.locator("[role=grid]");
await page.locator('[data-row="0"][data-column="status"]').click();
const last = performance.now();
await page.keyboard.press("Control+End");
await page.waitForFunction(
  () => {
    const row = document.activeElement?.closest("[role=row]");
    return row && Number(row.getAttribute("aria-rowindex")) > 3 && row.querySelector("[data-column=candidate] a");
  },
  undefined,
  { polling: "raf" },
);
say("the last row, by Ctrl+End", `${Math.round(performance.now() - last)} ms`);

const frames = await grid.evaluate(
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
say("dragged through all rows, worst frame", `${Math.round(Math.max(...frames))} ms`);
const debug = await context.newCDPSession(page);
await debug.send("HeapProfiler.collectGarbage");
say("heap", `${Math.round((await page.evaluate(() => performance.memory.usedJSHeapSize)) / 1e6)} MB`);

await page.goto(`${url}/candidates?status=new`);
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
