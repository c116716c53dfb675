// Creation of orders with plan, progress and undo.
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everyLook, expectAccessible, expectCalm, openDesk, shot, type Desk } from "./harness";
import { arrived, cell, holdBack, lead, listed } from "./list";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const CANDIDATES = "/api/sales/order/candidates";

interface Row {
  id: number;
  status: string;
}

/** Sends incoming orders, some with the wrong currency. */
async function send(name: string, headers: number, lines: number, wrong = 0): Promise<number[]> {
  const requests = Array.from({ length: headers * lines }, (_, index) => ({
    bpartner: { bpartner: { code: "G0001" }, location: { externalId: "2156425" } },
    product: { code: "P002737" },
    qty: (index % 9) + 1,
    poReference: `${name}-${Math.floor(index / lines)}`,
    dateRequired: "2030-02-11",
    externalHeaderId: `${name}-${Math.floor(index / lines)}`,
    externalLineId: String((index % lines) + 1),
    ...(index < wrong * lines && { price: 30, currencyCode: "INR" }),
  }));
  const answer = await desk.call<{ result: Row[] }>("POST", `${CANDIDATES}/bulk`, { requests });
  return answer.result.map(({ id }) => id);
}

async function selectAll(page: Page) {
  await page.getByRole("gridcell").first().waitFor();
  await page.locator("[role=gridcell]").nth(1).click();
  await page.keyboard.press("Escape");
  await page.locator("[role=gridcell]").nth(1).focus();
  await page.keyboard.press("Control+a");
}

async function start(page: Page) {
  await selectAll(page);
  await page.getByRole("button", { name: "Create orders" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create", exact: true }).click();
  await page.waitForURL(/run=\d+/);
}

/** Region with the result of the last run. */
const bar = (page: Page, name: string) => page.getByRole("region", { name });

test("plan is shown before, results after, with links and undo", async () => {
  await send("SUM", 4, 2, 1);
  const page = await desk.page("/candidates?q=SUM");
  await selectAll(page);
  await page.getByRole("button", { name: "Create orders" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("6 lines will become 3 orders.").waitFor();
  await dialog.getByText("2 lines with errors are skipped.").waitFor();
  const staying = listed(page, "Skipped lines");
  await expect
    .poll(() => staying.first().innerText())
    .toMatch(/Testkunde Nord.*G0001\s+SUM-0\s+Currency INR instead of EUR/);
  const planned = listed(page, "Orders to be created");
  expect(await planned.count()).toBe(3);
  expect(await planned.first().innerText()).toMatch(/Testkunde Nord.*G0001\s+SUM-1\s+11 Feb 2030\s+2\s+[\d.,]+ EUR/);
  await expectAccessible(page);
  await shot(page, "create-orders-en-light");
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await bar(page, "Create orders").getByText("6 lines became 3 orders.").waitFor();
  await dialog.waitFor({ state: "detached" });
  await expectAccessible(page);
  await shot(page, "created-orders-en-light");
  // undo voids the orders and restores the lines
  await page.keyboard.press("Control+z");
  await dialog.getByText("3 orders will be voided; 6 lines will be excluded.").waitFor();
  await expectAccessible(page);
  await shot(page, "undo-run-en-light");
  await page.keyboard.press("Enter");
  await bar(page, "Undo").getByText("3 orders voided; 6 lines excluded.").waitFor();
  await dialog.waitFor({ state: "detached" });
  await page.keyboard.press("Control+z");
  await bar(page, "Undo").getByText("Undone for 6 lines.").waitFor();
  await page.getByRole("button", { name: "Create orders" }).click();
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await bar(page, "Create orders").getByText("6 lines became 3 orders.").waitFor();
  await bar(page, "Create orders").getByRole("link", { name: "Show created orders" }).click();
  await page.waitForURL(/\/orders\?runId=\d+/);
  await expect
    .poll(() => page.locator("a[href^='/orders/']:not([href='/orders/new'])").count())
    .toBeGreaterThanOrEqual(3);
  expectCalm(page);
});

test("candidate page creates one order", async () => {
  const [id] = await send("ONE", 1, 1);
  const page = await desk.page(`/candidates/${id}?tab=links`, { language: "de" });
  await page.getByRole("button", { name: "Auftrag erzeugen" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("1 Position wird zu 1 Auftrag.").waitFor();
  await dialog.getByRole("button", { name: "Erzeugen", exact: true }).click();
  await bar(page, "Aufträge erzeugen").getByText("1 Position wurde zu 1 Auftrag.").waitFor();
  await bar(page, "Aufträge erzeugen").getByRole("button", { name: "Schließen" }).click();
  await page.getByText(/Auftrag \d+, Position 10/).waitFor();
  await page.getByText(/Preisliste .*, gültig ab/).waitFor();
  expectCalm(page);
});

test("bulk edit shows a preview of the first lines", async () => {
  const ids = await send("BULK", 3, 2);
  const page = await desk.page("/candidates?q=BULK");
  await selectAll(page);
  await page.getByRole("button", { name: /^Edit/ }).click();
  const dialog = page.getByRole("dialog");
  const field = await fieldChooser(dialog);
  await dialog.getByText("Select the fields to change.").waitFor();
  // a chosen field receives the focus
  await page.keyboard.type("Disc");
  await page.keyboard.press("Enter");
  const discount = dialog.getByLabel("Value for Discount");
  await expect.poll(() => discount.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type("much");
  await dialog.getByText("Enter a number such as 12.5.").waitFor();
  await dialog.getByLabel("Value for Discount").fill("5");
  await field.click();
  await page.getByRole("option", { name: "Date required", exact: true }).click();
  await dialog
    .getByRole("radiogroup", { name: "Action for Date required" })
    .getByText("Change by", { exact: true })
    .click();
  await field.click();
  await page.getByRole("option", { name: "Quantity", exact: true }).click();
  await dialog.getByRole("button", { name: "Remove Quantity" }).click();
  await dialog.getByLabel("Value for Date required").fill("+3");
  await dialog.getByText("6 lines will change.").waitFor();
  await dialog.getByText("14 Feb 2030").first().waitFor();
  await expectAccessible(page);
  await shot(page, "bulk-edit-en-light");
  await dialog.getByRole("button", { name: "Apply to 6" }).click();
  await bar(page, "Edit").getByText("6 lines changed.").waitFor();
  const first = () => desk.call<{ override: object }>("GET", `${CANDIDATES}/${ids[0]}`);
  expect((await first()).override).toMatchObject({ discount: 5, dateRequired: "2030-02-14" });
  await bar(page, "Edit").getByRole("button", { name: "Undo" }).click();
  await dialog.getByText("6 lines will be reset to their previous state.").waitFor();
  await expectAccessible(page);
  await shot(page, "undo-edit-en-light");
  await page.keyboard.press("Enter");
  await bar(page, "Undo").getByText("Undone for 6 lines.").waitFor();
  expect((await first()).override).toEqual({});
  expectCalm(page);
});

test("other lines of selected orders are included and counted", async () => {
  const ids = await send("ADDED", 2, 3);
  for (const language of ["en", "de"] as const) {
    const page = await desk.page("/candidates?q=ADDED&sort=createdAt", { language });
    await arrived(page);
    for (const row of [0, 3]) await page.locator(`[data-row="${row}"][data-column=select]`).click();
    await page.keyboard.press("Control+Enter");
    const dialog = page.getByRole("dialog");
    await dialog
      .getByText(/^(Includes 4 more lines of the same incoming orders|Einschließlich 4 weiterer Positionen derselben)/)
      .waitFor();
    await dialog.getByText(/6 (lines will become 2 orders|Positionen werden zu 2 Aufträgen)/).waitFor();
    await expectAccessible(page);
    await shot(page, `create-orders-added-${language}-light`);
    if (language === "de") await dialog.getByRole("button", { name: "Erzeugen" }).click();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expectCalm(page);
    if (language === "en") await page.context().close();
  }
  const statuses = async () =>
    (await Promise.all(ids.map((id) => desk.call<Row>("GET", `${CANDIDATES}/${id}`)))).map(({ status }) => status);
  await expect.poll(statuses).toEqual(ids.map(() => "processed"));
});

test("incoming order with a deselected line is skipped and named", async () => {
  const ids = await send("SKIP", 2, 3);
  for (const language of ["de", "en"] as const) {
    const page = await desk.page("/candidates?q=SKIP&sort=createdAt", { language });
    await arrived(page);
    await selectAll(page);
    await cell(page, 4, "select").click();
    await page.keyboard.press("Control+Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByText(/^3 (lines will become 1 order|Positionen werden zu 1 Auftrag)\.$/).waitFor();
    await dialog
      .getByText(
        /^1 (incoming order is skipped because at least one of its lines is|Bestellung wird übersprungen, weil mindestens eine ihrer Positionen abgewählt)/,
      )
      .waitFor();
    const skipped = listed(page, /^(Skipped incoming orders|Übersprungene Bestellungen)$/);
    await expect.poll(() => skipped.allInnerTexts()).toEqual([expect.stringMatching(/^SKIP-1\s+SKIP-1\s+3$/)]);
    expect(await skipped.getByRole("link").getAttribute("href")).toBe(`/candidates/${ids[3]}`);
    await expectAccessible(page);
    await shot(page, `create-orders-skipped-${language}-light`);
    if (language === "en") {
      await page.setViewportSize({ width: 390, height: 844 });
      await expect.poll(() => skipped.first().innerText()).toMatch(/SKIP-1\s+3 lines\s+SKIP-1/);
      await expectAccessible(page);
      await shot(page, "create-orders-skipped-390-en-light");
      await dialog.getByRole("button", { name: "Create", exact: true }).click();
      await dialog.waitFor({ state: "detached" });
    }
    expectCalm(page);
    await page.context().close();
  }
  const statuses = async () =>
    (await Promise.all(ids.map((id) => desk.call<Row>("GET", `${CANDIDATES}/${id}`)))).map(({ status }) => status);
  await expect.poll(statuses).toEqual(["processed", "processed", "processed", "new", "new", "new"]);
});

/** Matches dry runs of an operation. */
const dryRun = (name: string) => (url: URL) =>
  url.pathname === `${CANDIDATES}/${name}` && url.searchParams.get("dryRun") === "true";

const focusedButton = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

test("order creation needs its plan, and the button stays visible", async () => {
  const ids = await send("UNSEEN", 40, 1);
  const page = await desk.page("/candidates?q=UNSEEN");
  const held = await holdBack(page, dryRun("process"));
  await selectAll(page);
  const open = page.getByRole("button", { name: "Create orders" });
  const dialog = page.getByRole("dialog");
  const create = dialog.getByRole("button", { name: /^Create/ });
  await open.click();
  await held.asked();
  await expect.poll(() => focusedButton(page)).toBe("Cancel");
  expect(await create.allInnerTexts()).toEqual(["Create"]);
  expect(await create.getAttribute("aria-disabled")).toBe("true");
  await expectAccessible(page);
  await create.click({ force: true });
  await dialog.getByRole("button", { name: "Cancel" }).focus();
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  expect(await desk.call("GET", `${CANDIDATES}/${ids[0]}`)).toMatchObject({ status: "new" });
  // low screen
  await page.setViewportSize({ width: 1440, height: 600 });
  await open.click();
  held.letGo();
  await dialog.getByText("40 lines will become 40 orders.").waitFor();
  await expect.poll(() => focusedButton(page)).toBe("Create");
  for (const button of await dialog.getByRole("button", { name: /^(Cancel|Create)$/ }).all()) {
    const { y, height } = (await button.boundingBox())!;
    expect(y + height).toBeLessThan(600);
  }
  await expectAccessible(page);
  await shot(page, "create-orders-low-en-light");
  await page.keyboard.press("Enter");
  await bar(page, "Create orders").getByText("40 lines became 40 orders.").waitFor();
  expectCalm(page);
});

/** Waits until the field chooser of the bulk edit is open and has the focus. */
async function fieldChooser(dialog: Locator): Promise<Locator> {
  const chooser = dialog
    .getByRole("combobox", { name: "Field to change" })
    .or(dialog.getByLabel("Field to change"))
    .first();
  await expect.poll(() => chooser.evaluate((input) => input === document.activeElement)).toBe(true);
  return chooser;
}

test("bulk edit needs the preview of its current changes", async () => {
  await send("PREVIEW", 1, 2);
  const page = await desk.page("/candidates?q=PREVIEW");
  const held = await holdBack(page, dryRun("edit"));
  await selectAll(page);
  await page.getByRole("button", { name: /^Edit/ }).click();
  const dialog = page.getByRole("dialog");
  const apply = dialog.getByRole("button", { name: /^Apply/ });
  await fieldChooser(dialog);
  await page.keyboard.type("Disc");
  await page.keyboard.press("Enter");
  const value = dialog.getByLabel("Value for Discount");
  await value.fill("5");
  await held.asked();
  expect([await apply.innerText(), await apply.isEnabled()]).toEqual(["Apply", false]);
  held.letGo();
  await expect.poll(() => apply.innerText()).toBe("Apply to 2");
  expect(await apply.isEnabled()).toBe(true);
  // the preview is outdated while typing
  await value.fill("6");
  expect(await apply.isEnabled()).toBe(false);
  await expect.poll(() => apply.isEnabled()).toBe(true);
  await page.setViewportSize({ width: 1440, height: 600 });
  const { y, height } = (await apply.boundingBox())!;
  expect(y + height).toBeLessThan(600);
  await expectAccessible(page);
  await shot(page, "bulk-edit-low-en-light");
  expectCalm(page);
});

test("undo needs its preview, and Enter cancels without it", async () => {
  const ids = await send("UNDOING", 1, 2);
  const page = await desk.page("/candidates?q=UNDOING");
  await start(page);
  await bar(page, "Create orders").getByText("2 lines became 1 order.").waitFor();
  const isPlan = ({ pathname, searchParams }: URL) =>
    /^\/api\/process-runs\/\d+\/undo$/.test(pathname) && searchParams.get("dryRun") === "true";
  const held = await holdBack(page, isPlan);
  await bar(page, "Create orders").getByRole("button", { name: "Undo…" }).click();
  await held.asked();
  await expect.poll(() => focusedButton(page)).toBe("Cancel");
  const dialog = page.getByRole("dialog");
  const undo = dialog.getByRole("button", { name: "Undo", exact: true });
  expect(await undo.getAttribute("aria-disabled")).toBe("true");
  await undo.click({ force: true });
  await dialog.getByRole("button", { name: "Cancel" }).focus();
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  held.letGo();
  for (const id of ids) expect(await desk.call("GET", `${CANDIDATES}/${id}`)).toMatchObject({ status: "processed" });
  expectCalm(page);
});

test("progress bar survives a reload and a server restart", async () => {
  await send("LONG", 3_000, 2);
  const page = await desk.page("/candidates?q=LONG");
  await start(page);
  await page.reload();
  const announcement = bar(page, "Create orders");
  await announcement.getByText(/of 6,000|became/).waitFor();
  await desk.kill();
  if (await announcement.getByRole("progressbar").isVisible())
    await announcement.getByText("Connection lost").waitFor();
  await desk.restart();
  await announcement.getByText("Connection lost").waitFor({ state: "hidden" });
  await announcement.getByText(/of 6,000|became/).waitFor();
  const run = new URL(page.url()).searchParams.get("run");
  expect(await desk.call("GET", `/api/process-runs/${run}`)).toMatchObject({ kind: "process", total: 6_000 });
}, 180_000);

test("order dialogs are accessible in every look", async () => {
  const [id] = await send("LOOK", 1, 1);
  await everyLook(desk, "create-orders", `/candidates/${id}`, async (page) => {
    await page.getByRole("button", { name: /Create order|Auftrag erzeugen/ }).click();
    await page
      .getByRole("dialog")
      .getByText(/will become|wird zu/)
      .waitFor();
  });
});

test("undo preview is accessible in every look and on phones", async () => {
  const ids = await send("BACK", 2, 2);
  const { id } = await desk.call<Row>("POST", `${CANDIDATES}/process`, { selection: { ids } });
  await expect.poll(() => desk.call("GET", `/api/process-runs/${id}`)).toMatchObject({ state: "done" });
  // the clerk cannot see the run of a token for all organisations; one order is held
  const orders = await desk.call<{ items: { salesOrderId: string }[] }>("GET", `/api/sales/order?runId=${id}`);
  const salesOrderId = orders.items[0]?.salesOrderId;
  await desk.call("POST", "/api/sales/order/handed-over", { orders: [{ salesOrderId, receiver: "ERP" }] });
  const ready = async (page: Page) => {
    await bar(page, "Create orders").or(bar(page, "Aufträge erzeugen")).waitFor();
    await page.getByRole("button", { name: /^(Undo|Rückgängig)…$/ }).click();
    await page
      .getByRole("dialog")
      .getByText(/2 (lines will not be reset|Positionen werden nicht zurückgesetzt)/)
      .waitFor();
  };
  await everyLook(desk, "undo-run", `/candidates?q=BACK&run=${id}`, ready, desk.admin, [1280, 390]);
  const page = await desk.page(`/runs/${id}`, { user: desk.admin });
  await page.getByRole("main").getByRole("button", { name: "Undo…" }).waitFor();
  await page.keyboard.press("u");
  await page.getByRole("dialog").getByText("1 order will be voided; 2 lines will be excluded.").waitFor();
  expectCalm(page);
});

test("run can be undone from every page", async () => {
  await send("AWAY", 2, 1);
  const page = await desk.page("/candidates?q=AWAY");
  await start(page);
  await bar(page, "Create orders").getByText("2 lines became 2 orders.").waitFor();
  const dialog = page.getByRole("dialog");
  await bar(page, "Create orders").getByRole("link", { name: "Show created orders" }).click();
  const links = listed(page, "List of sales orders").locator("[data-row-link]");
  await expect.poll(() => links.count()).toBe(2);
  await page.keyboard.press("Control+z");
  await dialog.getByText("2 orders will be voided; 2 lines will be excluded.").waitFor();
  await page.keyboard.press("Enter");
  await bar(page, "Undo").getByText("2 orders voided; 2 lines excluded.").waitFor();
  expect(new URL(page.url()).pathname).toBe("/orders");
  await expectAccessible(page);
  await shot(page, "orders-undone-en-light");
  await links.first().click();
  await page.getByRole("article").waitFor();
  await page.keyboard.press("Control+z");
  await bar(page, "Undo").getByText("Undone for 2 lines.").waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/orders\/\d+$/);
  await expectAccessible(page);
  await shot(page, "order-undone-en-light");
  for (const key of ["t", "d"]) {
    await lead(page, "/candidates?q=AWAY");
    await arrived(page);
    await selectAll(page);
    await page.getByRole("button", { name: "Exclude", exact: true }).click();
    await bar(page, "Edit").getByRole("link", { name: "Show run" }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press(key);
    await page.getByRole("heading", { level: 1, name: key === "t" ? "Scheduler" : "Today" }).waitFor();
    if (key === "t") {
      await page.locator("a[href^='/runs/']").first().click();
      await page.getByRole("heading", { level: 1, name: /^Run / }).waitFor();
    }
    await page.keyboard.press("Control+z");
    await bar(page, "Undo").getByText("Undone for 2 lines.").waitFor();
    expect(new URL(page.url()).pathname).toMatch(key === "t" ? /^\/runs\/\d+$/ : /^\/$/);
  }
  expectCalm(page);
});

test("thousand planned orders are reachable by keys, also on phones", async () => {
  await send("MANY", 1_000, 1);
  const page = await desk.page("/candidates?q=MANY");
  await selectAll(page);
  await page.getByRole("button", { name: "Create orders" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("1,000 lines will become 1,000 orders.").waitFor();
  const list = dialog.getByRole("grid", { name: "Orders to be created" });
  const rows = listed(page, "Orders to be created");
  const numbers = () => rows.evaluateAll((all) => all.map((one) => Number(one.getAttribute("aria-rowindex")) - 1));
  await rows.first().waitFor();
  expect(await list.getAttribute("aria-rowcount")).toBe("1001");
  const inSight = () =>
    list.evaluate((box) => {
      const { bottom } = box.getBoundingClientRect();
      const head = box.querySelector("[role=columnheader]")!.getBoundingClientRect().bottom;
      return [...box.querySelectorAll("[role=row]:has([role=gridcell])")]
        .map((one) => ({ at: Number(one.getAttribute("aria-rowindex")) - 1, box: one.getBoundingClientRect() }))
        .filter(({ box: row }) => row.bottom > head && row.top < bottom)
        .map(({ at }) => at);
    });
  const column = (width: number) => (width === 390 ? "card" : "customer");
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const seen = new Set<number>();
    await cell(page, 0, column(width)).last().click();
    for (let row = -1; row < 999; ) {
      for (const at of await inSight()) seen.add(at);
      expect((await numbers()).length).toBeLessThan(60);
      await page.keyboard.press("PageDown");
      const before = row;
      row = await list.evaluate(async (box) => {
        await new Promise(requestAnimationFrame);
        return Number(box.querySelector<HTMLElement>(":focus")?.dataset.row);
      });
      expect(row).toBeGreaterThan(before);
    }
    for (const at of await inSight()) seen.add(at);
    expect(seen.size).toBe(1_000);
    await expectAccessible(page);
    await shot(page, `create-orders-many-en-light-${width}`);
    await page.keyboard.press("Control+Home");
    await expect.poll(async () => (await numbers())[0]).toBe(1);
  }
  // large plans may exceed the request timeout and are retried
  expectCalm(page, [/status of 503/]);
});
