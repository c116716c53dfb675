import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Page } from "playwright-core";
import { everyLook, expectAccessible, expectCalm, openDesk, TIMEOUT, shot, type Desk } from "./harness";
import { cell, listed, read, sendLines } from "./list";
import { rowsOf } from "./workbook";

let desk: Desk;
const CLERK = "erika";
const VIEWER = "vera";
/** Created sales order. */
let made: { salesOrderId: string; documentNo: string };
/** Console message of expected error responses. */
const REFUSED = [/status of 400/];

interface Orders {
  items: { salesOrderId: string; documentNo: string; bpartner: { bpartner: { name: string } } }[];
  total: { value: number };
}

const orders = (query = "") => desk.call<Orders>("GET", `/api/sales/order?${query}`);
const sendOrder = (shipBPartnerCode: string, lines = 1) =>
  desk.call<{ salesOrderId: string }>("POST", "/api/sales/order", {
    shipBPartnerCode,
    datePromised: "2030-03-18T11:00:00.000Z",
    lines: Array.from({ length: lines }, () => ({ productCode: "A001", qty: 2, price: 24 })),
  });

beforeAll(async () => {
  desk = await openDesk();
  desk.addUser(VIEWER, "viewer", ["001"]);
  await desk.call("POST", "/api/process-runs");
  await vi.waitUntil(async () => (await orders()).items.length > 1, { timeout: TIMEOUT });
  made = (await orders("bpartner=G0001")).items[0]!;
});
afterAll(() => desk.close());

test("orders are accessible in every look", async () => {
  await everyLook(desk, "orders", "/orders", (page) =>
    page.getByRole("link", { name: made.documentNo }).first().waitFor(),
  );
  await everyLook(desk, "order", `/orders/${made.salesOrderId}`, (page) =>
    page.getByText("Holzkiste 40 × 30 cm").waitFor(),
  );
  await everyLook(desk, "new-order", "/orders/new", (page) => page.getByRole("combobox").first().waitFor());
}, 240_000);

test("order document fits phones and one printed page", async () => {
  const page = await desk.page(`/orders/${made.salesOrderId}`, { language: "de", scheme: "dark" });
  const paper = page.getByRole("article", { name: `Auftrag ${made.documentNo}` });
  await paper.getByText("Holzkiste 40 × 30 cm").waitFor();
  expect(await page.title()).toBe(`Auftrag ${made.documentNo}, Testkunde Nord GmbH · Orderdock`);
  for (const width of [1024, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect((await paper.getByRole("table").first().boundingBox())!.width).toBeLessThanOrEqual(width);
    await expectAccessible(page);
    await shot(page, `order-${width}-de-dark`);
  }
  // A4 without margins
  await page.setViewportSize({ width: 673, height: 987 });
  await page.emulateMedia({ media: "print" });
  for (const seen of [
    page.getByRole("button"),
    page.getByRole("navigation"),
    page.getByRole("heading", { level: 2 }),
  ]) {
    const shown = await seen.evaluateAll((all) =>
      all.filter((one) => one.checkVisibility()).map((one) => one.textContent),
    );
    expect(shown.filter((words) => !["Kunde", "Positionen"].includes(words ?? ""))).toEqual([]);
  }
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(255, 255, 255)");
  await shot(page, "order-print-de");
  expect(await printedPages(page)).toBe(1);
  expectCalm(page);
});

async function printedPages(page: Page): Promise<number> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  return pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

/** A PNG image of 32 × 32 pixels. */
const LOGO =
  "iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAAKklEQVR42mPgzsukKWIYtWDUglELRi0YtWDUglELRi0YtWDUglELhooFAFU4iC6HUa5+AAAAAElFTkSuQmCC";

test("printed order has the letterhead on several pages", async () => {
  const letterhead = { legalName: "Nordwind Handel GmbH", address1: "Am Hafen 1", postal: "20457", city: "Hamburg" };
  await desk.call("PUT", "/api/masterdata/organisations", [
    { code: "001", name: "Hauptbetrieb", country: "DE", vatId: "DE123456789", footer: "Bank\nRegister", ...letterhead },
  ]);
  const order = await sendOrder("G0001", 60);
  const page = await desk.page(`/orders/${order.salesOrderId}`, { language: "de" });
  const seller = page.getByRole("region", { name: "Verkäufer" });
  await seller.getByText("Nordwind Handel GmbH").waitFor();
  await seller.getByText("Am Hafen 1 · 20457 Hamburg · Deutschland").waitFor();
  await seller.getByText("USt-IdNr. DE123456789").waitFor();
  await expectAccessible(page);
  await page.setViewportSize({ width: 673, height: 987 });
  await page.emulateMedia({ media: "print" });
  await shot(page, "order-print-letterhead");
  expect(await page.getByRole("article").evaluate((paper) => paper.lastElementChild?.textContent)).toBe(
    "Bank\nRegister",
  );
  expect(await seller.getByRole("img").count()).toBe(0);
  expect(await printedPages(page)).toBe(3);

  // a logo appears on existing orders too
  await desk.call("PUT", "/api/masterdata/organisations", [
    { code: "001", name: "Umbenannt", city: "Bremen", logo: LOGO },
  ]);
  await page.reload();
  const logo = seller.getByRole("img", { name: "Logo von Nordwind Handel GmbH" });
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(32);
  expect(await seller.textContent()).not.toContain("Bremen");
  await shot(page, "order-print-logo");
  expectCalm(page);
});

test.each([CLERK, VIEWER])("order list is filtered by URL and walked by keys by %s", async (user) => {
  const page = await desk.page("/orders?bpartner=G0001&sort=createdAt", { user });
  const rows = listed(page, "List of sales orders");
  await rows.first().waitFor();
  expect(await rows.count()).toBe((await orders("bpartner=G0001")).items.length);

  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.waitForURL(/\/orders\?sort=createdAt$/);
  await expect.poll(() => rows.count()).toBe((await orders()).items.length);

  const search = page.getByRole("search").getByLabel("Search");
  await page.keyboard.press("/");
  await page.keyboard.type("testkunde nord");
  await page.waitForURL(/q=testkunde\+nord/);
  await expect.poll(() => rows.count()).toBe((await orders("bpartner=G0001")).items.length);
  await search.fill("");
  await expect.poll(() => rows.count()).toBe((await orders()).items.length);

  const numbers = await rows.getByRole("link").allInnerTexts();
  await cell(page, 0, "customer").click();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: `Sales order ${numbers[1]}` }).waitFor();

  await page.goto(`${desk.url}/orders?poReference=no-such-reference`);
  await page.getByText("No matching sales orders").waitFor();
  await expectAccessible(page);
  expectCalm(page);
});

test("columns are chosen and moved by mouse or keys, and stay", async () => {
  const page = await desk.page("/orders");
  const heads = () => page.getByRole("columnheader").allInnerTexts();
  await listed(page, "List of sales orders").first().waitFor();
  const usual = await heads();
  expect(usual.slice(0, 4)).toEqual(["No.", "Customer", "Status", "PO reference"]);
  await page.getByRole("button", { name: "Columns" }).click();
  const menu = page.getByRole("dialog", { name: "Columns" });
  await menu.getByRole("checkbox", { name: "Status" }).press("Space");
  await menu.getByRole("button", { name: "Move PO reference left" }).press("Enter");
  const handle = (column: string) => menu.locator(`[data-line=${column}]`).getByTitle("Drag to move");
  await handle("net").dragTo(handle("customer"));
  await expect.poll(async () => (await heads()).slice(0, 4)).toEqual(["No.", "Net", "Customer", "PO reference"]);
  await expectAccessible(page);
  await shot(page, "orders-columns-en-light");
  await page.reload();
  await listed(page, "List of sales orders").first().waitFor();
  expect((await heads()).slice(0, 4)).toEqual(["No.", "Net", "Customer", "PO reference"]);
  await page.getByRole("button", { name: "Columns" }).click();
  await menu.getByRole("button", { name: "Reset columns" }).click();
  await expect.poll(heads).toEqual(usual);
  expectCalm(page);
});

test("new orders are offered instead of inserted", async () => {
  const page = await desk.page("/orders");
  const rows = listed(page, "List of sales orders");
  await rows.first().waitFor();
  const before = await rows.count();
  await sendOrder("G0001");
  const offer = page.getByRole("button", { name: "1 new – show" });
  await offer.waitFor();
  expect(await rows.count()).toBe(before);
  await offer.click();
  await expect.poll(() => rows.count()).toBe(before + 1);
  expectCalm(page);
});

test.each([CLERK, VIEWER])("order explains its prices to %s", async (user) => {
  const page = await desk.page(`/orders/${made.salesOrderId}`, { language: "de", user });
  await page.getByRole("button", { name: "Preisberechnung für Position 10" }).click();
  await page.getByText("Preisliste „DE-EUR“, Version vom 01.01.2015: 10,00 je Stück").waitFor();
  await page.getByRole("button", { name: "Preisberechnung für Position 20" }).click();
  await page.getByText("Abzüglich 10 %").waitFor();
  await expectAccessible(page);
  expectCalm(page);
});

test("free line shows its reason on candidate and order", async () => {
  const free = { isWithoutCharge: true, reason: "Replacement", price: 11.9, currencyCode: "EUR" };
  const [id] = await sendLines(desk, "FREE", [3], free);
  const labels = {
    en: ["Free of charge: Replacement", "free of charge", "Price sent: 11.90", "Price calculation of line 10"],
    de: [
      "Ohne Berechnung: Replacement",
      "ohne Berechnung",
      "Gesendeter Preis: 11,90",
      "Preisberechnung für Position 10",
    ],
  } as const;
  for (const language of ["en", "de"] as const) {
    const page = await desk.page(`/candidates/${id}`, { language });
    await page.getByText(labels[language][0], { exact: true }).waitFor();
    await expectAccessible(page);
    await shot(page, `free-candidate-${language}-light`);
    expectCalm(page);
    await page.context().close();
  }
  await desk.call("POST", "/api/sales/order/candidates/process", { selection: { ids: [id] } });
  await expect.poll(() => read(desk, id!)).toMatchObject({ status: "processed" });
  const [order] = (await orders("poReference=FREE")).items;
  for (const language of ["en", "de"] as const) {
    const [because, price, sent, explain] = labels[language];
    const page = await desk.page(`/orders/${order!.salesOrderId}`, { language });
    const line = page.getByRole("article").getByRole("row").filter({ hasText: "Kräutertee 250 g" });
    await expect.poll(() => line.getByRole("cell").allInnerTexts()).toContain(`${price}\nReplacement`);
    await page.getByRole("button", { name: explain }).click();
    const steps = page.getByRole("listitem");
    await steps.filter({ hasText: because }).waitFor();
    await steps.filter({ hasText: sent }).waitFor();
    await expectAccessible(page);
    await shot(page, `free-order-${language}-light`);
    expectCalm(page);
    await page.context().close();
  }
});

test("attachments are uploaded, previewed and downloaded under their names", async () => {
  const page = await desk.page(`/orders/${made.salesOrderId}`);
  const name = "Bestätigung Größmann <b>1.png";
  const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Add file" }).click();
  await (await chooser).setFiles({ name, mimeType: "image/png", buffer: Buffer.from(pixel, "base64") });
  await page.getByRole("button", { name: `Preview ${name}` }).click();
  await page.locator("img[src^='blob:']").waitFor();
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: `Download ${name}` }).click();
  // Windows file names exclude < and >
  expect((await download).suggestedFilename().normalize()).toMatch(/^Bestätigung Größmann .b.1\.png$/);
  expectCalm(page);
});

test("filtered list is exported for spreadsheets", async () => {
  const page = await desk.page("/orders?bpartner=G0001", { language: "de" });
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Exportieren" }).click();
  await page.getByRole("menuitem", { name: "CSV, alle Spalten" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("auftraege.csv");
  const [head, ...rows] = readFileSync(await file.path(), "utf8")
    .trim()
    .split("\r\n");
  expect(head).toMatch(/^\uFEFF?ID;Nr\.;Status;Belegart;/);
  expect(rows.map((row) => row.split(";")[1])).toContain(made.documentNo);
  expect(rows.length).toBe((await orders("bpartner=G0001")).total.value);
  expectCalm(page);
});

test("workbook has the chosen columns in their order", async () => {
  const page = await desk.page("/orders?bpartner=G0001", { language: "de" });
  await page.getByRole("button", { name: "Spalten" }).click();
  await page.getByRole("checkbox", { name: "Kunde" }).uncheck();
  await page.getByRole("button", { name: "Währung nach links verschieben" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("columnheader", { name: "Kunde" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Exportieren" }).click();
  await page.getByRole("menuitem", { name: "Excel, sichtbare Spalten" }).waitFor();
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Excel, sichtbare Spalten" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("auftraege.xlsx");
  const [head, ...rows] = rowsOf(readFileSync(await file.path()));
  expect(head?.slice(0, 2)).toEqual(["Nr.", "Status"]);
  expect(head?.slice(-7)).toEqual([
    "Zugesagter Termin",
    "Positionen",
    "Währung",
    "Zwischensumme",
    "Belegart",
    "Datenquelle",
    "Erstellt",
  ]);
  // a text, so that leading zeros are kept
  expect(rows.map(([number]) => number)).toContain(made.documentNo);
  expect(rows.length).toBe((await orders("bpartner=G0001")).total.value);
  expectCalm(page);
});

test("voided order restores its lines as excluded and shows user and reason", async () => {
  const other = (await orders()).items.find(({ salesOrderId }) => salesOrderId !== made.salesOrderId)!;
  const page = await desk.page(`/orders/${other.salesOrderId}`);
  await page.getByRole("button", { name: "Void…" }).click();
  await page.getByText("The incoming lines are then excluded").waitFor();
  await expectAccessible(page);
  await page.keyboard.type("Ordered twice, says <b>Mr Größmann</b>");
  await page.getByRole("button", { name: "Void sales order" }).click();
  await page.getByRole("note").getByText("was voided").waitFor();
  await page.getByRole("grid", { name: "Incoming lines" }).getByText("Excluded").first().waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Void…" }).count()).toBe(0);
  const history = page.getByRole("region", { name: "History" });
  await history.getByText("Ordered twice, says <b>Mr Größmann</b>").waitFor();
  expect(await history.innerText()).toMatch(new RegExp(`Voided\\s+${desk.user} · `));
  await history.getByRole("link", { name: /by run \d+/ }).click();
  await page.getByRole("heading", { level: 1, name: /^Run \d+/ }).waitFor();
  await page.getByText("or you do not have access to its organisations").waitFor();
  expectCalm(page, [/status of 404/]);
});

test("hostile name is shown as text", async () => {
  const name = `<img src=x onerror="document.title='owned'">`;
  await desk.call("PUT", "/api/masterdata/bpartners", [
    {
      code: "EVIL",
      name,
      customer: true,
      locations: [
        {
          externalId: "EVIL-1",
          address1: name,
          postal: "20095",
          city: "Hamburg",
          country: "DE",
          shipTo: true,
          shipToDefault: true,
          billTo: true,
          billToDefault: true,
        },
      ],
    },
  ]);
  const { salesOrderId } = await sendOrder("EVIL");
  const page = await desk.page("/orders");
  await page.getByRole("gridcell").filter({ hasText: name }).waitFor();
  await page.goto(`${desk.url}/orders/${salesOrderId}`);
  await page.getByText(name).first().waitFor();
  expect(await page.title()).not.toBe("owned");
  expectCalm(page);
});

/** Enters an order of three lines by keyboard. */
async function typeOrder(page: Page, lastQty: string) {
  await page.getByRole("combobox", { name: "Customer (ship-to)" }).focus();
  await page.keyboard.type("G0001");
  await page.keyboard.press("Tab");
  await page.keyboard.type("2030-03-18");
  await page.getByRole("combobox", { name: "Product, line 1" }).focus();
  for (const [place, [product, qty]] of [
    ["P002737", "24"],
    ["9002737", "1.5"],
    ["A001", lastQty],
  ].entries()) {
    if (place > 0) {
      await page.keyboard.press("Enter");
      await page.getByRole("combobox", { name: `Product, line ${place + 1}` }).waitFor();
    }
    await expect.poll(() => focusedLabel(page)).toBe(`Product, line ${place + 1}`);
    await page.keyboard.type(product!);
    await page.keyboard.press("Tab");
    await page.keyboard.type(qty!);
  }
}

const focusedLabel = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));

test("order is entered by keys, and errors appear at fields", async () => {
  const before = (await orders()).total.value;
  const page = await desk.page("/orders/new");
  await typeOrder(page, "0");
  await page.keyboard.press("Control+Enter");
  const qty = page.getByRole("textbox", { name: "Quantity, line 3" });
  await expect.poll(() => focusedLabel(page)).toBe("Quantity, line 3");
  await expect.poll(() => qty.getAttribute("aria-invalid")).toBe("true");
  const wrong = page.locator(`#${(await qty.getAttribute("aria-describedby"))!.split(" ").at(-1)}`);
  expect(await wrong.innerText()).toContain("uantity must be greater than 0");
  expect(await page.getByRole("combobox", { name: "Product, line 2" }).inputValue()).toBe("9002737");
  await expectAccessible(page);

  await qty.fill("2");
  await page.getByRole("table", { name: "Totals" }).getByText("EUR").first().waitFor();
  await page.getByRole("cell", { name: "Holzkiste 40 × 30 cm" }).waitFor();
  await qty.focus();
  await page.keyboard.press("Control+Enter");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { level: 1, name: /Sales order \d+$/ }).waitFor();
  expect((await orders()).total.value).toBe(before + 1);
  expectCalm(page, REFUSED);
});

test("lost response creates no second order, and a reload keeps the draft", async () => {
  const before = (await orders()).total.value;
  const page = await desk.page("/orders/new");
  await typeOrder(page, "2");
  await page.route("**/api/sales/order", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.keyboard.press("Control+Enter");
  await page.getByRole("alert").getByText("cannot be reached").waitFor();
  await page.unroute("**/api/sales/order");
  await page.reload();
  await expect.poll(() => page.getByRole("textbox", { name: "Quantity, line 3" }).inputValue()).toBe("2");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { level: 1, name: /Sales order \d+$/ }).waitFor();
  expect((await orders()).total.value).toBe(before + 1);
  expectCalm(page, [/ERR_FAILED/]);
});
