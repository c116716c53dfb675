// The list of orders to be: one line each, unfolded to its candidates, and what is done with orders and with lines.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { everyLook, expectAccessible, expectCalm, openDesk, PATIENCE, shot, type Desk } from "./harness";
import { arrived, cell, focused, read, sendLines } from "./list";

let desk: Desk;
const CLERK = "erika";
const VIEWER = "vera";
beforeAll(async () => {
  desk = await openDesk();
  desk.addUser(CLERK, "clerk", ["001"]);
  desk.addUser(VIEWER, "viewer", []);
});
afterAll(() => desk.close());

const texts = (page: Page, column: string) => page.locator(`[role=gridcell][data-column=${column}]`).allInnerTexts();

/** Three orders, of which the second cannot go: a quantity of one of its lines is none. */
async function three(name: string): Promise<number[][]> {
  const orders: number[][] = [];
  for (const [place, quantities] of [[1, 2], [3, 4, 5], [6]].entries()) {
    orders.push(await sendLines(desk, `${name}${place}`, quantities));
  }
  await correct(orders[1]![1]!, 0);
  return orders;
}

/** Somebody else gives a candidate another quantity. */
async function correct(id: number, qty: number) {
  const answer = await fetch(`${desk.url}/api/sales/order/candidates/${id}`, {
    method: "PATCH",
    headers: { Authorization: desk.token, "Content-Type": "application/json", "If-Match": "*" },
    body: JSON.stringify({ override: { qty } }),
  });
  expect(answer.status).toBe(200);
}

test("an order is one line, unfolded by keys to its candidates, and what is done with it is done to these", async () => {
  const [first, faulty] = await three("FOLD");
  const page = await desk.page("/candidates?q=FOLD&sort=createdAt", { user: CLERK });
  await arrived(page);
  await expect.poll(() => focused(page)).toBe("0 select");
  await page.keyboard.press("l");
  await page.waitForURL(/list=orders/);
  await page.getByRole("treegrid").waitFor();
  await arrived(page);
  await expect.poll(() => texts(page, "poReference")).toEqual(["FOLD0", "FOLD1", "FOLD2"]);
  await page.getByText("3 orders", { exact: true }).waitFor();
  // the focus stayed in the list
  await expect.poll(() => focused(page)).toBe("0 select");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  const row = (index: number) => page.locator(`[role=row][aria-rowindex="${index + 2}"]`);
  await expect.poll(() => row(0).getAttribute("aria-expanded")).toBe("true");
  await expect.poll(() => texts(page, "headerId")).toEqual(["FOLD0", "1", "2", "FOLD1", "FOLD2"]);
  expect(await row(1).getAttribute("aria-level")).toBe("2");
  // from a line back to its order
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => focused(page)).toBe("0 status");
  await expect.poll(() => texts(page, "headerId")).toEqual(["FOLD0", "FOLD1", "FOLD2"]);
  // the next that cannot go, and its reason
  await page.keyboard.press("F8");
  await expect.poll(() => focused(page)).toBe("1 problem");
  await page.keyboard.press("*");
  await expect.poll(() => texts(page, "headerId")).toEqual(["FOLD0", "1", "2", "FOLD1", "1", "2", "3", "FOLD2", "1"]);
  await expect.poll(() => focused(page)).toBe("3 problem");
  await shot(page, "orders-unfolded-en-light");
  await expectAccessible(page);
  // somebody else mends it: the order says so where it stands
  await correct(faulty![1]!, 9);
  await expect.poll(() => cell(page, 3, "status").innerText()).not.toContain("Error");
  await expect.poll(() => cell(page, 5, "lines").innerText()).toContain("9");
  // an order is put aside with all its lines
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Space");
  await page.getByText("1 selected").waitFor();
  await page.getByRole("button", { name: "Put aside" }).click();
  await expect
    .poll(async () => Promise.all(first!.map(async (id) => (await read(desk, id)).status)))
    .toEqual(["inactive", "inactive"]);
  await cell(page, 0, "status").getByText("Put aside").waitFor();
  // a click at its sign folds it, and the focus stays where it was
  await cell(page, 0, "status").getByRole("button").click();
  await expect.poll(() => row(0).getAttribute("aria-expanded")).toBe("false");
  expectCalm(page);
  await page.context().close();
});

test("orders are sorted and filtered, and Enter at one that cannot go leads to the field that mends it", async () => {
  const [, faulty] = await three("SORT");
  await correct(faulty![2]!, 0);
  const page = await desk.page("/candidates?q=SORT&list=orders&sort=-poReference", { user: CLERK });
  await arrived(page);
  await expect.poll(() => texts(page, "poReference")).toEqual(["SORT2", "SORT1", "SORT0"]);
  await page.getByRole("tab", { name: /Error/ }).click();
  await expect.poll(() => texts(page, "poReference")).toEqual(["SORT1"]);
  expect(await texts(page, "lines")).toEqual(["2 of 3"]);
  await cell(page, 0, "problem").press("Enter");
  await page.waitForURL(new RegExp(`open=${faulty![1]}`));
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("INPUT");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("7");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await read(desk, faulty![1]!)).status).toBe("new");
  // on to the next of the same order
  await page.waitForURL(new RegExp(`open=${faulty![2]}`));
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("INPUT");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("8");
  await page.keyboard.press("Enter");
  await page.getByText("Mended. There is no further problem here.").first().waitFor();
  // what was mended stays in its place, and says what holds now
  await cell(page, 0, "status").getByText("New").waitFor();
  expectCalm(page);
  await page.context().close();
});

test("a viewer reads orders and does nothing with them; on a narrow page one line says it all", async () => {
  await three("VIEW");
  const page = await desk.page("/candidates?q=VIEW&list=orders", { user: VIEWER, language: "de" });
  await page.setViewportSize({ width: 390, height: 844 });
  await arrived(page);
  await expect.poll(async () => (await texts(page, "line")).length).toBe(3);
  expect(await page.locator("[data-column=select]").count()).toBe(0);
  await shot(page, "orders-390-de-light");
  await expectAccessible(page);
  expectCalm(page);
  await page.context().close();
});

test("the list of orders in every look", async () => {
  await everyLook(desk, "orders-list", "/candidates?list=orders&sort=createdAt", async (page) => {
    await arrived(page);
    await cell(page, 0, "status").click();
    await page.keyboard.press("+");
    await page.locator("[role=row][aria-level='2']").first().waitFor();
  });
});

test("the list of sales orders goes on by itself where its end comes near", async () => {
  const requests = Array.from({ length: 105 }, (_, place) => ({
    externalHeaderId: `MANY${place}`,
    externalLineId: "1",
    poReference: "MANY",
    bpartner: { bpartner: { code: "G0001" }, location: { externalId: "2156425" } },
    productCode: "P002737",
    qty: 1,
    dateRequired: "2030-02-11",
  }));
  await desk.call("POST", "/api/sales/order/candidates/bulk", { requests });
  await desk.call("POST", "/api/sales/order/candidates/process", { selection: { filter: { poReference: "MANY" } } });
  const made = () => desk.call<{ total: { value: number } }>("GET", "/api/sales/order?poReference=MANY&limit=1");
  await vi.waitUntil(async () => (await made()).total.value === requests.length, { timeout: PATIENCE });
  const page = await desk.page("/orders?poReference=MANY", { user: CLERK });
  await page.getByText("100 of 105").waitFor();
  await page.locator("[data-row-link]").first().focus();
  await page.keyboard.press("End");
  await page.getByText("105 of 105").waitFor();
  await page.keyboard.press("End");
  const links = page.locator("[data-row-link]");
  expect(await links.last().evaluate((link) => link === document.activeElement)).toBe(true);
  expect(await links.count()).toBe(105);
  expectCalm(page);
  await page.context().close();
});
