import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { everyLook, expectAccessible, expectCalm, openDesk, type Desk } from "./harness";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
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
  expect(await tile(page, "Error").getAttribute("href")).toBe("/candidates?status=error");
  expect(await tile(page, "New").getAttribute("href")).toBe("/candidates?status=new");
  expect(await tile(page, "Oldest").getAttribute("href")).toMatch(/^\/candidates\/\d+$/);
  await page
    .getByRole("table", { name: "Top problems" })
    .getByRole("link", { name: /No price in the price list/ })
    .click();
  await page.waitForURL(/\/candidates\?status=error&problem=price\.none/);
  await page.getByRole("heading", { level: 1 }).waitFor();
  expectCalm(page);
});

test("the period is chosen by keys and stays in the address; charts are tables on request", async () => {
  const page = await desk.page("/");
  await tile(page, "New").waitFor();
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
  await tile(page, "New").waitFor();
  expect(new URL(page.url()).searchParams.get("period")).toBe("30d");
  await expectAccessible(page);
  expectCalm(page);
});

test("what comes in meanwhile is counted without a reload", async () => {
  const page = await desk.page("/");
  const figure = async () => Number((await tile(page, "New").innerText()).replace(/\D/g, ""));
  await tile(page, "New").waitFor();
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
