// Transfer size of the first visit: compressed scripts and styles.
import type { Page, Response } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDesk, type Desk } from "./harness";
import { arrived } from "./list";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

/** Maximum bytes until the disposition shows rows. */
const BUDGET = 400 * 1024;
/** Maximum bytes of fonts, which do not delay the rows. */
const FONT_BUDGET = 64 * 1024;

/** Records the size of each script and style by path. */
function weigh(page: Page): Map<string, number> {
  const sizes = new Map<string, number>();
  page.on("response", (response: Response) => {
    const { pathname } = new URL(response.url());
    if (!/\.(js|css)$/.test(pathname)) return;
    const headers = response.headers();
    expect(headers["content-encoding"], pathname).toBe("gzip");
    sizes.set(pathname, Number(headers["content-length"]));
  });
  return sizes;
}

/** Records the size of each font by path. */
function weighFonts(page: Page): Map<string, number> {
  const sizes = new Map<string, number>();
  page.on("response", (response: Response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith(".woff2")) sizes.set(pathname, Number(response.headers()["content-length"]));
  });
  return sizes;
}

const sum = (sizes: Iterable<number>) => [...sizes].reduce((all, one) => all + one, 0);
const inKilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;

test.each([
  ["/candidates?list=orders", "treegrid"],
  ["/candidates?list=rows", "grid"],
] as const)("first load of %s stays within its budget", async (path, role) => {
  // empty cache
  const first = await desk.page("/");
  const cookies = await first.context().cookies();
  await first.context().close();
  const context = await desk.browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-GB" });
  await context.addCookies(cookies);
  const visit = await context.newPage();
  const sizes = weigh(visit);
  const fonts = weighFonts(visit);
  await visit.goto(`${desk.url}${path}`);
  await visit.getByRole(role).waitFor();
  await arrived(visit);
  await visit.locator("[role=row][aria-rowindex='2'] [data-column=status]").getByText(/\w/).first().waitFor();
  const named = (await (await fetch(`${desk.url}/`)).text()).match(/\/assets\/[^"]+\.(js|css)/g) ?? [];
  expect(named.length).toBeGreaterThan(1);
  for (const one of named) expect(sizes.get(one), one).toBeGreaterThan(0);
  const begin = sum(named.map((one) => sizes.get(one) ?? Number.NaN));
  const all = sum(sizes.values());
  console.log(`${path}: ${inKilobytes(begin)} named by the page, ${inKilobytes(all)} until rows are there`);
  expect(all).toBeGreaterThanOrEqual(begin);
  expect(all).toBeLessThanOrEqual(BUDGET);
  expect(
    await visit.evaluate(() => document.fonts.ready.then(() => document.fonts.check("13px 'Inter Variable'"))),
  ).toBe(true);
  expect(fonts.size).toBeGreaterThan(0);
  expect(sum(fonts.values())).toBeLessThanOrEqual(FONT_BUDGET);
  await context.close();
});
