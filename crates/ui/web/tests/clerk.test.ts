// Clerk of one organisation.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible, expectCalm, inTurn, LANGUAGES_AND_SCHEMES, openDesk, shot, type Desk } from "./harness";
import { listed, read, sendLines, shows } from "./list";

let desk: Desk;
const CLERK = "erika";
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const CANDIDATES = "/api/sales/order/candidates";
const override = (page: Page, field: string) =>
  page.locator(`tr[data-member] :is(input, textarea)[aria-label="${field}"]`);

/** Sends three incoming orders: incomplete, faulty, complete. */
async function sendWaiting(name: string) {
  await sendLines(desk, `${name}-SHORT`, [1, 1], { headerLineCount: 3 });
  const [, faulty] = await sendLines(desk, `${name}-FAULTY`, [1, 1]);
  const headers = { Authorization: desk.token, "Content-Type": "application/json", "If-Match": "*" };
  const body = JSON.stringify({ override: { qty: 0 } });
  expect((await fetch(`${desk.url}${CANDIDATES}/${faulty}`, { method: "PATCH", headers, body })).status).toBe(200);
  return sendLines(desk, `${name}-WHOLE`, [1]);
}

async function createAll(page: Page, button: string | RegExp) {
  await page.getByRole("gridcell").first().waitFor();
  await page.keyboard.press("Control+a");
  await page.getByRole("button", { name: button }).click();
}

test("held lines need a release, which the history records", async () => {
  await sendWaiting("TICK");
  const page = await desk.page("/candidates?q=TICK", { user: CLERK });
  await shows(page, 5);
  await createAll(page, "Create orders");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("1 line will become 1 order.").waitFor();
  const missing = dialog.getByRole("checkbox", { name: /2 lines are on hold: lines are missing/ });
  const faulty = dialog.getByRole("checkbox", {
    name: /1 line is on hold: another line of the incoming order has errors/,
  });
  await missing.waitFor();
  expect([await missing.isChecked(), await faulty.isChecked()]).toEqual([false, false]);
  await dialog.getByText("If released: 2 more lines, 1 more order").waitFor();
  // held orders are listed separately
  const resulting = listed(page, "Orders to be created");
  const apart = listed(page, "Orders after release: lines are missing");
  expect([await resulting.count(), await apart.count()]).toEqual([1, 1]);
  await expectAccessible(page);
  await shot(page, "release-en-light");
  await missing.focus();
  await page.keyboard.press("Space");
  await dialog.getByText("3 lines will become 2 orders.").waitFor();
  await dialog.getByRole("checkbox", { name: /2 lines would be on hold/, checked: true }).waitFor();
  expect([await resulting.count(), await apart.count()]).toEqual([1, 1]);
  const request = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/process"));
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  expect((await request).postDataJSON()).toMatchObject({ release: ["header.incomplete"] });
  await page.getByText("3 lines became 2 orders.").waitFor();
  await page.goto(`${desk.url}/candidates?q=TICK-SHORT`);
  await shows(page, 2);
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "History" }).click();
  await page.getByText(`Released by ${CLERK}: lines are missing`).waitFor();
  await shot(page, "released-history-en-light");
  await expectAccessible(page);
  expectCalm(page);
});

test("release counts lines with errors apart", async () => {
  const masterdata = (kind: string, record: object) => desk.call("PUT", `/api/masterdata/${kind}`, [record]);
  const price = { priceList: "DE-EUR", validFrom: "2015-01-01", product: "PRICELESS", uom: "PCE", price: 5 };
  await masterdata("products", { org: "*", code: "PRICELESS", name: "Priceless", type: "ITEM", uom: "PCE" });
  await masterdata("product-prices", { ...price, taxCategory: "standard" });
  await masterdata("data-sources", { org: "*", internalNames: ["SOURCE.by-hand"], releaseByHand: true });
  const source = { dataSource: "int-SOURCE.by-hand" };
  await sendLines(desk, "BYHAND", [1], source);
  await sendLines(desk, "BYHAND", [1], { ...source, productCode: "PRICELESS", externalLineId: "2" });
  await masterdata("product-prices", { ...price, taxCategory: "standard", active: false });
  for (const [language, scheme] of inTurn("release-errors", LANGUAGES_AND_SCHEMES)) {
    const page = await desk.page("/candidates?q=BYHAND", { user: CLERK, language, scheme });
    await shows(page, 2);
    await createAll(page, /Create orders|Aufträge erzeugen/);
    const dialog = page.getByRole("dialog");
    const release = dialog.getByRole("checkbox", { name: /^(1 line is on hold|1 Position wird zurückgehalten)/ });
    await release.check();
    const sibling = dialog.getByRole("checkbox", { name: /another line|eine andere Position/ });
    await sibling.check();
    await dialog.getByText(/^(1 line will become 1 order|1 Position wird zu 1 Auftrag)/).waitFor();
    await dialog.getByText(/^(1 more line on hold has errors|1 weitere zurückgehaltene Position hat Fehler)/).waitFor();
    await dialog.getByText(/^1 (line with errors is skipped|Position mit Fehlern wird übersprungen)/).waitFor();
    await expectAccessible(page);
    await shot(page, `release-errors-${language}-${scheme}`);
    expectCalm(page);
    await page.context().close();
  }
});

test("orders cannot be created while all lines are held", async () => {
  await sendLines(desk, "ALLWAIT", [1, 1], { headerLineCount: 3 });
  for (const [language, scheme] of [
    ["en", "dark"],
    ["de", "light"],
    ["de", "dark"],
  ] as const) {
    const page = await desk.page("/candidates?q=ALLWAIT", { user: CLERK, language, scheme });
    await shows(page, 2);
    await createAll(page, /Create orders|Aufträge erzeugen/);
    const dialog = page.getByRole("dialog");
    const create = dialog.getByRole("button", { name: /^(Create|Erzeugen)$/ });
    await expect.poll(() => create.isEnabled()).toBe(false);
    await create.click({ force: true });
    await expectAccessible(page);
    await dialog.getByRole("checkbox").first().check();
    await dialog.getByText(/will become|werden zu/).waitFor();
    await expect.poll(() => create.isEnabled()).toBe(true);
    await expectAccessible(page);
    await shot(page, `release-ticked-${language}-${scheme}`);
    await page.setViewportSize({ width: 390, height: 844 });
    await shot(page, `release-narrowest-${language}-${scheme}`);
    expectCalm(page);
    await page.context().close();
  }
  const left = await desk.call<{ items: { status: string }[] }>("GET", `${CANDIDATES}?q=ALLWAIT`);
  expect(left.items.map(({ status }) => status)).toEqual(["new", "new"]);
});

/** Returns the input of a rarely used override. */
async function seldom(page: Page, field: string) {
  const more = page.getByRole("button", { name: /more field|weitere[sr]? Feld/ });
  await more.or(override(page, field)).first().waitFor();
  while (!(await override(page, field).count()) && (await more.count())) await more.first().click();
  return override(page, field);
}

/** Takes screenshots of a field in both languages and schemes. */
async function fieldLooks(name: string, id: number, ready: (page: Page) => ReturnType<Page["locator"]>) {
  for (const [language, scheme] of inTurn(name, LANGUAGES_AND_SCHEMES)) {
    const page = await desk.page(`/candidates/${id}`, { user: CLERK, language, scheme });
    const field = ready(page);
    await field.waitFor();
    await field.evaluate((one) => one.scrollIntoView({ block: "center" }));
    await expectAccessible(page);
    await shot(page, `${name}-${language}-${scheme}`);
    expectCalm(page);
    await page.context().close();
  }
}

test("tax category is set by typing a name", async () => {
  const [id] = await sendLines(desk, "TAX", [1]);
  const page = await desk.page(`/candidates/${id}`, { user: CLERK });
  const field = await seldom(page, "Tax category");
  await field.fill("redu");
  await field.press("Enter");
  await expect
    .poll(async () => (await read(desk, id!)).override)
    .toMatchObject({ taxCategoryCode: { code: "reduced" } });
  expectCalm(page);
  await page.context().close();
  await fieldLooks("tax-category", id!, (at) => at.locator("tr[data-member=taxCategoryCode]"));
});

test("description has several lines", async () => {
  const [id] = await sendLines(desk, "LINES", [1]);
  const page = await desk.page(`/candidates/${id}`, { user: CLERK });
  await (await seldom(page, "Description")).focus();
  await page.keyboard.type("By the back door");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("Ring twice");
  await page.keyboard.press("Enter");
  await expect
    .poll(async () => (await read(desk, id!)).override)
    .toMatchObject({ description: "By the back door\nRing twice" });
  expect(await override(page, "Description").inputValue()).toBe("By the back door\nRing twice");
  expectCalm(page);
  await page.context().close();
  await fieldLooks("description-lines", id!, (at) => at.locator("tr[data-member=description]"));
});

test("source of a value is shown at candidate and order", async () => {
  await desk.call("PUT", "/api/masterdata/bpartner-groups", [
    { name: "Standard", pricingSystem: "Testpreise Kunden", paymentRule: "OnCredit" },
  ]);
  const [id] = await sendLines(desk, "FROM", [1]);
  await fieldLooks("value-source", id!, (at) =>
    at.getByText(/from partner group Standard|aus Partnergruppe Standard/).first(),
  );
  const run = await desk.call<{ id: number }>("POST", "/api/sales/order/candidates/process", {
    selection: { ids: [id] },
  });
  await expect.poll(async () => (await read(desk, id!)).status).toBe("processed");
  const orders = await desk.call<{ items: { salesOrderId: string }[] }>("GET", `/api/sales/order?runId=${run.id}`);
  for (const [language, scheme] of inTurn("order-value-source", LANGUAGES_AND_SCHEMES)) {
    const page = await desk.page(`/orders/${orders.items[0]!.salesOrderId}`, { user: CLERK, language, scheme });
    const facts = page.getByLabel(/Sales order details|Angaben zum Auftrag/);
    await facts
      .getByText(/from partner group Standard|aus Partnergruppe Standard/)
      .first()
      .waitFor();
    const origin = page.getByLabel(/Origin|Herkunft/);
    expect([await facts.getByText(/Standard/).count(), await origin.getByText(/Standard/).count()]).toEqual([1, 1]);
    await expectAccessible(page);
    await shot(page, `order-value-source-${language}-${scheme}`);
    expectCalm(page);
    await page.context().close();
  }
});

test("run lists the releases", async () => {
  const ids = await sendLines(desk, "RELEASED", [1, 1], { headerLineCount: 3 });
  const run = await desk.call<{ id: number }>("POST", "/api/sales/order/candidates/process", {
    selection: { ids },
    release: ["header.incomplete", "sibling.error"],
  });
  for (const [language, scheme] of inTurn("run-release", LANGUAGES_AND_SCHEMES)) {
    // runs of all organisations need access to all
    const page = await desk.page(`/runs/${run.id}`, { language, scheme, user: desk.admin });
    await page
      .getByText(
        /another line of the incoming order has errors, lines are|eine andere Position der Bestellung hat Fehler, Positionen/,
      )
      .waitFor();
    await page.locator("[data-row-link]").first().waitFor();
    await expectAccessible(page);
    await shot(page, `run-release-${language}-${scheme}`);
    expectCalm(page);
    await page.context().close();
  }
});

test("credit has a negative price and discount", async () => {
  const [id] = await sendLines(desk, "CREDIT", [1]);
  const page = await desk.page(`/candidates/${id}`, { user: CLERK });
  await override(page, "Price").fill("-12.50");
  await override(page, "Price").press("Enter");
  await override(page, "Currency").fill("EUR");
  await override(page, "Currency").press("Enter");
  await override(page, "Discount").fill("-5");
  await override(page, "Discount").press("Enter");
  await expect.poll(async () => (await read(desk, id!)).override).toMatchObject({ price: -12.5, discount: -5 });
  expectCalm(page);
});

test("request shows only the rows of the own organisation", async () => {
  const row = (header: string, org: string) => ({
    org: { code: org },
    externalHeaderId: header,
    externalLineId: "1",
    poReference: header,
    qty: 1,
    dateRequired: "2030-02-11",
    bpartner: { bpartner: { code: "G0001" }, location: { externalId: "2156425" } },
    productCode: "P002737",
  });
  const requests = [row("MIXED-OTHER", "test-org-03"), { ...row("MIXED-OWN", "001"), price: 30, currencyCode: "INR" }];
  const answer = await fetch(`${desk.url}${CANDIDATES}/bulk?errorPolicy=row`, {
    method: "POST",
    headers: { Authorization: desk.token, "Content-Type": "application/json" },
    body: JSON.stringify({ requests }),
  });
  const { result } = (await answer.json()) as { result: { id: number | null }[] };
  const id = result[1]!.id!;
  for (const [language, scheme] of inTurn("request-clerk", LANGUAGES_AND_SCHEMES)) {
    const page = await desk.page(`/candidates/${id}?tab=request`, { user: CLERK, language, scheme });
    await page.getByText(/Row 2 of 2|Position 2 von 2/).waitFor();
    expect(await page.locator("[data-fault]").first().innerText()).toContain('"currencyCode": "INR"');
    await page
      .getByText(/row of another organisation is hidden|Position einer anderen Organisation ist ausgeblendet/)
      .waitFor();
    await page.getByText(/Whole request|Ganze Übermittlung/).click();
    await page.getByText('"MIXED-OWN"').first().waitFor();
    expect(await page.getByText("MIXED-OTHER").count()).toBe(0);
    await expectAccessible(page);
    await shot(page, `request-clerk-${language}-${scheme}`);
    expectCalm(page);
    await page.context().close();
  }
});

test("expired request differs from a forbidden one", async () => {
  const [id] = await sendLines(desk, "GONE", [1]);
  const page = await desk.page("/", { user: CLERK });
  await page.route(`**${CANDIDATES}/${id}/request`, (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto(`${desk.url}/candidates/${id}?tab=request`);
  await page.getByText("You do not have permission to view the request").waitFor();
  await page.route(`**${CANDIDATES}/${id}`, async (route) => {
    const answer = await route.fetch();
    const old = new Date(Date.now() - 31 * 86_400_000).toISOString();
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), createdAt: old } });
  });
  await page.reload();
  await page.getByText("This request was deleted").waitFor();
  expectCalm(page, [/status of 404/]);
});
