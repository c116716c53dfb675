// What is wrong comes first in the panel, and one key leads from one problem to the next.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everyLook, expectAccessible, expectCalm, openDesk, shot, type Desk, WIDTHS } from "./harness";
import { focused, read, sendLines, shows } from "./list";

let desk: Desk;
const CLERK = "erika";
const VIEWER = "vera";
beforeAll(async () => {
  desk = await openDesk();
  desk.addUser(CLERK, "clerk", ["001"]);
  desk.addUser(VIEWER, "viewer", []);
});
afterAll(() => desk.close());

const CANDIDATES = "/api/sales/order/candidates";

async function correct(id: number, override: object) {
  const headers = { Authorization: desk.token, "Content-Type": "application/json", "If-Match": "*" };
  const body = JSON.stringify({ override });
  expect((await fetch(`${desk.url}${CANDIDATES}/${id}`, { method: "PATCH", headers, body })).status).toBe(200);
}

/** Candidates of a header without a quantity that can be. */
async function sendEmpty(header: string, count: number): Promise<number[]> {
  const ids = await sendLines(
    desk,
    header,
    Array.from({ length: count }, () => 1),
  );
  for (const id of ids) await correct(id, { qty: 0 });
  return ids;
}

const card = (page: Page) => page.getByRole("region", { name: /What is wrong first|Was zuerst zu klären ist/ });

test("by keys alone from one problem to the next, and never without the focus", async () => {
  const ids = await sendEmpty("NEXT", 3);
  const page = await desk.page("/candidates?q=NEXT&status=error&sort=createdAt", { user: CLERK });
  await shows(page, 3);
  await expect.poll(() => focused(page)).toBe("0 select");
  await page.keyboard.press("Enter");
  for (const [place, id] of ids.entries()) {
    await page.waitForURL((url) => url.searchParams.get("open") === String(id));
    await card(page).getByText("Quantity must be greater than 0; it is 0.").waitFor();
    await expect.poll(() => focused(page)).toBe("INPUT Qty");
    await page.keyboard.press("Control+a");
    await page.keyboard.type(String(place + 2));
    await page.keyboard.press("Enter");
  }
  await page.locator("#status-line").getByText("Mended.").waitFor();
  await expect.poll(() => focused(page)).toMatch(/^2 /);
  for (const [place, id] of ids.entries()) {
    expect(await read(desk, id)).toMatchObject({ status: "new", effective: { qty: place + 2 } });
  }
  expectCalm(page);
  await page.context().close();
});

test("what is not taken stays in the field with the reason, and Escape leads back to the row", async () => {
  const [id] = await sendEmpty("STAYS", 1);
  const page = await desk.page("/candidates?q=STAYS", { user: CLERK });
  await shows(page, 1);
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toBe("INPUT Qty");
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
  await page.context().close();
});

test("the panel that only follows the cursor takes the focus from nobody", async () => {
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
  await page.context().close();
});

test("Enter in the field that nobody typed into takes the remedy, and leads to the next", async () => {
  const ids = await sendLines(desk, "TAKE", [1, 1], { price: 30, currencyCode: "INR" });
  const page = await desk.page("/candidates?q=TAKE&sort=createdAt", { user: CLERK });
  await shows(page, 2);
  await page.keyboard.press("Enter");
  for (const id of ids) {
    await page.waitForURL((url) => url.searchParams.get("open") === String(id));
    await card(page).getByRole("button", { name: "Take EUR, the currency of price list" }).waitFor();
    await expect.poll(() => focused(page)).toBe("INPUT Currency");
    await page.keyboard.press("Enter");
    await expect.poll(() => read(desk, id)).toMatchObject({ status: "new", override: { currencyCode: "EUR" } });
  }
  await page.locator("#status-line").getByText("Mended.").waitFor();
  expectCalm(page);
  await page.context().close();
});

test("a price that is missing: a clerk sets one and reads who may create it, an administrator creates it", async () => {
  const [own, listed] = await sendLines(desk, "PRICE", [1, 1], { productCode: "KAKAO-1" });
  const page = await desk.page(`/candidates/${own}`, { user: CLERK });
  await card(page).getByText("Someone who may change master data can also do this: Create a price").waitFor();
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
  await card(page).waitFor({ state: "detached" });
  expectCalm(page);
  await page.context().close();

  const admin = await desk.page(`/candidates/${listed}`, { language: "de", scheme: "dark" });
  await card(admin)
    .getByRole("button", { name: /KAKAO-1/ })
    .click();
  const price = card(admin).locator("form").getByRole("textbox", { name: "Preis" });
  await price.fill("viel");
  await price.press("Enter");
  await card(admin).getByText("Geben Sie einen Wert ein.").waitFor();
  await expectAccessible(admin);
  await shot(admin, "cure-price-admin-de-dark");
  await price.fill("13,25");
  await price.press("Enter");
  await expect.poll(async () => (await read(desk, listed!)).status).toBe("new");
  await card(admin).waitFor({ state: "detached" });
  const prices = await desk.call<{ items: { price: number }[] }>("GET", "/api/masterdata/product-prices?q=KAKAO-1");
  expect(prices.items.map(({ price: kept }) => kept)).toContain(13.25);
  expectCalm(admin);
  await admin.context().close();
});

test("who may not correct reads what is wrong, in every look and size", async () => {
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
