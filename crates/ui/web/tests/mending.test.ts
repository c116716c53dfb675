// Suggested fixes in the panel, and navigation between problems.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everyLook, expectAccessible, expectCalm, openDesk, shot, type Desk, WIDTHS } from "./harness";
import { focused, read, sendLines, shows } from "./list";

let desk: Desk;
const CLERK = "erika";
const VIEWER = "vera";
/** Administrator of one organisation. */
const OWN_ADMIN = "anna";
beforeAll(async () => {
  desk = await openDesk();
  desk.addUser(VIEWER, "viewer", []);
  desk.addUser(OWN_ADMIN, "administrator", ["001"]);
});
afterAll(() => desk.close());

const CANDIDATES = "/api/sales/order/candidates";

async function patch(id: number, change: object) {
  const headers = { Authorization: desk.token, "Content-Type": "application/json", "If-Match": "*" };
  const body = JSON.stringify(change);
  expect((await fetch(`${desk.url}${CANDIDATES}/${id}`, { method: "PATCH", headers, body })).status).toBe(200);
}

/** Creates candidates with an invalid quantity. */
async function sendEmpty(header: string, count: number): Promise<number[]> {
  const ids = await sendLines(
    desk,
    header,
    Array.from({ length: count }, () => 1),
  );
  for (const id of ids) await patch(id, { override: { qty: 0 } });
  return ids;
}

const card = (page: Page) =>
  page.getByRole("region", {
    name: /Error and suggested fix|On hold: suggested fix|Fehler und Lösungsvorschlag|Zurückgehalten: Lösungsvorschlag/,
  });

test("problems are fixed one after the other by keys", async () => {
  const ids = await sendEmpty("NEXT", 3);
  const page = await desk.page("/candidates?q=NEXT&status=error&sort=createdAt", { user: CLERK });
  await shows(page, 3);
  await expect.poll(() => focused(page)).toBe("0 select");
  await page.keyboard.press("Enter");
  for (const [place, id] of ids.entries()) {
    await page.waitForURL((url) => url.searchParams.get("open") === String(id));
    await card(page).getByText("The quantity must be greater than 0, but is 0.").waitFor();
    await expect.poll(() => focused(page)).toBe("INPUT Quantity");
    await page.keyboard.press("Control+a");
    await page.keyboard.type(String(place + 2));
    await page.keyboard.press("Enter");
  }
  await page.locator("#status-line").getByText("Fixed.").waitFor();
  await expect.poll(() => focused(page)).toMatch(/^2 /);
  for (const [place, id] of ids.entries()) {
    expect(await read(desk, id)).toMatchObject({ status: "new", effective: { qty: place + 2 } });
  }
  expectCalm(page);
});

test("rejected text stays in the field, and Escape returns to the row", async () => {
  const [id] = await sendEmpty("STAYS", 1);
  const page = await desk.page("/candidates?q=STAYS", { user: CLERK });
  await shows(page, 1);
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toBe("INPUT Quantity");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("many");
  await page.keyboard.press("Enter");
  await card(page).getByText("Enter a number such as 12.5.").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("complementary").waitFor({ state: "detached" });
  await expect.poll(() => focused(page)).toBe("0 select");
  expect((await read(desk, id!)).status).toBe("error");
  expectCalm(page);
});

test("following panel does not take the focus", async () => {
  const [first, second] = await sendEmpty("FOLLOW", 2);
  const page = await desk.page(`/candidates?q=FOLLOW&sort=createdAt&open=${first}`, { user: CLERK });
  await shows(page, 2);
  await card(page).waitFor();
  await expect.poll(() => focused(page)).toBe("0 select");
  await page.keyboard.press("ArrowDown");
  await page.waitForURL((url) => url.searchParams.get("open") === String(second));
  await card(page).waitFor();
  await expect.poll(() => focused(page)).toBe("1 select");
  expectCalm(page);
});

test("Enter in an untouched field does nothing, and the button applies the fix", async () => {
  const ids = await sendLines(desk, "TAKE", [1, 1], { price: 30, currencyCode: "INR" });
  const page = await desk.page("/candidates?q=TAKE&sort=createdAt", { user: CLERK });
  await shows(page, 2);
  await page.keyboard.press("Enter");
  for (const id of ids) {
    await page.waitForURL((url) => url.searchParams.get("open") === String(id));
    await card(page).getByRole("button", { name: "Change the currency to EUR, the currency of price list" }).waitFor();
    await expect.poll(() => focused(page)).toBe("INPUT Currency");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    expect(await read(desk, id)).toMatchObject({ status: "error", override: {} });
    await card(page).getByRole("button", { name: "Change the currency to EUR" }).press("Enter");
    await expect.poll(() => read(desk, id)).toMatchObject({ status: "new", override: { currencyCode: "EUR" } });
  }
  await page.locator("#status-line").getByText("Fixed.").waitFor();
  expectCalm(page);
});

test("missing price: clerk sets one, administrator creates one", async () => {
  const [own, listed] = await sendLines(desk, "PRICE", [1, 1], { productCode: "KAKAO-1" });
  const page = await desk.page(`/candidates/${own}`, { user: CLERK });
  await card(page).getByText("Suggested fix (requires permission to edit master data): Create a price").waitFor();
  expect(
    await card(page)
      .getByRole("button", { name: /Create a price/ })
      .count(),
  ).toBe(0);
  await expect.poll(() => focused(page)).toBe("INPUT Price");
  await expectAccessible(page);
  await shot(page, "cure-price-clerk-en-light");
  await page.keyboard.type("12.50");
  await page.keyboard.press("Enter");
  await expect.poll(() => read(desk, own!)).toMatchObject({ status: "new", override: { price: 12.5 } });
  // the other line of the incoming order still has no price
  await card(page).getByText("of the same incoming order has an error").waitFor();
  expectCalm(page);
  await page.context().close();

  const admin = await desk.page(`/candidates/${listed}`, { user: desk.admin, language: "de", scheme: "dark" });
  await card(admin)
    .getByRole("button", { name: /KAKAO-1/ })
    .click();
  const written = card(admin).getByRole("region", { name: "Änderungen an Stammdaten" });
  await written.getByText("Neuer Produktpreis").waitFor();
  await written.getByText(/Dies gilt für alle Bestellungen .*Strg\+Z\), solange/).waitFor();
  const price = card(admin).locator("form").getByRole("textbox", { name: "Preis" });
  await price.fill("viel");
  await price.press("Enter");
  await card(admin).getByText("Geben Sie einen gültigen Wert ein.").waitFor();
  await expectAccessible(admin);
  await shot(admin, "cure-price-admin-de-dark");
  await price.fill("13,25");
  await price.press("Enter");
  await expect.poll(async () => (await read(desk, listed!)).status).toBe("new");
  await card(admin).waitFor({ state: "detached" });
  const prices = await desk.call<{ items: { price: number }[] }>("GET", "/api/masterdata/product-prices?q=KAKAO-1");
  expect(prices.items.map(({ price: kept }) => kept)).toContain(13.25);
  await admin.getByRole("button", { name: "Rückgängig…" }).click();
  const back = admin.getByRole("dialog", { name: "Rückgängig machen: Neuer Produktpreis" });
  await back.getByRole("region", { name: "Wird entfernt" }).getByText("13,25").waitFor();
  await expectAccessible(admin);
  await shot(admin, "take-back-de-dark");
  await back.getByRole("button", { name: "Rückgängig", exact: true }).click();
  await expect.poll(async () => (await read(desk, listed!)).status).toBe("error");
  await card(admin).waitFor();
  const left = await desk.call<{ items: { price: number }[] }>("GET", "/api/masterdata/product-prices?q=KAKAO-1");
  expect(left.items.map(({ price: kept }) => kept)).not.toContain(13.25);
  expectCalm(admin);
});

test("misspelt code stays in its field with a suggestion", async () => {
  const [id] = await sendLines(desk, "MEANT", [1]);
  const page = await desk.page(`/candidates/${id}`, { user: CLERK });
  const field = page.locator('tr[data-member] input[aria-label="Product"]');
  await field.focus();
  await page.keyboard.type("A0O1");
  await page.keyboard.press("Enter");
  const row = page.locator("tr[data-member=productCode] + tr");
  const meant = row.getByRole("button", { name: /A001/ });
  await meant.waitFor();
  expect(await field.inputValue()).toBe("A0O1");
  await expectAccessible(page);
  await shot(page, "meant-en-light");
  await meant.press("Enter");
  await expect.poll(() => read(desk, id!)).toMatchObject({ override: { productCode: { code: "A001" } } });
  await expect.poll(() => field.inputValue()).toMatch(/Holzkiste/);
  expectCalm(page, [/status of 400/]);
});

test("held line shows its reason, and a clerk can release it", async () => {
  const [id] = await sendLines(desk, "HELD", [1], { headerLineCount: 2 });
  await desk.call("POST", `${CANDIDATES}/process`, { selection: { ids: [id] } });
  await expect
    .poll(async () => (await desk.call<{ hold?: string }>("GET", `${CANDIDATES}/${id}`)).hold)
    .toBe("header.incomplete");
  const viewer = await desk.page(`/candidates/${id}`, { user: VIEWER, language: "de", scheme: "dark" });
  await card(viewer)
    .getByText(/^Lösungsvorschlag \(erfordert Bearbeitungsrecht\): /)
    .waitFor();
  expect(await card(viewer).getByRole("button").count()).toBe(0);
  await expectAccessible(viewer);
  await shot(viewer, "held-viewer-de-dark");
  await viewer.context().close();
  const page = await desk.page(`/candidates/${id}`, { user: CLERK });
  await card(page).getByRole("button").first().waitFor();
  await expectAccessible(page);
  await shot(page, "held-clerk-en-light");
  expect(await focused(page)).not.toMatch(/^BUTTON/);
  await card(page).getByRole("button").first().press("Enter");
  await expect.poll(async () => (await read(desk, id!)).status).toBe("processed");
  await card(page).waitFor({ state: "detached" });
  expectCalm(page);
});

test("waiting line can be extended and resumed", async () => {
  const [id] = await sendLines(desk, "CUSTOMER", [1]);
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await patch(id!, { waitingUntil: soon });
  const waits = async () => (await desk.call<{ waitingUntil?: string }>("GET", `${CANDIDATES}/${id}`)).waitingUntil;
  expect(await waits()).toBe(soon);
  const page = await desk.page(`/candidates/${id}`, { user: CLERK });
  await offered(page, /^Wait until another date/);
  const day = card(page).locator("form").getByRole("textbox", { name: "Waiting until" });
  await day.fill("+5");
  await expectAccessible(page);
  await shot(page, "waiting-clerk-en-light");
  await day.press("Enter");
  await expect.poll(async () => ((await waits()) ?? "") > soon).toBe(true);
  await card(page)
    .getByRole("button", { name: /^End the wait/ })
    .press("Enter");
  await expect.poll(waits).toBeUndefined();
  await card(page).waitFor({ state: "detached" });
  expectCalm(page);
});

test("amount beyond the limit shows it, and missing values are named", async () => {
  const [huge] = await sendLines(desk, "HUGE", [1e20], { price: 3e20, currencyCode: "EUR" });
  const page = await desk.page(`/candidates/${huge}`, { user: CLERK });
  await card(page).getByText("Number or amount too large").waitFor();
  await card(page).getByText("Enter a smaller quantity: numbers and amounts are limited to 28 digits.").waitFor();
  await expect.poll(() => focused(page)).toBe("INPUT Quantity");
  await shot(page, "too-large-en-light");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await expect.poll(() => read(desk, huge!)).toMatchObject({ status: "new", override: { qty: 2 } });
  expectCalm(page);
  await page.context().close();

  const [timeless] = await sendLines(desk, "TIMELESS", [1]);
  await patch(timeless!, { clear: ["dateRequired"] });
  const german = await desk.page(`/candidates/${timeless}`, { user: CLERK, language: "de" });
  await card(german).getByText("Pflichtangabe fehlt").waitFor();
  await card(german).getByText("Wunschtermin fehlt.").waitFor();
  expectCalm(german);
});

test("missing conversion of a shared product needs a global administrator", async () => {
  const [id] = await sendLines(desk, "CONVERT", [1], { uomCode: "KGM" });
  for (const user of [CLERK, OWN_ADMIN]) {
    const page = await desk.page(`/candidates/${id}`, { user });
    await card(page)
      .getByText(/^Suggested fix \(requires access to all organisations\): Create a unit conversion/)
      .waitFor();
    expect(
      await card(page)
        .getByRole("button", { name: /number of pcs per kg/ })
        .count(),
    ).toBe(0);
    await expectAccessible(page);
    expectCalm(page);
    await page.context().close();
  }
  const admin = await desk.page(`/candidates/${id}`, { user: desk.admin });
  await offered(admin, /number of pcs per kg/);
  await card(admin).locator("form").getByRole("textbox", { name: "Factor" }).fill("8");
  await shot(admin, "convert-admin-en-light");
  await admin.keyboard.press("Enter");
  await expect.poll(async () => (await read(desk, id!)).status).toBe("new");
  await card(admin).waitFor({ state: "detached" });
  expectCalm(admin);
});

test("missing tax needs the administrator of the organisation", async () => {
  const [id] = await sendLines(desk, "TAXLESS", [1], { price: 12, currencyCode: "EUR", dateRequired: "2014-06-01" });
  const page = await desk.page(`/candidates/${id}`, { user: CLERK });
  await card(page)
    .getByText(/^Suggested fix \(requires permission to edit master data\): Create a tax rate/)
    .waitFor();
  expect(
    await card(page)
      .getByRole("button", { name: /Create a tax rate/ })
      .count(),
  ).toBe(0);
  await expectAccessible(page);
  expectCalm(page);
  await page.context().close();
  const admin = await desk.page(`/candidates/${id}`, { user: OWN_ADMIN });
  await offered(admin, /Create a tax rate/);
  const form = card(admin).locator("form");
  await form.getByRole("textbox", { name: "Code" }).fill("DE16");
  await form.getByRole("textbox", { name: "Rate in percent" }).fill("16");
  await shot(admin, "tax-admin-en-light");
  await admin.keyboard.press("Enter");
  await expect.poll(async () => (await read(desk, id!)).status).toBe("new");
  expectCalm(admin);
});

/** Clicks a fix, which may be in the menu. */
async function offered(page: Page, name: RegExp) {
  const button = card(page).getByRole("button", { name });
  const more = card(page).getByRole("button", { name: "More" });
  await button.or(more).first().waitFor();
  if (await button.count()) return button.click();
  await more.click();
  return page.getByRole("menuitem", { name }).click();
}

test("viewer sees problems without actions in every look", async () => {
  await sendLines(desk, "LOOKS", [1, 1], { price: 30, currencyCode: "INR" });
  for (const user of [CLERK, VIEWER]) {
    const ready = async (page: Page) => {
      await shows(page, 2);
      await page.keyboard.press("Enter");
      await card(page).waitFor();
      expect(await card(page).locator("input").count()).toBe(user === CLERK ? 1 : 0);
      if (user === VIEWER) expect(await card(page).getByRole("button").count()).toBe(0);
    };
    await everyLook(desk, `cure-${user}`, "/candidates?q=LOOKS", ready, user, WIDTHS);
  }
});
