// Transfer of orders as clerk, administrator and viewer.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  everyLook,
  expectAccessible,
  expectCalm,
  inTurn,
  LANGUAGES_AND_SCHEMES,
  openDesk,
  TIMEOUT,
  shot,
  type Desk,
} from "./harness";
import { listed as rowsOf, read, sendLines } from "./list";

let desk: Desk;
/** Orders by transfer status. */
const made = { taken: "", refused: "", waiting: "", voided: "" };
type Made = keyof typeof made;
const WHY = "Customer <b>Größmann</b> is blocked there, and nobody may deliver anything to him before he has paid";
const CLERK = "erika";
/** Clerk of an organisation without transfer. */
const OTHER = "otto";
const VIEWER = "vera";
const NARROW = { width: 390, height: 844 };

const confirm = (...orders: object[]) => desk.call("POST", "/api/sales/order/handed-over", { orders });

beforeAll(async () => {
  desk = await openDesk();
  desk.addUser(OTHER, "clerk", ["test-org-03"]);
  desk.addUser(VIEWER, "viewer", []);
  await desk.call("PUT", "/api/process-settings/001", { handOver: true });
  const names = Object.keys(made) as Made[];
  const ids: number[] = [];
  for (const name of names) ids.push(...(await sendLines(desk, name.toUpperCase(), [1])));
  await desk.call("POST", "/api/sales/order/candidates/process", { selection: { ids } });
  for (const [place, name] of names.entries()) {
    await vi.waitUntil(async () => (await read(desk, ids[place]!)).status === "processed", { timeout: TIMEOUT });
    const path = `/api/sales/order?externalHeaderId=${name.toUpperCase()}`;
    made[name] = (await desk.call<{ items: { salesOrderId: string }[] }>("GET", path)).items[0]!.salesOrderId;
  }
  await confirm(
    { salesOrderId: made.taken, receiver: "ERP", number: "SO-4711", at: "2026-11-20T12:00:00Z" },
    { salesOrderId: made.voided, receiver: "ERP" },
    { salesOrderId: made.refused, receiver: "ERP", at: "2026-11-20T12:30:00Z", refused: WHY },
  );
});
afterAll(() => desk.close());

const listed = (page: Page) => rowsOf(page, "List of sales orders");

/** Selects a filter option by keys. */
async function choose(page: Page, option: string) {
  const field = page.getByRole("search").getByRole("combobox", { name: "Transfer" });
  await field.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("option", { name: option, exact: true }).waitFor();
  const active = page.locator("[role=option][data-combobox-selected]");
  const down = async () => {
    await page.keyboard.press("ArrowDown");
    return active.allInnerTexts();
  };
  await expect.poll(down).toEqual([option]);
  await page.keyboard.press("Enter");
}

test("list shows receivers and rejections in every look", async () => {
  const ready = async (page: Page) => {
    // phones show cards
    const cards = (page.viewportSize()?.width ?? 0) <= NARROW.width;
    if (!cards) await page.getByRole("columnheader", { name: /^(Transfer|Übergabe)$/ }).waitFor();
    await page.getByRole("gridcell", { name: cards ? /ERP SO-4711/ : "ERP SO-4711" }).waitFor();
    const rejected = /(Rejected|Abgelehnt) Customer <b>Größmann/;
    await page.getByRole("gridcell", { name: cards ? rejected : new RegExp(`^${rejected.source}`) }).waitFor();
  };
  await everyLook(desk, "handing-over-list", "/orders", ready, CLERK);
  for (const [language, scheme] of inTurn("handing-over-list-narrowest", LANGUAGES_AND_SCHEMES)) {
    const page = await desk.page("/orders", { language, scheme, user: VIEWER });
    await page.setViewportSize(NARROW);
    await ready(page);
    await shot(page, `handing-over-list-narrowest-${language}-${scheme}`);
    await expectAccessible(page);
    expectCalm(page);
    await page.context().close();
  }
});

test("transfer filters work by keys and are in the URL", async () => {
  const page = await desk.page("/orders", { user: CLERK });
  await listed(page).first().waitFor();
  expect(await listed(page).count()).toBe(4);
  await choose(page, "Unconfirmed");
  await page.waitForURL(/\/orders\?handedOver=due$/);
  await expect.poll(() => listed(page).count()).toBe(2);
  expect(await page.getByRole("gridcell", { name: /^Rejected/ }).count()).toBe(1);
  await page.reload();
  await expect.poll(() => listed(page).count()).toBe(2);
  await choose(page, "Confirmed");
  await page.waitForURL(/\/orders\?handedOver=true$/);
  await expect.poll(() => page.getByRole("gridcell", { name: /^Rejected/ }).count()).toBe(0);
  expect(await listed(page).count()).toBe(2);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect.poll(() => listed(page).count()).toBe(4);
  await page.goto(`${desk.url}/orders?status=voided`);
  await page.getByText("No matching sales orders.").waitFor();
  expectCalm(page);
});

test("order shows its receiver with number and time, or the rejection", async () => {
  const taken = /(by ERP on|von ERP am) .*(Nov|11).*2026.* (number|Nummer) SO-4711/;
  await everyLook(
    desk,
    "handing-over-taken",
    `/orders/${made.taken}`,
    async (page) => {
      await page
        .getByText(/Holzkiste|Kräutertee/)
        .first()
        .waitFor();
      await expect
        .poll(() =>
          page
            .getByText(/^(Transfer confirmed|Übergabe bestätigt) (by|von) ERP$/)
            .locator("..")
            .innerText(),
        )
        .toMatch(taken);
      expect(await page.getByRole("button", { name: /^(Void|Stornieren)/ }).count()).toBe(0);
    },
    VIEWER,
  );
  const refused = async (page: Page) => {
    const said = /^(Transfer rejected by ERP on .*2026|Übergabe am .*2026.* von ERP abgelehnt)/;
    const note = page.getByRole("note").filter({ has: page.getByText(said) });
    await note.getByText(WHY, { exact: true }).waitFor();
  };
  await everyLook(desk, "handing-over-refused", `/orders/${made.refused}`, refused, CLERK);
  const page = await desk.page(`/orders/${made.refused}`, { language: "de", scheme: "dark", user: CLERK });
  await page.setViewportSize(NARROW);
  await refused(page);
  await shot(page, "handing-over-refused-narrowest-de-dark");
  await expectAccessible(page);
  await page.goto(`${desk.url}/orders/${made.waiting}`);
  await page.getByText("Kräutertee").first().waitFor();
  expect(await page.getByText(/ERP/).count()).toBe(0);
  expectCalm(page);
});

const tile = (page: Page) => page.getByRole("link", { name: /^(Unconfirmed transfers|Unbestätigte Übergaben)/ });

test("dashboard counts unconfirmed transfers unless transfers are off", async () => {
  const ready = (page: Page) =>
    tile(page)
      .getByText(/^(oldest|älteste): \d/)
      .waitFor();
  await everyLook(desk, "handing-over-tile", "/", ready, CLERK);
  const page = await desk.page("/", { user: CLERK });
  await tile(page).getByText("2", { exact: true }).waitFor();
  await tile(page).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/orders\?handedOver=due$/);
  await expect.poll(() => listed(page).count()).toBe(2);
  await page.goBack();
  await tile(page).waitFor();
  await page.setViewportSize(NARROW);
  await shot(page, "handing-over-tile-narrowest-en-light");
  await expectAccessible(page);
  const other = await desk.page("/", { user: OTHER });
  await other.getByRole("list", { name: "Key figures" }).waitFor();
  expect(await tile(other).count()).toBe(0);
  expectCalm(other);
  await other.context().close();
  await confirm({ salesOrderId: made.waiting, receiver: "WMS" });
  await tile(page).getByText("1", { exact: true }).waitFor();
  await confirm({ salesOrderId: made.refused, receiver: "ERP" });
  await tile(page).waitFor({ state: "detached" });
  expectCalm(page);
});

test("voiding a transferred order asks for a reason", async () => {
  const path = `/orders/${made.voided}`;
  const ask = async (page: Page) => {
    await page.getByRole("button", { name: /^(Void…|Stornieren…)$/ }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByText(/Required because ERP has confirmed|Erforderlich, weil ERP die Übergabe/).waitFor();
    await dialog.getByRole("button", { name: /^(Void sales order|Auftrag stornieren)$/ }).focus();
    await page.keyboard.press("Enter");
    await dialog.getByText(/^(Enter a reason|Geben Sie einen Grund an)\.$/).waitFor();
  };
  await everyLook(desk, "handing-over-void", path, ask, CLERK);
  const page = await desk.page(path, { user: CLERK });
  await page.setViewportSize(NARROW);
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(new URL(request.url()).pathname));
  await ask(page);
  await shot(page, "handing-over-void-narrowest-en-light");
  const field = page.getByRole("textbox", { name: "Reason" });
  expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type("  ");
  await page.getByRole("button", { name: "Void sales order" }).click();
  await page.getByText("Enter a reason.").waitFor();
  expect(sent.filter((one) => one.endsWith("/void"))).toEqual([]);
  await field.fill("Ordered twice");
  await page.getByRole("button", { name: "Void sales order" }).click();
  await page.getByRole("note").getByText("was voided").waitFor();
  await page.getByText("Transfer confirmed by ERP").first().waitFor();
  expectCalm(page);
});

test("administrator enables the transfer by keys, and others see since when", async () => {
  const settings = async () =>
    (await desk.call<{ handOverSince?: string }>("GET", "/api/process-settings/test-org-03")).handOverSince;
  const open = async (page: Page, name: string) => {
    const card = page.getByRole("region", { name });
    await card.getByRole("button", { name: /^(Edit settings|Einstellungen ändern)/ }).focus();
    await page.keyboard.press("Enter");
    const label = /^(Transfer sales orders|Aufträge an einen)/;
    const control = page.getByRole("dialog").getByRole("switch", { name: label });
    await control.waitFor();
    return control;
  };
  for (const [language, scheme] of inTurn("handing-over-settings", LANGUAGES_AND_SCHEMES)) {
    const page = await desk.page("/scheduler", { language, scheme, user: desk.admin });
    await open(page, "Hauptbetrieb");
    await page
      .getByRole("dialog")
      .getByText(/^(Since|Seit) /)
      .waitFor();
    await expectAccessible(page);
    await shot(page, `handing-over-settings-${language}-${scheme}`);
    expectCalm(page);
    await page.context().close();
  }
  expect(await settings()).toBeUndefined();
  const page = await desk.page("/scheduler", { user: desk.admin });
  const control = await open(page, "Zweigbetrieb");
  await control.focus();
  await page.keyboard.press("Space");
  await page.getByText("From now on, the transfer of each new sales order is unconfirmed").waitFor();
  await page.setViewportSize(NARROW);
  await shot(page, "handing-over-settings-narrowest-en-light");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save" }).focus();
  await page.keyboard.press("Enter");
  // schedules are folded on phones
  await page.getByText("2 of 2 schedules active").click();
  const card = page.getByRole("region", { name: "Zweigbetrieb" });
  await card.getByText("Transfer active since").waitFor();
  const since = await settings();
  expect(since).toBeDefined();
  await open(page, "Zweigbetrieb");
  await page.getByLabel("Minute, hour, day").fill("0 6 * * *");
  await page.keyboard.press("Enter");
  await card.getByText("At 06:00 AM").waitFor();
  expect(await settings()).toBe(since);
  await (await open(page, "Zweigbetrieb")).focus();
  await page.keyboard.press("Space");
  await page.getByText("it applies only to sales orders created after that.").waitFor();
  await page.getByRole("button", { name: "Save" }).focus();
  await page.keyboard.press("Enter");
  await card.getByText("Transfer active since").waitFor({ state: "detached" });
  expect(await settings()).toBeUndefined();
  expectCalm(page);
  await page.context().close();
  const viewer = await desk.page("/scheduler", { user: VIEWER });
  await viewer.getByRole("region", { name: "Hauptbetrieb" }).getByText("Transfer active since").waitFor();
  expect(await viewer.getByRole("button", { name: "Edit settings" }).count()).toBe(0);
  expectCalm(viewer);
});
