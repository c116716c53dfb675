// List of incoming orders with expandable lines.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { everyLook, expectAccessible, expectCalm, openDesk, TIMEOUT, shot, type Desk } from "./harness";
import { arrived, cell, command, focused, holdBack, read, sendLines } from "./list";

let desk: Desk;
const CLERK = "erika";
const VIEWER = "vera";
beforeAll(async () => {
  desk = await openDesk();
  desk.addUser(VIEWER, "viewer", []);
});
afterAll(() => desk.close());

const texts = (page: Page, column: string) => page.locator(`[role=gridcell][data-column=${column}]`).allInnerTexts();

/** Creates three incoming orders, the second with an invalid quantity. */
async function three(name: string): Promise<number[][]> {
  const orders: number[][] = [];
  for (const [place, quantities] of [[1, 2], [3, 4, 5], [6]].entries()) {
    orders.push(await sendLines(desk, `${name}${place}`, quantities));
  }
  await correct(orders[1]![1]!, 0);
  return orders;
}

/** Corrects a quantity as another user. */
async function correct(id: number, qty: number) {
  const answer = await fetch(`${desk.url}/api/sales/order/candidates/${id}`, {
    method: "PATCH",
    headers: { Authorization: desk.token, "Content-Type": "application/json", "If-Match": "*" },
    body: JSON.stringify({ override: { qty } }),
  });
  expect(answer.status).toBe(200);
}

test("order is expanded by keys, and its actions apply to its lines", async () => {
  const [first, faulty] = await three("FOLD");
  const page = await desk.page("/candidates?q=FOLD&sort=createdAt", { user: CLERK });
  await arrived(page);
  await expect.poll(() => focused(page)).toBe("0 select");
  await page.keyboard.press("l");
  await page.waitForURL(/list=orders/);
  await page.getByRole("treegrid").waitFor();
  await arrived(page);
  await expect.poll(() => texts(page, "poReference")).toEqual(["FOLD0", "FOLD1", "FOLD2"]);
  await page.getByText("3 incoming orders", { exact: true }).waitFor();
  await expect.poll(() => focused(page)).toBe("0 select");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  const row = (index: number) => page.locator(`[role=row][aria-rowindex="${index + 2}"]`);
  await expect.poll(() => row(0).getAttribute("aria-expanded")).toBe("true");
  await expect.poll(() => texts(page, "headerId")).toEqual(["FOLD0", "1", "2", "FOLD1", "FOLD2"]);
  expect(await row(1).getAttribute("aria-level")).toBe("2");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => focused(page)).toBe("0 status");
  await expect.poll(() => texts(page, "headerId")).toEqual(["FOLD0", "FOLD1", "FOLD2"]);
  await page.keyboard.press("F8");
  await expect.poll(() => focused(page)).toBe("3 lines");
  await page.keyboard.press("*");
  await expect.poll(() => texts(page, "headerId")).toEqual(["FOLD0", "1", "2", "FOLD1", "1", "2", "3", "FOLD2", "1"]);
  await expect.poll(() => focused(page)).toBe("5 lines");
  await shot(page, "orders-unfolded-en-light");
  await expectAccessible(page);
  await correct(faulty![1]!, 9);
  await expect.poll(() => cell(page, 3, "status").innerText()).not.toContain("Error");
  await expect.poll(() => cell(page, 5, "lines").innerText()).toContain("9");
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Space");
  await page.getByText("1 incoming order (2 lines) selected").waitFor();
  await page.getByRole("button", { name: "Exclude" }).click();
  await expect
    .poll(async () => Promise.all(first!.map(async (id) => (await read(desk, id)).status)))
    .toEqual(["inactive", "inactive"]);
  await cell(page, 0, "status").getByText("Excluded").waitFor();
  await cell(page, 0, "status").getByRole("button").click();
  await expect.poll(() => row(0).getAttribute("aria-expanded")).toBe("false");
  expectCalm(page);
});

/** Edits the focused cell. */
async function into(page: Page, text: string) {
  await page.keyboard.press("F2");
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

test("line cells are edited in place with the keys of the rows list", async () => {
  const [[first, second]] = (await three("CELL")) as [[number, number]];
  const held = async (id: number) => (await read(desk, id)).override;
  const page = await desk.page("/candidates?q=CELL&list=orders&sort=createdAt", { user: CLERK });
  await arrived(page);
  await cell(page, 0, "status").click();
  await page.keyboard.press("+");
  await cell(page, 2, "lines").waitFor();
  await cell(page, 1, "lines").click();
  await page.keyboard.type("12.5");
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toBe("2 lines");
  await expect.poll(async () => (await read(desk, first)).effective.qty).toBe(12.5);
  await cell(page, 1, "lines").getByText("12.5").waitFor();
  await page.keyboard.press("Control+d");
  await expect.poll(async () => (await read(desk, second)).effective.qty).toBe(12.5);
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await read(desk, second)).effective.qty).toBe(2);
  await cell(page, 1, "customer").click();
  await into(page, "Holz");
  await expect.poll(() => held(first)).toMatchObject({ productCode: { code: "A001" } });
  await cell(page, 1, "customer").getByText("A001 Holzkiste").waitFor();
  await cell(page, 1, "total").click();
  await into(page, "19.99");
  await expect.poll(() => held(first)).toMatchObject({ price: 19.99 });
  await cell(page, 1, "dateRequired").click();
  await into(page, "8/12/2030");
  await expect.poll(() => held(first)).toMatchObject({ dateRequired: "2030-12-08" });
  await cell(page, 1, "dateRequired").click();
  await page.keyboard.type("+3");
  expect(await cell(page, 1, "dateRequired").locator("input").inputValue()).toBe("+3");
  await page.keyboard.press("Escape");
  await cell(page, 2, "currency").click();
  await into(page, "USD");
  await expect.poll(() => held(second)).toMatchObject({ currencyCode: "USD" });
  await cell(page, 2, "discount").click();
  await into(page, "5");
  await expect.poll(() => held(second)).toMatchObject({ discount: 5 });
  await cell(page, 2, "uom").click();
  await into(page, "kilog");
  await expect.poll(() => held(second)).toMatchObject({ uomCode: { code: "KGM" } });
  await cell(page, 2, "lines").click();
  await into(page, "many");
  await expect.poll(() => cell(page, 2, "lines").getAttribute("aria-invalid")).toBe("true");
  expect(await cell(page, 2, "lines").innerText()).toContain("many");
  await cell(page, 0, "status").click();
  await page.keyboard.type("gu");
  await expect.poll(() => focused(page)).toBe("2 lines");
  await cell(page, 1, "lines").click();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(() => navigator.clipboard.writeText("7\n8\n9"));
  await page.keyboard.press("Control+v");
  await page.locator("#status-line").getByText("2 values entered. 1 value was not entered").waitFor();
  await expect.poll(async () => (await read(desk, first)).effective.qty).toBe(7);
  await expect.poll(async () => (await read(desk, second)).effective.qty).toBe(8);
  await cell(page, 1, "lines").getByTitle("Imported: 1").waitFor();
  await shot(page, "orders-cells-en-light");
  await expectAccessible(page);
  expectCalm(page, [/status of 4\d\d/]);
  await page.context().close();

  const german = await desk.page("/candidates?q=CELL&list=orders&sort=createdAt", { user: CLERK, language: "de" });
  await arrived(german);
  await cell(german, 0, "status").click();
  await german.keyboard.press("+");
  await cell(german, 1, "lines").click();
  await into(german, "1.234,5");
  await expect.poll(async () => (await read(desk, first)).effective.qty).toBe(1234.5);
  await cell(german, 1, "lines").getByText("1.234,5").waitFor();
  expectCalm(german);
});

test("Enter selects the first match of a look-up that is still loading", async () => {
  const [[first]] = (await three("LOOKUP")) as [[number]];
  const page = await desk.page("/candidates?q=LOOKUP&list=orders&sort=createdAt", { user: CLERK });
  await arrived(page);
  await cell(page, 0, "status").click();
  await page.keyboard.press("+");
  await cell(page, 2, "lines").waitFor();
  const held = await holdBack(page, ({ pathname }) => pathname === "/api/masterdata/products");
  await cell(page, 1, "customer").click();
  await page.keyboard.press("F2");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Holz");
  await held.asked();
  await page.keyboard.press("Enter");
  held.letGo();
  await expect.poll(async () => (await read(desk, first)).override).toMatchObject({ productCode: { code: "A001" } });
  expectCalm(page);
});

test("order cell edits all lines, starting with the current value", async () => {
  const [, lines] = await three("WHOLE");
  const page = await desk.page("/candidates?q=WHOLE&list=orders&sort=createdAt", { user: CLERK });
  await arrived(page);
  await cell(page, 1, "customer").click();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  const customer = dialog
    .getByRole("textbox", { name: "Customer" })
    .or(dialog.getByRole("combobox", { name: "Customer" }));
  await expect.poll(() => customer.inputValue()).toBe("Testkunde Nord GmbH (G0001)");
  await expect.poll(() => customer.evaluate((field) => field === document.activeElement)).toBe(true);
  await dialog.getByText(/will change/).waitFor();
  await page.keyboard.type("Testkunde Rh");
  await page.keyboard.press("Enter");
  await expect.poll(() => customer.inputValue()).toBe("Testkunde Rhein KG (1000106)");
  await dialog.getByText("Testkunde Rhein KG (1000106)").first().waitFor();
  await shot(page, "orders-edit-order-en-light");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Apply to 3" }).click();
  for (const id of lines!)
    await expect.poll(async () => (await read(desk, id)).override).toMatchObject({ bpartner: { code: "1000106" } });
  await expect.poll(() => focused(page)).toBe("1 customer");
  await cell(page, 0, "dateRequired").click();
  await page.keyboard.press("F2");
  await expect.poll(() => dialog.getByRole("textbox", { name: "Date required" }).inputValue()).toBe("2030-02-11");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expectCalm(page);
});

test("F8 moves between faulty cells of all orders", async () => {
  const [, , third] = await three("NEXT");
  await correct(third![0]!, 0);
  const page = await desk.page("/candidates?q=NEXT&list=orders&sort=createdAt", { user: CLERK });
  await arrived(page);
  await cell(page, 0, "status").click();
  await page.keyboard.press("F8");
  await expect.poll(() => focused(page)).toBe("3 lines");
  await page.keyboard.press("F8");
  await expect.poll(() => focused(page)).toBe("6 lines");
  await page.keyboard.press("Shift+F8");
  await expect.poll(() => focused(page)).toBe("3 lines");
  await cell(page, 2, "total").click();
  await into(page, "cheap");
  await cell(page, 1, "status").click();
  await page.keyboard.press("F8");
  await expect.poll(() => focused(page)).toBe("2 total");
  await into(page, "3");
  await page.keyboard.press("F8");
  await expect.poll(() => focused(page)).toBe("3 lines");
  await into(page, "3");
  await page.keyboard.press("F8");
  await expect.poll(() => focused(page)).toBe("6 lines");
  await into(page, "4");
  await expect.poll(() => cell(page, 6, "status").innerText()).toContain("New");
  await page.keyboard.press("F8");
  await page.locator("#status-line").getByText("No more errors").waitFor();
  expectCalm(page);
});

test("selected order on the errors tab includes all its lines", async () => {
  const [, second] = await three("WHOLE");
  const page = await desk.page("/candidates?q=WHOLE&list=orders&status=error", { user: CLERK });
  const count = page.locator("[role=status]").filter({ hasText: "selected" });
  const assigned = async (to: string | undefined) => {
    const lines = await Promise.all(second!.map((id) => read(desk, id)));
    return lines.every(({ assignedTo }) => assignedTo === to);
  };
  await arrived(page);
  await expect.poll(() => texts(page, "headerId")).toEqual(["WHOLE1"]);
  await cell(page, 0, "select").click();
  await expect.poll(() => count.innerText()).toBe("1 incoming order (3 lines) selected");
  await shot(page, "order-with-lines-en-light");
  await command(page, "Assign to me");
  await expect.poll(() => assigned(CLERK)).toBe(true);
  await page.keyboard.press("Control+z");
  await expect.poll(() => assigned(undefined)).toBe(true);
  // exclude and wait apply to all lines, too
  const lines = () => Promise.all(second!.map((id) => read(desk, id)));
  const statuses = async () => (await lines()).map(({ status }) => status);
  const before = await statuses();
  await page.getByRole("button", { name: "Exclude", exact: true }).click();
  await expect.poll(statuses).toEqual(["inactive", "inactive", "inactive"]);
  await page.keyboard.press("Control+z");
  await expect.poll(statuses).toEqual(before);
  await arrived(page);
  await expect.poll(() => texts(page, "headerId")).toEqual(["WHOLE1"]);
  if (!(await cell(page, 0, "select").locator("input").isChecked())) await cell(page, 0, "select").click();
  await expect.poll(() => count.innerText()).toBe("1 incoming order (3 lines) selected");
  await command(page, "Wait for customer…");
  await page.getByRole("dialog").getByRole("button", { name: "Wait", exact: true }).click();
  await expect
    .poll(async () => (await lines()).map(({ waitingUntil }) => waitingUntil))
    .toEqual(second!.map(() => expect.stringMatching(/^\d{4}-\d\d-\d\d$/)));
  // only matching lines count
  await cell(page, 0, "status").click();
  await page.keyboard.press("Control+a");
  await expect.poll(() => count.innerText()).toBe("1 incoming order (at least 1 line) selected");
  await command(page, "Assign to me");
  await expect.poll(() => assigned(CLERK)).toBe(true);
  expectCalm(page);
});

test("orders and lines are selected together", async () => {
  const [first, second, third] = await three("UNION");
  const page = await desk.page("/candidates?q=UNION&list=orders&sort=createdAt", { user: CLERK });
  const count = page.locator("[role=status]").filter({ hasText: "selected" });
  await arrived(page);
  await cell(page, 0, "status").click();
  await page.keyboard.press("*");
  await expect
    .poll(() => texts(page, "headerId"))
    .toEqual(["UNION0", "1", "2", "UNION1", "1", "2", "3", "UNION2", "1"]);
  await cell(page, 0, "select").click();
  await expect.poll(() => count.innerText()).toBe("1 incoming order (2 lines) selected");
  expect(await cell(page, 2, "select").locator("input").isChecked()).toBe(true);
  await cell(page, 4, "select").click();
  await cell(page, 6, "select").click();
  await expect.poll(() => count.innerText()).toBe("1 incoming order (2 lines) and 2 lines selected");
  await shot(page, "orders-and-lines-en-light");
  await cell(page, 1, "select").click();
  await expect.poll(() => count.innerText()).toBe("3 lines selected");
  expect(await cell(page, 0, "select").locator("input").isChecked()).toBe(false);
  await cell(page, 3, "select").click();
  await expect.poll(() => count.innerText()).toBe("1 incoming order (3 lines) and 1 line selected");
  await page.getByRole("button", { name: "Exclude" }).click();
  const status = async (id: number) => (await read(desk, id)).status;
  for (const id of [first![1]!, ...second!]) await expect.poll(() => status(id)).toBe("inactive");
  expect(await status(first![0]!)).toBe("new");
  expect(await status(third![0]!)).toBe("new");
  await cell(page, 0, "status").click();
  await page.keyboard.press("Control+a");
  await cell(page, 3, "select").click();
  await cell(page, 1, "select").click();
  await expect.poll(() => count.innerText()).toBe("2 incoming orders (at least 3 lines) except 1 line selected");
  await command(page, "Assign to me");
  const assigned = (id: number) => desk.call<{ assignedTo?: string }>("GET", `/api/sales/order/candidates/${id}`);
  for (const id of [first![1]!, third![0]!]) await expect.poll(async () => (await assigned(id)).assignedTo).toBe(CLERK);
  for (const id of [first![0]!, ...second!]) expect((await assigned(id)).assignedTo).toBeUndefined();
  expectCalm(page);
});

test("list opens by orders by default and restores its position", async () => {
  const [, faulty] = await three("OPENS");
  const page = await desk.page("/", { user: CLERK, opens: "nothing chosen" });
  await page.keyboard.press("F8");
  await page.waitForURL(/status=error/);
  await page.getByRole("treegrid").waitFor();
  await expect.poll(() => focused(page)).toBe("1 lines");
  await cell(page, 1, "problem").getByText("Quantity 0 is not greater than 0").first().waitFor();
  await page.keyboard.press("o");
  await page.waitForURL(new RegExp(`/candidates/${faulty![1]}`));
  await page.goBack();
  await expect.poll(() => focused(page)).toBe("1 lines");
  await page.goto(`${desk.url}/candidates?q=OPENS`);
  await page.getByRole("treegrid").waitFor();
  await arrived(page);
  await expect.poll(() => focused(page)).toBe("0 select");
  await page.keyboard.press("l");
  await page.getByRole("grid").waitFor();
  await page.goto(`${desk.url}/candidates`);
  await page.getByRole("grid").waitFor();
  await arrived(page);
  await page.goto(`${desk.url}/`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("F8");
  await expect.poll(() => focused(page)).toBe("0 qtyOverride");
  await page.keyboard.press("l");
  await page.getByRole("treegrid").waitFor();
  await page.goto(`${desk.url}/candidates`);
  await page.getByRole("treegrid").waitFor();
  expectCalm(page);
});

test("orders are sorted and filtered, and Enter opens the field to fix", async () => {
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
  await page.waitForURL(new RegExp(`open=${faulty![2]}`));
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("INPUT");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("8");
  await page.keyboard.press("Enter");
  await page.getByText("Fixed. No more errors here.").first().waitFor();
  await cell(page, 0, "status").getByText("New").waitFor();
  expectCalm(page);
});

test("viewer reads orders without actions, and phones show cards", async () => {
  await three("VIEW");
  const page = await desk.page("/candidates?q=VIEW&list=orders", { user: VIEWER, language: "de" });
  await page.setViewportSize({ width: 390, height: 844 });
  await arrived(page);
  await expect.poll(async () => (await texts(page, "card")).length).toBe(3);
  expect(await page.locator("[data-column=select]").count()).toBe(0);
  const mixed = (await texts(page, "card")).find((card) => card.includes("2 Neu"));
  expect(mixed).toMatch(/1 Fehler\s*2 Neu/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await shot(page, "orders-390-de-light");
  await expectAccessible(page);
  expectCalm(page);
});

test("list of orders is accessible in every look", async () => {
  await everyLook(desk, "orders-list", "/candidates?list=orders&sort=createdAt", async (page) => {
    await arrived(page);
    await cell(page, 0, "status").click();
    await page.keyboard.press("+");
    await page.locator("[role=row][aria-level='2']").first().waitFor();
  });
});

test("list of sales orders reaches its end and keeps its position", async () => {
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
  await vi.waitUntil(async () => (await made()).total.value === requests.length, { timeout: TIMEOUT });
  const page = await desk.page("/orders?poReference=MANY", { user: CLERK });
  await page.getByText("105 sales orders").waitFor();
  await expect.poll(() => focused(page)).toBe("0 number");
  const first = await cell(page, 0, "number").innerText();
  await page.keyboard.press("Control+End");
  await expect.poll(() => focused(page)).toBe("104 number");
  const last = cell(page, 104, "number");
  await expect.poll(() => last.innerText()).not.toBe("");
  const number = await last.innerText();
  expect(number).not.toBe(first);
  // the position is kept on return, also after a click
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: `Sales order ${number}` }).waitFor();
  await page.goBack();
  await expect.poll(() => focused(page)).toBe("104 number");
  await expect.poll(() => last.innerText()).toBe(number);
  await cell(page, 98, "number").getByRole("link").click();
  await page.getByRole("article").waitFor();
  await page.goBack();
  await expect.poll(() => focused(page)).toBe("98 number");
  // rows read from either end are all different
  const numbers = new Set<string>();
  await page.keyboard.press("Control+Home");
  for (let row = 0; row < 105; row++) {
    await expect.poll(() => cell(page, row, "number").innerText()).not.toBe("");
    numbers.add(await cell(page, row, "number").innerText());
    await page.keyboard.press("ArrowDown");
  }
  expect(numbers.size).toBe(105);
  // oldest first
  await cell(page, -1, "created").click();
  await page.waitForURL(/sort=createdAt/);
  await expect.poll(() => cell(page, 0, "number").innerText()).toBe(number);
  expectCalm(page);
});

test("problem text shows its decisive part beside hold and age", async () => {
  const [, faulty] = await three("SHORT");
  await desk.call("POST", "/api/sales/order/candidates/edit", {
    selection: { ids: [faulty![0]] },
    waitingUntil: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
  });
  for (const [language, words] of [
    [
      "en",
      [
        "Quantity 0 is not greater than 0",
        "waiting for customer",
        "The quantity must be greater than 0, but is 0.",
        /^\d+ min$/,
      ],
    ],
    [
      "de",
      [
        "Menge 0 ist nicht größer als 0",
        "wartet auf Kunden",
        "Die Menge muss größer als 0 sein, ist aber 0.",
        /^\d+ Min\.?$/,
      ],
    ],
  ] as const) {
    const [short, hold, whole, age] = words;
    const page = await desk.page("/candidates?list=orders&q=SHORT&sort=createdAt", { language });
    await arrived(page);
    const problem = cell(page, 1, "problem");
    const seen = problem.locator("[aria-hidden=true]").getByText(short, { exact: true });
    await seen.waitFor();
    const held = problem.getByText(hold);
    await held.waitFor();
    await problem.getByTitle(whole).getByText(whole, { exact: true }).waitFor();
    const outer = (await problem.boundingBox())!;
    for (const inner of [(await seen.boundingBox())!, (await held.boundingBox())!])
      expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
    expect(await cell(page, 1, "received").innerText()).toMatch(age);
    await expectAccessible(page);
    await shot(page, `orders-short-problem-${language}-light`);
    await page.goto(`${desk.url}/candidates?q=SHORT1&status=error`);
    await arrived(page);
    await cell(page, 0, "problem").locator("[aria-hidden=true]").getByText(short, { exact: true }).waitFor();
    expectCalm(page);
    await page.context().close();
  }
});

test("list of incoming orders has a true end beyond the lines that are counted first", async () => {
  const [orders, lines, part] = [10_200, 3, 600];
  for (let first = 0; first < orders; first += part) {
    const requests = Array.from({ length: part * lines }, (_, place) => {
      const order = first + Math.floor(place / lines);
      return {
        externalHeaderId: `END${String(order).padStart(5, "0")}`,
        externalLineId: String((place % lines) + 1),
        poReference: "END",
        bpartner: { bpartner: { code: "G0001" }, location: { externalId: "2156425" } },
        productCode: "P002737",
        qty: 1,
        dateRequired: "2030-02-11",
      };
    });
    await desk.call("POST", "/api/sales/order/candidates/bulk", { requests });
  }
  const total = async (query: string) => {
    const path = `/api/sales/order/candidates/headers?org=001&limit=1${query}`;
    return (await desk.call<{ total: { value: number; exact: boolean } }>("GET", path)).total;
  };
  expect((await total("")).exact).toBe(false);
  const counted = await total("&countAll=true");
  expect(counted).toEqual({ value: expect.any(Number) as number, exact: true });
  expect(counted.value).toBeGreaterThanOrEqual(orders);
  const page = await desk.page("/candidates?list=orders&sort=createdAt", { user: CLERK });
  await arrived(page);
  await page.getByText(`${counted.value.toLocaleString("en")} incoming orders`, { exact: true }).waitFor();
  expect(await page.getByRole("treegrid").getAttribute("aria-rowcount")).toBe(String(counted.value + 1));
  await cell(page, 0, "headerId").click();
  await page.keyboard.press("Control+End");
  await expect.poll(() => focused(page)).toBe(`${counted.value - 1} headerId`);
  await expect
    .poll(() => cell(page, counted.value - 1, "headerId").innerText())
    .toContain(`END${String(orders - 1).padStart(5, "0")}`);
  await page.keyboard.press("PageUp");
  await page.keyboard.press("Control+Home");
  await expect.poll(() => focused(page)).toBe("0 headerId");
  await expect.poll(() => cell(page, 0, "headerId").innerText()).not.toBe("");
  expectCalm(page);
});
