// Lists on phones: cards, taps and swipes.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { everyLook, expectAccessible, expectCalm, openDesk, TIMEOUT, shot, type Desk } from "./harness";
import { arrived, cell, listed, read, sendLines } from "./list";

let desk: Desk;
let ids: number[];
beforeAll(async () => {
  desk = await openDesk();
  ids = await sendLines(desk, "PHONE", [1, 2]);
  await sendLines(desk, "PHONE-WRONG", [0]);
  const ordered = await sendLines(desk, "ORDERED", [1]);
  await desk.call("POST", "/api/sales/order/candidates/process", { selection: { ids: ordered } });
  await vi.waitUntil(async () => (await read(desk, ordered[0]!)).status === "processed", { timeout: TIMEOUT });
});
afterAll(() => desk.close());

const PHONE = { width: 390, height: 844 };

async function phone(path: string, user = desk.user): Promise<Page> {
  const page = await desk.page(path, { user });
  await page.setViewportSize(PHONE);
  return page;
}

/** Swipes a card horizontally by touch. */
async function swipe(page: Page, text: string | RegExp, by: number) {
  const card = page.locator("[data-column=card]").filter({ hasText: text }).first();
  const box = (await card.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: number) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: at === undefined ? [] : [{ x: at, y }] });
  await touch("touchStart", x);
  for (let step = 1; step <= 8; step++) await touch("touchMove", x + (by * step) / 8);
  await touch("touchEnd");
  await session.detach();
}

test("cards are accessible in every look", async () => {
  for (const list of ["rows", "orders"]) {
    const ready = (page: Page) => page.getByRole("gridcell").first().waitFor();
    await everyLook(desk, `phone-${list}`, `/candidates?q=PHONE&list=${list}`, ready, undefined, [390]);
  }
});

test("first line of each list starts within 200 pixels", async () => {
  for (const path of ["/candidates?list=rows", "/candidates?list=orders", "/orders", "/inbox", "/scheduler"]) {
    // runs of all organisations need access to all
    const page = await phone(path, path === "/scheduler" ? desk.admin : desk.user);
    const first = page.locator("[role=row]:has([role=gridcell]), [role=option]").first();
    await first.waitFor();
    await expect.poll(async () => (await first.boundingBox())!.y, { message: path }).toBeLessThanOrEqual(200);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(PHONE.width);
    await page.context().close();
  }
});

test("schedules unfold above the runs", async () => {
  const page = await phone("/scheduler");
  const schedule = page.getByRole("region", { name: "Hauptbetrieb" });
  await page.getByText("1 of 1 schedule active").waitFor();
  await expectAccessible(page);
  expect(await schedule.isVisible()).toBe(false);
  await page.getByText("1 of 1 schedule active").click();
  await schedule.getByText("Every minute").waitFor();
  await expectAccessible(page);
  await shot(page, "phone-schedules-en-light");
  expectCalm(page);
});

test("one tap opens a line, and numbers get the numeric keypad", async () => {
  const page = await phone("/candidates?q=PHONE-WRONG&list=rows");
  await arrived(page);
  await cell(page, 0, "card").getByRole("link").click();
  await page.waitForURL(/open=\d+/);
  const quantity = page.locator("input[inputmode=decimal]").first();
  await quantity.waitFor();
  await expectAccessible(page);
  await shot(page, "phone-line-en-light");
  expectCalm(page);
});

test("swipes exclude and assign, and are undone", async () => {
  const page = await phone("/candidates?q=PHONE&list=rows&sort=createdAt");
  await arrived(page);
  const line = /1\u00a0?\s?pcs/;
  await cell(page, 0, "card").waitFor();
  // the swipe is too short
  await swipe(page, line, -60);
  expect((await read(desk, ids[0]!)).status).toBe("new");
  await swipe(page, line, -150);
  await expect.poll(async () => (await read(desk, ids[0]!)).status).toBe("inactive");
  expect(page.url()).not.toContain("open=");
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await read(desk, ids[0]!)).status).toBe("new");
  await swipe(page, line, 150);
  await expect.poll(async () => (await read(desk, ids[0]!)).assignedTo).toBe(desk.user);
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await read(desk, ids[0]!)).assignedTo).toBeUndefined();
  expectCalm(page);
});

test("order without errors shows its lines on a tap", async () => {
  const page = await phone("/candidates?q=PHONE&list=orders&status=new");
  await arrived(page);
  await cell(page, 0, "card").getByRole("button").last().click();
  await page.locator("[role=row][aria-level='2']").nth(1).waitFor();
  await shot(page, "phone-order-en-light");
  expectCalm(page);
});

test("sales orders show further filters on request", async () => {
  const page = await phone("/orders");
  await listed(page, /./).first().waitFor();
  expect(await page.getByRole("textbox", { name: "Status" }).count()).toBe(0);
  await page.getByRole("button", { name: "Filters" }).click();
  await page
    .getByRole("textbox", { name: "Status" })
    .or(page.getByRole("combobox", { name: "Status" }))
    .first()
    .waitFor();
  await expectAccessible(page);
  expectCalm(page);
});
