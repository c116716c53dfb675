// Incoming orders on hold: reasons, release, exclusion, and the elements that show their number.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everyLook, expectAccessible, expectCalm, openDesk, shot, type Desk, WIDTHS } from "./harness";
import { cell, focused, holdBack, listed, read, sendLines } from "./list";

let desk: Desk;
const STRANGER = "otto";
const VIEWER = "vera";
/** Lines of incoming orders with missing lines. */
let first: number[];
let second: number[];
/** A valid line and a line with an error of the same incoming order. */
let beside: number[];
beforeAll(async () => {
  desk = await openDesk();
  desk.addUser(STRANGER, "clerk", ["test-org-03"]);
  desk.addUser(VIEWER, "viewer", ["001"]);
  first = await sendLines(desk, "HOLD-1", [1, 2], { headerLineCount: 5 });
  second = await sendLines(desk, "HOLD-2", [3], { headerLineCount: 2 });
  beside = await sendLines(desk, "HOLD-3", [4, 0]);
});
afterAll(() => desk.close());

const option = (page: Page, text: string | RegExp) =>
  page
    .getByRole("listbox", { name: /^(Reasons|Gründe)$/ })
    .getByRole("option")
    .filter({ hasText: text });
const MISSING = /Lines missing|Positionen fehlen/;
const detail = (page: Page) => page.getByRole("region", { name: MISSING });
const dialog = (page: Page) => page.getByRole("dialog");
const orders = (page: Page) => listed(page, "Incoming orders on hold");

test("reasons are accessible for users with and without permission in every look", async () => {
  for (const user of [desk.user, VIEWER, desk.admin]) {
    const ready = async (page: Page) => {
      await option(page, MISSING).waitFor();
      const buttons = await page
        .locator("main")
        .getByRole("button", { name: /Release|Freigeben|Exclude/ })
        .count();
      expect(buttons > 0).toBe(user !== VIEWER);
    };
    await everyLook(desk, `on-hold-${user}`, "/on-hold?hold=header.incomplete", ready, user, WIDTHS);
  }
});

test("orders of other organisations are invisible", async () => {
  const ready = async (page: Page) => {
    await page.getByRole("heading", { name: /^(Nothing on hold|Nichts zurückgehalten)$/ }).waitFor();
    expect(await page.getByRole("option").count()).toBe(0);
  };
  await everyLook(desk, "on-hold-clear", "/on-hold", ready, STRANGER);
});

test("reason, age, value and source of each order are listed", async () => {
  const page = await desk.page("/on-hold?hold=header.incomplete");
  await detail(page).getByText("3 lines on hold", { exact: true }).waitFor();
  await detail(page).getByText("2 incoming orders", { exact: true }).first().waitFor();
  await expect.poll(() => orders(page).count()).toBe(2);
  const texts = await orders(page).allInnerTexts();
  expect(texts[0]).toMatch(/HOLD-1[\s\S]*2 of 5 lines[\s\S]*min[\s\S]*EUR/);
  expect(texts[1]).toMatch(/HOLD-2[\s\S]*1 of 2 lines/);
  await option(page, /Error in another line/).click();
  await expect.poll(() => orders(page).allInnerTexts()).toContainEqual(expect.stringMatching(/HOLD-3/));
  await orders(page).filter({ hasText: "HOLD-3" }).getByRole("link").click();
  await page.waitForURL((url) => url.pathname === "/candidates" && url.searchParams.has("headerOf"));
  await expect.poll(() => page.locator("[role=row] [data-column=candidate] a").count()).toBe(2);
  expectCalm(page);
});

test("selected order is excluded after a confirmation and restored by one key", async () => {
  const page = await desk.page("/on-hold?hold=header.incomplete");
  await expect.poll(() => orders(page).count()).toBe(2);
  await cell(page, 1, "select").click();
  await page.getByText("Actions apply to 1 selected incoming order.", { exact: false }).waitFor();
  await expectAccessible(page);
  await shot(page, "on-hold-selected-en-light");
  await page.getByRole("button", { name: "Exclude…" }).press("Enter");
  await dialog(page).getByText("Exclude 1 incoming order").waitFor();
  await expectAccessible(page);
  expect((await read(desk, second[0]!)).status).toBe("new");
  await dialog(page).getByRole("button", { name: "Exclude", exact: true }).press("Enter");
  await expect.poll(async () => (await read(desk, second[0]!)).status).toBe("inactive");
  expect((await read(desk, first[0]!)).status).toBe("new");
  await expect.poll(() => orders(page).count()).toBe(1);
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await read(desk, second[0]!)).status).toBe("new");
  await expect.poll(() => orders(page).count()).toBe(2);
  expectCalm(page);
});

test("orders that wait for the customer move to their reason", async () => {
  const page = await desk.page("/on-hold?hold=sibling.error");
  await orders(page).filter({ hasText: "HOLD-3" }).waitFor();
  const row = Number(await orders(page).filter({ hasText: "HOLD-3" }).getAttribute("aria-rowindex")) - 2;
  await cell(page, row, "select").click();
  await page.getByRole("button", { name: "Wait for customer…" }).click();
  await dialog(page).getByRole("button", { name: "Wait", exact: true }).click();
  await option(page, "Waiting for customer").click();
  await orders(page)
    .filter({ hasText: /HOLD-3[\s\S]*until/ })
    .waitFor();
  await shot(page, "on-hold-waiting-en-light");
  await page.getByRole("button", { name: "End wait" }).click();
  await option(page, "Waiting for customer").waitFor({ state: "detached" });
  expect(await read(desk, beside[0]!)).toMatchObject({ status: "new" });
  expectCalm(page);
});

test("tile, badge and inbox name orders on hold", async () => {
  const page = await desk.page("/");
  const held = await desk.call<{ candidates: number; orders: number }>(
    "GET",
    "/api/sales/order/candidates/holds?org=001",
  );
  const tile = page.getByRole("list", { name: "Key figures" }).getByRole("link", { name: /^On hold/ });
  await expect
    .poll(() => tile.innerText())
    .toMatch(new RegExp(`\\n${held.candidates}\\n+${held.orders} incoming orders`));
  expect(await tile.innerText()).toMatch(/EUR/);
  const entry = page.getByRole("navigation").getByRole("link", { name: /^On hold/ });
  await expect.poll(() => entry.innerText()).toMatch(String(held.orders));
  await tile.click();
  await page.waitForURL((url) => url.pathname === "/on-hold");
  await option(page, MISSING).waitFor();
  // an inbox without errors is not all clear while orders are on hold
  await page.route("**/api/sales/order/candidates/problems*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), items: [], groups: 0, candidates: 0 } });
  });
  await page.keyboard.press("g");
  await page.keyboard.press("n");
  await page.getByRole("heading", { name: "No lines with errors" }).waitFor();
  expect(await page.getByRole("heading", { name: "All resolved" }).count()).toBe(0);
  await expectAccessible(page);
  await shot(page, "inbox-on-hold-en-light");
  await page.getByRole("link", { name: `${held.orders} incoming orders on hold` }).click();
  await page.waitForURL((url) => url.pathname === "/on-hold");
  expectCalm(page);
});

test("release needs its preview, and Enter cancels without it", async () => {
  const page = await desk.page("/on-hold?hold=header.incomplete");
  await expect.poll(() => orders(page).count()).toBe(2);
  const isPlan = ({ pathname, searchParams }: URL) =>
    pathname === "/api/sales/order/candidates/process" && searchParams.get("dryRun") === "true";
  const held = await holdBack(page, isPlan);
  await page.getByRole("button", { name: /^Release/ }).click();
  await held.asked();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Cancel");
  const create = dialog(page).getByRole("button", { name: "Create", exact: true });
  expect(await create.getAttribute("aria-disabled")).toBe("true");
  await create.click({ force: true });
  await dialog(page).getByRole("button", { name: "Cancel" }).focus();
  await page.keyboard.press("Enter");
  await dialog(page).waitFor({ state: "detached" });
  held.letGo();
  for (const id of [...first, ...second]) expect((await read(desk, id)).status).toBe("new");
  expectCalm(page);
});

test("clerk releases all orders of a reason by keyboard", async () => {
  const page = await desk.page("/");
  await page.getByRole("list", { name: "Key figures" }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("f");
  await page.waitForURL((url) => url.pathname === "/on-hold");
  const missing = option(page, MISSING);
  const isFocused = () => missing.evaluate((one) => one === document.activeElement);
  await missing.waitFor();
  for (let presses = 0; presses < 8 && !(await isFocused()); presses++) await page.keyboard.press("ArrowDown");
  expect(await isFocused()).toBe(true);
  await page.keyboard.press("Enter");
  const ticked = dialog(page).getByRole("checkbox", { name: /lines are missing/ });
  await expect.poll(() => ticked.isChecked()).toBe(true);
  await dialog(page).getByText("3 lines will become 2 orders.").waitFor();
  await expectAccessible(page);
  await shot(page, "on-hold-release-en-light");
  await expect.poll(() => focused(page)).toMatch(/^BUTTON/);
  await page.keyboard.press("Enter");
  for (const id of [...first, ...second]) {
    await expect.poll(async () => (await read(desk, id)).status).toBe("processed");
  }
  await missing.waitFor({ state: "detached" });
  expectCalm(page);
});

test("phone shows reasons and orders as steps", async () => {
  await sendLines(desk, "HOLD-9", [1], { headerLineCount: 2 });
  const page = await desk.page("/on-hold", { phone: true });
  await option(page, MISSING).click();
  const back = page.getByRole("button", { name: "All reasons" });
  await expect.poll(() => back.evaluate((button) => button === document.activeElement)).toBe(true);
  await orders(page).first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await shot(page, "on-hold-phone-en-light");
  await back.click();
  await option(page, MISSING).waitFor();
  expectCalm(page);
});
