// Inbox: causes and fixes for all their lines.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everyLook, expectAccessible, expectCalm, openDesk, shot, signIn, type Desk, WIDTHS } from "./harness";
import { holdBack, listed, read, sendLines, shows } from "./list";

let desk: Desk;
const CLERK = "erika";
const STRANGER = "otto";
const VIEWER = "vera";
/** Administrator of one organisation. */
const OWN_ADMIN = "anna";
let faulty: number[];
beforeAll(async () => {
  desk = await openDesk();
  desk.addUser(STRANGER, "clerk", ["test-org-03"]);
  desk.addUser(VIEWER, "viewer", []);
  desk.addUser(OWN_ADMIN, "administrator", ["001"]);
  faulty = [
    ...(await sendLines(desk, "CAUSE-1", [1, 2], { price: 30, currencyCode: "INR" })),
    ...(await sendLines(desk, "CAUSE-2", [3], { price: 12.5, currencyCode: "INR" })),
  ];
  await sendLines(desk, "OTHER", [1], { productCode: "KAKAO-1" });
});
afterAll(() => desk.close());

const option = (page: Page, text: string | RegExp) => page.getByRole("option").filter({ hasText: text });
const CURRENCY = /Currency differs from|Andere Währung als/;
const currency = (page: Page) => option(page, CURRENCY);
/** The selected cause. */
const detail = (page: Page) => page.getByRole("region", { name: CURRENCY });
const focusedButton = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
const isFocused = (page: Page) => currency(page).evaluate((one) => one === document.activeElement);

test("inbox is accessible for users with and without permission in every look", async () => {
  for (const user of [CLERK, VIEWER]) {
    const ready = async (page: Page) => {
      await currency(page).waitFor();
      if (user === VIEWER) expect(await page.locator("main").getByRole("button").count()).toBe(0);
    };
    await everyLook(desk, `inbox-${user}`, "/inbox", ready, user, WIDTHS);
  }
});

test("problems of other organisations are invisible", async () => {
  const ready = async (page: Page) => {
    await page.getByRole("heading", { name: /^(All resolved|Alles geklärt)$/ }).waitFor();
    expect(await page.getByRole("option").count()).toBe(0);
  };
  await everyLook(desk, "inbox-clear", "/inbox", ready, STRANGER);
});

test("clerk selects a cause by arrows and fixes it by Enter after a preview", async () => {
  const page = await desk.page("/inbox", { user: CLERK });
  await page.context().clearCookies();
  await page.goto(`${desk.url}/`);
  await signIn(page, CLERK, desk.password);
  await page.waitForURL(`${desk.url}/inbox`);
  await currency(page).waitFor();
  for (let presses = 0; presses < 10 && !(await isFocused(page)); presses++) await page.keyboard.press("ArrowDown");
  expect(await isFocused(page)).toBe(true);
  await detail(page)
    .getByText(/^[23] incoming orders$/)
    .waitFor();
  await detail(page).getByText(/INR/).first().waitFor();
  await detail(page).getByText("4 resolved, 0 remain.").waitFor();
  const lines = listed(page, "Lines with this cause");
  await expect.poll(() => lines.count()).toBe(4);
  await shot(page, "inbox-cause-en-light");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/lines will change/).waitFor();
  await dialog.getByText("Fields to change: Currency", { exact: true }).waitFor();
  await dialog.getByText("4 lines will be resolved.", { exact: true }).waitFor();
  const named = dialog.getByRole("table").locator("tbody td:first-child");
  expect(await named.allTextContents()).toEqual(["4500017 / 1", "CAUSE-1 / 1", "CAUSE-1 / 2", "CAUSE-2 / 1"]);
  await expectAccessible(page);
  await shot(page, "inbox-settle-en-light");
  // a preview changes nothing
  expect((await read(desk, faulty[0]!)).status).toBe("error");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => isFocused(page)).toBe(true);
  await page.keyboard.press("Enter");
  await dialog.getByText(/lines will change/).waitFor();
  await dialog.getByRole("button", { name: /^Apply to all/ }).press("Enter");
  for (const id of faulty) {
    await expect.poll(() => read(desk, id)).toMatchObject({ status: "new", override: { currencyCode: "EUR" } });
  }
  await currency(page).waitFor({ state: "detached" });
  await page.keyboard.press("Control+z");
  await page.getByText(/Undone for \d+ lines/).waitFor();
  await expect.poll(() => read(desk, faulty[0]!)).toMatchObject({ status: "error" });
  await currency(page).waitFor();
  expectCalm(page);
});

test("fix needs its preview, and Enter cancels without it", async () => {
  const page = await desk.page("/inbox", { user: CLERK });
  await currency(page).focus();
  await detail(page).getByText("4 resolved, 0 remain.").waitFor();
  const isPlan = ({ pathname, searchParams }: URL) =>
    pathname === "/api/sales/order/candidates/edit" && searchParams.get("dryRun") === "true";
  const held = await holdBack(page, isPlan);
  await currency(page).focus();
  await page.keyboard.press("Enter");
  await held.asked();
  await expect.poll(() => focusedButton(page)).toBe("Cancel");
  const apply = dialog(page).getByRole("button", { name: /^Apply to all/ });
  expect(await apply.getAttribute("aria-disabled")).toBe("true");
  await apply.click({ force: true });
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Cancel" }).focus();
  await page.keyboard.press("Enter");
  await dialog(page).waitFor({ state: "detached" });
  held.letGo();
  expect((await read(desk, faulty[0]!)).status).toBe("error");
  expectCalm(page);
});

test("fix that leaves another problem names it", async () => {
  const faults = { price: 30, currencyCode: "GBP" };
  const ids = [
    ...(await sendLines(desk, "REMAINS-1", [2], faults)),
    ...(await sendLines(desk, "REMAINS-2", [2], { ...faults, packingMaterialId: 7 })),
  ];
  for (const language of ["en", "de"] as const) {
    const page = await desk.page("/inbox", { user: CLERK, language });
    const cause = currency(page).filter({ hasText: "GBP" });
    await cause.focus();
    await page.getByText(/(1 resolved, 1 remains|1 geklärt, 1 bleibt offen)\.$/).waitFor();
    await page.keyboard.press("Enter");
    await dialog(page)
      .getByText(/^1 (line will be resolved|Position wird geklärt)\.$/)
      .waitFor();
    await dialog(page)
      .getByText(/^(Remaining errors: Field not supported|Verbleibende Fehler: Feld nicht unterstützt) \(1\)$/)
      .waitFor();
    await expectAccessible(page);
    await shot(page, `inbox-remaining-${language}-light`);
    expectCalm(page);
    await page.context().close();
  }
  // excluded, because other tests expect only their own causes
  await desk.call("POST", "/api/sales/order/candidates/edit", { selection: { ids }, active: false });
  for (const id of ids) await expect.poll(() => read(desk, id)).toMatchObject({ status: "inactive" });
});

test.each([CLERK, VIEWER])("key opens the list of a cause from %s", async (user) => {
  const page = await desk.page("/inbox", { user });
  const other = option(page, "No price in the price list").first();
  await other.focus();
  await page.keyboard.press("o");
  await page.waitForURL((url) => url.pathname === "/candidates" && url.searchParams.get("problem") === "price.none");
  expect(new URL(page.url()).searchParams.get("cause")).toBeTruthy();
  await page.locator("[role=row] [data-column=candidate] a").first().waitFor();
  const rows = await page.locator("[role=row] [data-column=candidate] a").count();
  await shows(page, rows);
  expectCalm(page);
});

const dialog = (page: Page) => page.getByRole("dialog");

test("master data changes are previewed with scope and undo period", async () => {
  const [id] = await sendLines(desk, "UNPRICED", [1], { productCode: "KAKAO-1", uomCode: "PCE" });
  const page = await desk.page("/inbox", { user: desk.admin });
  const cause = option(page, "No price in the price list").first();
  await cause.focus();
  await page.keyboard.press("Enter");
  const written = dialog(page).getByRole("region", { name: "Changes to master data" });
  await written.getByText("New product price").waitFor();
  expect(await written.locator("dl").innerText()).toMatch(/Product\s+KAKAO-1.*Unit\s+pcs.*Price\s+enter a value/s);
  await written.getByText(/\d lines? will be re-validated\./).waitFor();
  await written.getByText(/applies to all orders of .+ You can undo it \(Ctrl\+Z\) until/).waitFor();
  await expectAccessible(page);
  await shot(page, "inbox-write-en-light");
  expect((await read(desk, id!)).status).toBe("error");
  await dialog(page).getByRole("textbox", { name: "Price" }).fill("9.50");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await read(desk, id!)).status).toBe("new");
  await dialog(page).waitFor({ state: "detached" });
  expectCalm(page);
});

test("fix of many lines is undone by one key", async () => {
  const product = { org: "001", code: "BULK-TEA", name: "Tea in bulk", uom: "PCE" };
  await desk.call("PUT", "/api/masterdata/products", [product]);
  const listed = {
    org: "001",
    priceList: "DE-EUR",
    validFrom: "2015-01-01",
    product: "BULK-TEA",
    uom: "PCE",
    price: 2,
  };
  await desk.call("PUT", "/api/masterdata/product-prices", [listed]);
  const ids = await sendLines(desk, "WRITTEN", [1, 2, 3], { productCode: "BULK-TEA", uomCode: "KGM" });
  const page = await desk.page("/inbox", { user: OWN_ADMIN });
  const cause = option(page, "BULK-TEA");
  const settle = async (factor: string) => {
    await cause.focus();
    await page.keyboard.press("Enter");
    await dialog(page).getByRole("region", { name: "Changes to master data" }).waitFor();
    await dialog(page).getByRole("textbox").fill(factor);
    await page.keyboard.press("Enter");
    await dialog(page).waitFor({ state: "detached" });
    for (const id of ids) await expect.poll(async () => (await read(desk, id)).status).toBe("new");
    await cause.waitFor({ state: "detached" });
  };
  await settle("12");
  // the response is lost, and the retry returns the same result
  const undoing = "**/api/masterdata/*/*/undo*";
  let lost = 0;
  await page.route(undoing, async (route) => {
    expect((await route.fetch()).status()).toBe(200);
    await route.abort();
    lost += 1;
  });
  await page.keyboard.press("Control+z");
  await expect.poll(() => lost).toBe(1);
  await page.unroute(undoing);
  const again = page.waitForRequest(undoing);
  let asked = false;
  void again.then(() => (asked = true));
  const press = async () => {
    if (!asked) await page.keyboard.press("Control+z");
    return asked;
  };
  await expect.poll(press).toBe(true);
  expect((await (await again).response())?.headers()["idempotency-replayed"]).toBe("true");
  await page.getByText(/^Undone: /).waitFor();
  for (const id of ids) await expect.poll(async () => (await read(desk, id)).status).toBe("error");
  await cause.waitFor();
  expectCalm(page, [/net::ERR_FAILED/]);

  await settle("6");
  await page.getByRole("button", { name: "Undo…" }).click();
  await dialog(page).getByRole("region", { name: "To be removed" }).getByText("6", { exact: true }).waitFor();
  await expectAccessible(page);
  await shot(page, "take-back-en-light");
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  expect((await read(desk, ids[0]!)).status).toBe("new");
  await page.getByRole("button", { name: "Undo…" }).click();
  await dialog(page).getByRole("textbox", { name: "Reason" }).fill("a carton, not a kilogram");
  await dialog(page).getByRole("button", { name: "Undo", exact: true }).click();
  for (const id of ids) await expect.poll(async () => (await read(desk, id)).status).toBe("error");
  const { items } = await desk.call<{ items: { id: number }[] }>("GET", "/api/masterdata/products?q=BULK-TEA");
  const path = `/api/masterdata/products/${items[0]!.id}/history`;
  const history = await desk.call<{ items: { actor: string; event: string; reason?: string }[] }>("GET", path);
  expect(history.items).toContainEqual(
    expect.objectContaining({ event: "removed", actor: OWN_ADMIN, reason: "a carton, not a kilogram" }),
  );

  await settle("5");
  const conversions = [{ from: "KGM", to: "PCE", multiplier: 7 }];
  await desk.call("PUT", "/api/masterdata/products", [{ ...product, conversions }]);
  await page.keyboard.press("Control+z");
  await page.getByText(/changed the record on/).waitFor();
  await shot(page, "take-back-refused-en-light");
  expect((await read(desk, ids[0]!)).status).toBe("new");
  expectCalm(page, [/net::ERR_FAILED/, /status of 409/]);
});

const PROBLEMS = "**/api/sales/order/candidates/problems*";

test("further causes are loaded by a button with their number", async () => {
  const product = { org: "001", code: "LOOSE-TEA", name: "Loose tea", uom: "PCE" };
  await desk.call("PUT", "/api/masterdata/products", [product]);
  await sendLines(desk, "MORE", [1], { productCode: product.code });
  const page = await desk.page("/inbox", { user: CLERK });
  await currency(page).waitFor();
  const causes = page.getByRole("listbox", { name: "Causes of errors" }).getByRole("option");
  const all = await causes.count();
  expect(all).toBeGreaterThan(1);
  const offsets: (string | null)[] = [];
  await page.route(PROBLEMS, async (route) => {
    const response = await route.fetch();
    const offset = new URL(route.request().url()).searchParams.get("offset");
    offsets.push(offset);
    const json = await response.json();
    // simulates pages of one cause
    if (!offset) await route.fulfill({ response, json: { ...json, items: json.items.slice(0, 1), more: true } });
    else await route.fulfill({ response, json: { ...json, groups: all } });
  });
  await page.reload();
  const more = page.getByRole("button", { name: `Show ${all - 1} more` });
  await more.waitFor();
  await page.getByText(`the 1 largest of ${all} causes`).waitFor();
  expect(await causes.count()).toBe(1);
  await expectAccessible(page);
  await shot(page, "inbox-more-en-light");
  await page.unroute(PROBLEMS);
  await page.route(PROBLEMS, async (route) => {
    const url = new URL(route.request().url());
    offsets.push(url.searchParams.get("offset"));
    url.searchParams.delete("offset");
    const response = await route.fetch({ url: url.toString() });
    const json = await response.json();
    await route.fulfill({ response, json: { ...json, items: json.items.slice(1) } });
  });
  await more.click();
  await expect.poll(() => causes.count()).toBe(all);
  expect(offsets.at(-1)).toBe("1");
  expect(await more.count()).toBe(0);
  expectCalm(page);
});

test("fix that needs attention is not the default and shows its reason", async () => {
  const page = await desk.page("/", { user: CLERK });
  await page.route(PROBLEMS, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    for (const { fixes } of json.items) {
      for (const fix of fixes)
        Object.assign(fix, { caution: "tax_class", members: ["taxCategoryCode", "currencyCode"] });
    }
    await route.fulfill({ response, json });
  });
  await page.goto(`${desk.url}/inbox`);
  await currency(page).focus();
  await detail(page).getByText("Changes the tax category.").first().waitFor();
  expect(await detail(page).locator("button[data-variant=filled]").count()).toBe(0);
  await expectAccessible(page);
  await shot(page, "inbox-caution-en-light");
  await currency(page).focus();
  await page.keyboard.press("1");
  await dialog(page).getByText("Fields to change: Tax category, Currency", { exact: true }).waitFor();
  await dialog(page).getByText("Changes the tax category.").waitFor();
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  await currency(page).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/candidates");
  expectCalm(page);
});

test("other fixes are selected by number or click", async () => {
  // a matching price list makes it the best fix
  const system = { org: "001", code: "INDIA", name: "India" };
  await desk.call("PUT", "/api/masterdata/pricing-systems", [system]);
  await desk.call("PUT", "/api/masterdata/price-lists", [
    {
      org: "001",
      code: "IN-INR",
      name: "India",
      pricingSystem: "INDIA",
      country: "DE",
      currency: "INR",
      versions: [{ validFrom: "2015-01-01" }],
    },
  ]);
  const page = await desk.page("/inbox", { user: CLERK });
  await currency(page).focus();
  await detail(page).getByRole("button", { name: "Use INDIA" }).waitFor();
  await expectAccessible(page);
  await shot(page, "inbox-alternatives-en-light");
  await page.keyboard.press("2");
  await dialog(page)
    .getByText(/^Change the currency to EUR, the currency of price list/)
    .waitFor();
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  await expect.poll(() => isFocused(page)).toBe(true);
  await detail(page).getByRole("list", { name: "Suggested fixes" }).getByRole("button", { name: "Set EUR" }).click();
  await dialog(page)
    .getByText(/lines will change/)
    .waitFor();
  await dialog(page)
    .getByRole("button", { name: /^Apply to all/ })
    .press("Enter");
  for (const id of faulty) {
    await expect.poll(() => read(desk, id)).toMatchObject({ status: "new", override: { currencyCode: "EUR" } });
  }
  expectCalm(page);
});

test("phone shows causes and the selected one as steps", async () => {
  const page = await desk.page("/inbox", { user: CLERK, phone: true });
  const none = option(page, "No price in the price list").first();
  await none.waitFor();
  expect((await none.boundingBox())!.y).toBeLessThanOrEqual(200);
  await none.click();
  await page.waitForURL((url) => url.searchParams.get("problem") === "price.none");
  const back = page.getByRole("button", { name: "All causes" });
  await back.waitFor();
  await expect.poll(() => back.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.getByRole("region", { name: "No price in the price list" }).waitFor();
  expect(await page.getByRole("option").count()).toBe(0);
  await listed(page, "Lines with this cause").first().waitFor();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await shot(page, "inbox-phone-cause-en-light");
  await page.goBack();
  await none.waitFor();
  await none.click();
  await back.click();
  await none.waitFor();
  await expect.poll(() => none.evaluate((one) => one === document.activeElement)).toBe(true);
  expectCalm(page);
});
