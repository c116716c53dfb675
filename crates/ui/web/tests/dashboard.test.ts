import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { everyLook, expectAccessible, expectCalm, openDesk, shot, type Desk } from "./harness";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  desk.addUser("otto", "clerk", ["test-org-03"]);
});
afterAll(() => desk.close());

const tile = (page: Page, name: string) =>
  page.getByRole("list", { name: "Figures" }).getByRole("link", { name: new RegExp(`^${name}`) });

test("the dashboard looks finished everywhere", async () => {
  await everyLook(desk, "dashboard", "/", async (page) => {
    await page.locator(".recharts-surface").nth(1).waitFor();
    await page
      .getByText(/Jede Minute|Every minute/)
      .first()
      .waitFor();
  });
}, 120_000);

test("tiles and problems lead to what they count", async () => {
  const page = await desk.page("/");
  expect(await tile(page, "To settle").getAttribute("href")).toBe("/inbox");
  expect(await tile(page, "Ready").getAttribute("href")).toBe("/candidates?status=new");
  expect(await tile(page, "Oldest").getAttribute("href")).toMatch(/^\/candidates\/\d+$/);
  await page
    .getByRole("table", { name: "What stops most" })
    .getByRole("link", { name: /No price in the price list/ })
    .click();
  await page.waitForURL(/\/candidates\?status=error&problem=price\.none/);
  await page.getByRole("heading", { level: 1 }).waitFor();
  expectCalm(page);
});

test("it tells what must be done, whether it runs and what came of it, also on a telephone", async () => {
  const page = await desk.page("/");
  const age = page.getByRole("table", { name: "Here since" });
  await age.getByRole("link").first().waitFor();
  const running = page.getByRole("region", { name: "Is it running?" });
  await running.getByText("No run failed").waitFor();
  const source = running.getByRole("table", { name: "Data sources" }).getByRole("row").nth(1);
  await expect.poll(() => source.innerText()).toMatch(/^Order candidates over HTTP\s.* ago\s+\d+\s+–$/);
  await page.getByText("not enough days yet to compare").waitFor();
  // nothing is shown under the names that senders and programs have
  expect(await page.locator("main").innerText()).not.toMatch(/C_OLCand|Impl\b|price\.none/);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await shot(page, "dashboard-390-en-light");
  await age.getByRole("link").first().click();
  await page.waitForURL(/\/candidates\?status=(error|new)&createdFrom=/);
  expectCalm(page);
});

test("without anything there is no chart", async () => {
  const page = await desk.page("/inbox", { user: "otto" });
  await page.route("**/api/statistics/intake?*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), buckets: [], sources: [] } });
  });
  await page.goto(`${desk.url}/`);
  await page.getByText("Nothing is to be settled.").waitFor();
  await page.getByRole("region", { name: "Is it running?" }).getByText("No run failed").waitFor();
  expect(await page.getByRole("heading", { name: /^Intake by/ }).count()).toBe(0);
  await shot(page, "dashboard-empty-en-light");
  expectCalm(page);
});

test("the period is chosen by keys and stays in the address; charts are tables on request", async () => {
  const page = await desk.page("/");
  await tile(page, "Ready").waitFor();
  await page.keyboard.press("2");
  await page.waitForURL(/period=7d/);
  const buttons = page.getByRole("button", { name: "Show as table" });
  await buttons.first().click();
  const table = page.getByRole("table", { name: "Intake by status" });
  await expect.poll(() => table.locator("tbody tr").count()).toBe(7);
  await page.keyboard.press("3");
  await page.waitForURL(/period=30d/);
  await expect.poll(() => table.locator("tbody tr").count()).toBe(30);
  await page.reload();
  await tile(page, "Ready").waitFor();
  expect(new URL(page.url()).searchParams.get("period")).toBe("30d");
  await expectAccessible(page);
  expectCalm(page);
});

test("what comes in meanwhile is counted without a reload", async () => {
  const page = await desk.page("/");
  const figure = async () => Number((await tile(page, "Ready").innerText()).replace(/\D/g, ""));
  await tile(page, "Ready").waitFor();
  const before = await figure();
  await desk.call("POST", "/api/sales/order/candidates", {
    org: { code: "001" },
    bpartner: { bpartner: { code: "G0001" }, location: { externalId: "2156425" } },
    product: { code: "A001" },
    qty: 3,
    price: 24,
    currencyCode: "EUR",
    externalHeaderId: "LIVE-1",
    externalLineId: "1",
    poReference: "LIVE-1",
    dateRequired: "2030-01-15",
  });
  await expect.poll(figure).toBe(before + 1);
  expectCalm(page);
});
