// The way of an incoming order from its reception to the sales order, by keyboard alone.
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectCalm, openDesk, shot, type Desk } from "./harness";
import { focused, read } from "./list";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const CANDIDATES = "/api/sales/order/candidates";

/** Sends two lines of a customer and a product whose codes are unknown. */
async function send(header: string, headerLineCount: number): Promise<number[]> {
  const requests = ["1", "2"].map((externalLineId) => ({
    externalHeaderId: header,
    externalLineId,
    headerLineCount,
    poReference: header,
    bpartner: { bpartner: { code: "G00O1" } },
    productCode: "WALK-TEA",
    qty: 2,
    dateRequired: "2030-02-11",
  }));
  const response = await desk.call<{ result: { id: number }[] }>("POST", `${CANDIDATES}/bulk?unresolved=store`, {
    requests,
  });
  return response.result.map(({ id }) => id);
}

const statuses = async (ids: number[]) =>
  (await Promise.all(ids.map((id) => read(desk, id)))).map(({ status }) => status);

const hasFocus = (element: Locator) => element.evaluate((one) => one === document.activeElement);

/** Moves the focus to an entry of a list by the arrow keys. */
async function moveTo(page: Page, text: string) {
  const entry = page.getByRole("option").filter({ hasText: text });
  await entry.waitFor();
  const focusedText = () => page.evaluate(() => document.activeElement?.textContent);
  await page.keyboard.press("Home");
  await expect.poll(() => hasFocus(page.getByRole("option").first())).toBe(true);
  for (let presses = 0; presses < 12 && !(await hasFocus(entry)); presses++) {
    const before = await focusedText();
    await page.keyboard.press("ArrowDown");
    await expect.poll(focusedText).not.toBe(before);
  }
  expect(await hasFocus(entry)).toBe(true);
}

async function go(page: Page, key: string, path: string) {
  await page.keyboard.press("g");
  await page.keyboard.press(key);
  await page.waitForURL((url) => url.pathname === path);
}

test("clerk maps unknown codes and releases the order; the next order needs no work", async () => {
  const first = await send("WALK-1", 3);
  const page = await desk.page("/");
  await page.getByRole("list", { name: "Key figures" }).waitFor();

  // the customer is mapped to a suggestion
  await go(page, "n", "/inbox");
  await moveTo(page, "G00O1");
  const customer = page.getByRole("region", { name: /G00O1/ });
  const suggestions = customer.getByRole("list", { name: "Suggestions" }).getByRole("button");
  await expect.poll(() => suggestions.first().innerText()).toMatch(/G0001/);
  await shot(page, "walk-customer-en-light");
  await page.keyboard.press("1");
  const map = page.getByRole("button", { name: "Map 2 lines" });
  await expect.poll(() => hasFocus(map)).toBe(true);
  await page.keyboard.press("Enter");
  await page.getByText("2 lines mapped.").waitFor();
  await page.getByRole("option").filter({ hasText: "G00O1" }).waitFor({ state: "detached" });

  // the product is found by a search
  await moveTo(page, "WALK-TEA");
  await page.keyboard.press("Enter");
  const search = page.getByRole("combobox", { name: "Search Product" });
  await expect.poll(() => hasFocus(search)).toBe(true);
  await page.keyboard.type("P002737");
  await page.locator("[data-combobox-option]").filter({ hasText: "P002737" }).first().waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => search.inputValue()).toMatch(/P002737/);
  for (let presses = 0; presses < 10 && !(await hasFocus(map)); presses++) await page.keyboard.press("Tab");
  expect(await hasFocus(map)).toBe(true);
  await shot(page, "walk-product-en-light");
  await page.keyboard.press("Enter");
  await expect.poll(() => statuses(first)).toEqual(["new", "new"]);

  // the order waits for its third line, and is released
  await go(page, "f", "/on-hold");
  await moveTo(page, "Lines missing");
  await shot(page, "walk-on-hold-en-light");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByText("2 lines will become 1 order.").waitFor();
  await expect.poll(() => focused(page)).toMatch(/^BUTTON/);
  await page.keyboard.press("Enter");
  await expect.poll(() => statuses(first)).toEqual(["processed", "processed"]);
  await go(page, "o", "/orders");
  await page.getByText("WALK-1").first().waitFor();
  await shot(page, "walk-ordered-en-light");

  const next = await send("WALK-2", 2);
  expect(await statuses(next)).toEqual(["new", "new"]);
  await desk.call("POST", `${CANDIDATES}/process`, { selection: { filter: { externalHeaderId: "WALK-2" } } });
  await expect.poll(() => statuses(next)).toEqual(["processed", "processed"]);
  expectCalm(page);
});
