// Sales Order Disposition for clerks.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everyLook, expectAccessible, expectCalm, openDesk, shot, type Desk } from "./harness";
import { arrived, cell, focused, sendLines, shows } from "./list";

let desk: Desk;
const CLERK = "erika";
const VIEWER = "vera";
beforeAll(async () => {
  desk = await openDesk();
  desk.addUser(VIEWER, "viewer", ["001"]);
});
afterAll(() => desk.close());

interface Row {
  id: number;
  status: string;
  version: number;
  effective: { qty: number };
}

const send = (header: string, quantities: number[], more: object = {}) => sendLines(desk, header, quantities, more);

/** Sends candidates with an invalid quantity. */
async function sendFaulty(header: string, count: number): Promise<number[]> {
  const ids = await send(
    header,
    Array.from({ length: count }, () => 1),
  );
  for (const id of ids) expect((await correct(id, { qty: 0 })).status).toBe("error");
  return ids;
}

/** Corrects a candidate as another user. */
async function correct(id: number, override: object): Promise<Row> {
  const answer = await fetch(`${desk.url}/api/sales/order/candidates/${id}`, {
    method: "PATCH",
    headers: { Authorization: desk.token, "Content-Type": "application/json", "If-Match": "*" },
    body: JSON.stringify({ override }),
  });
  return (await answer.json()) as Row;
}

async function statuses(ids: number[]): Promise<string[]> {
  const rows = await Promise.all(ids.map((id) => desk.call<Row>("GET", `/api/sales/order/candidates/${id}`)));
  return rows.map(({ status }) => status);
}

/** Moves the focus by Tab. */
async function tabInto(page: Page, selector: string, key = "Tab") {
  for (let presses = 0; presses < 40; presses++) {
    if (await page.evaluate((sought) => document.activeElement?.matches(sought), selector)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${selector} cannot be reached by Tab`);
}

test("ten faulty candidates are corrected and ordered by keyboard", async () => {
  const ids = await sendFaulty("TEN", 10);
  const page = await desk.page("/candidates?q=TEN");
  await shows(page, 10);
  await expect.poll(() => focused(page)).toBe("0 select");
  await tabInto(page, "[role=tab]", "Shift+Tab");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForURL(/status=error/);
  await shows(page, 10);
  await tabInto(page, "[role=gridcell]");
  for (let row = 0; row < 10; row++) {
    await page.keyboard.press("F8");
    await expect.poll(() => focused(page)).toBe(`${row} qtyOverride`);
    await page.keyboard.type(String(row + 2));
    await page.keyboard.press("Enter");
    await cell(page, row, "status").getByText("New").waitFor();
  }
  expect(await statuses(ids)).toEqual(ids.map(() => "new"));
  // corrected rows stay visible
  await shows(page, 10);
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Space");
  for (let row = 1; row < 10; row++) await page.keyboard.press("Shift+ArrowDown");
  await page.getByText("10 selected").waitFor();
  await page.keyboard.press("Control+Enter");
  const create = page.getByRole("dialog").getByRole("button", { name: "Create", exact: true });
  await create.waitFor();
  await expect.poll(() => create.isEnabled()).toBe(true);
  await create.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => statuses(ids)).toEqual(ids.map(() => "processed"));
  expectCalm(page);
});

test("rejected text stays with its message, and the last change can be undone", async () => {
  const [id] = await send("TYPED", [3]);
  const page = await desk.page("/candidates?q=TYPED", { language: "de" });
  await shows(page, 1);
  await cell(page, 0, "qtyOverride").click();
  await page.keyboard.press("F2");
  await page.keyboard.type("zwölf");
  await page.keyboard.press("Enter");
  await cell(page, 0, "qtyOverride").getByText("Geben Sie eine Zahl ein").waitFor();
  expect(await cell(page, 0, "qtyOverride").innerText()).toContain("zwölf");
  await cell(page, 0, "discount").click();
  await page.keyboard.press("F2");
  await page.keyboard.type("250");
  await page.keyboard.press("Enter");
  await expect.poll(() => cell(page, 0, "discount").getAttribute("aria-invalid")).toBe("true");
  expect(await cell(page, 0, "discount").innerText()).toContain("250");
  await shot(page, "disposition-not-taken");
  await expectAccessible(page);

  await cell(page, 0, "qtyOverride").click();
  await page.keyboard.press("F2");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("2,5");
  await page.keyboard.press("Enter");
  await page.getByText("Gespeichert: Menge").waitFor();
  expect((await desk.call<Row>("GET", `/api/sales/order/candidates/${id}`)).effective.qty).toBe(2.5);
  await page.keyboard.press("Control+z");
  await page.getByText("Rückgängig gemacht").waitFor();
  expect((await desk.call<Row>("GET", `/api/sales/order/candidates/${id}`)).effective.qty).toBe(3);
  expectCalm(page, [/status of 400/]);
});

test.each([CLERK, VIEWER])("tab, filters, sort and open candidate are in the URL for %s", async (user) => {
  await send(`ADDR-${user}`, [5, 1, 3]);
  const page = await desk.page("/candidates", { user });
  await page.getByLabel("Search", { exact: true }).fill(`ADDR-${user}`);
  await shows(page, 3);
  await page.getByRole("columnheader", { name: "Quantity", exact: true }).click();
  await expect
    .poll(() => page.getByRole("columnheader", { name: "Quantity", exact: true }).getAttribute("aria-sort"))
    .toBe("ascending");
  await expect
    .poll(async () => (await page.locator("[data-column=qty][role=gridcell]").allInnerTexts()).join())
    .toBe("1,3,5");
  await cell(page, 1, "product").dblclick();
  await page.getByRole("complementary").waitFor();
  const address = page.url();
  expect(address).toMatch(/q=ADDR-.*sort=qty.*open=\d+/);

  await page.reload();
  await shows(page, 3);
  await page.getByRole("complementary").getByText(`ADDR-${user} / 3`).waitFor();
  expect(await page.getByLabel("Search", { exact: true }).inputValue()).toBe(`ADDR-${user}`);
  expect((await page.locator("[data-column=qty][role=gridcell]").allInnerTexts()).join()).toBe("1,3,5");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.waitForURL((url) => !url.searchParams.has("q"));
  await expect.poll(() => page.getByLabel("Search", { exact: true }).inputValue()).toBe("");
  expectCalm(page);
});

test("all matching rows can be selected", async () => {
  await send(
    "MANY",
    Array.from({ length: 230 }, (_, at) => at + 1),
  );
  const page = await desk.page("/candidates?q=MANY");
  await page.getByText("230 lines").waitFor();
  await cell(page, 0, "select").click();
  await page.getByText("1 selected").waitFor();
  await page.getByRole("button", { name: "Select all 230 matching" }).click();
  await page.getByText("230 selected").waitFor();
  await page.keyboard.press("Escape");
  await cell(page, 1, "select").click();
  await page.getByText("229 selected").waitFor();
  await page.keyboard.press("Control+End");
  await expect.poll(() => focused(page)).toBe("229 select");
  await expect.poll(() => cell(page, 229, "lineId").innerText()).toBe("1");
  const request = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/revalidate"),
  );
  await page.keyboard.press("Control+Shift+V");
  const ids = await page.locator('[data-row="1"]').count();
  expect(ids).toBe(0);
  const body = (await request).postDataJSON() as { selection: { filter: object; exclude: number[] } };
  expect(body.selection.filter).toEqual({ q: "MANY", status: "new,error,processed,inactive" });
  expect(body.selection.exclude).toHaveLength(1);
  expectCalm(page);
});

test("new lines are offered instead of inserted", async () => {
  await send("LIVE", [1, 2]);
  const page = await desk.page("/candidates?q=LIVE");
  await shows(page, 2);
  await send("LIVE-LATER", [3]);
  const offer = page.getByRole("button", { name: "1 new – show" });
  await offer.waitFor();
  await shows(page, 2);
  await shot(page, "disposition-arrived");
  await offer.click();
  await shows(page, 3);
});

test("concurrent change appears in its row", async () => {
  const [id] = await send("OTHERS", [4]);
  const page = await desk.page("/candidates?q=OTHERS");
  await shows(page, 1);
  await cell(page, 0, "status").getByText("New").waitFor();
  await desk.call("POST", "/api/sales/order/candidates/edit", { selection: { ids: [id] }, active: false });
  await cell(page, 0, "status").getByText("Excluded").waitFor();
});

test("late correction causes a conflict and overwrites nothing", async () => {
  const [id] = await send("TARDY", [4]);
  const page = await desk.page("/candidates?q=TARDY");
  await shows(page, 1);
  await cell(page, 0, "qtyOverride").click();
  await page.keyboard.press("F2");
  await correct(id!, { poReference: "TARDY-2" });
  await cell(page, 0, "poReference").getByText("TARDY-2").waitFor();
  await page.keyboard.type("6");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Overwrite" }).waitFor();
  const both = dialog.getByRole("table", { name: "Both changes" }).locator("tbody tr");
  await expect.poll(() => both.allInnerTexts()).toEqual(["Quantity\t4\t6", "PO reference\tTARDY-2\tunchanged"]);
  await shot(page, "disposition-conflict");
  await expectAccessible(page);
  expect((await desk.call<Row>("GET", `/api/sales/order/candidates/${id}`)).effective.qty).toBe(4);
  await dialog.getByRole("button", { name: "Overwrite" }).click();
  await cell(page, 0, "qtyOverride").getByText("6", { exact: true }).waitFor();
  await expect
    .poll(async () => (await desk.call<Row>("GET", `/api/sales/order/candidates/${id}`)).effective.qty)
    .toBe(6);
  expectCalm(page, [/status of 412/]);
});

test("cell message does not block clicks on the row below", async () => {
  await send("WORDS", [0, 0, 3]);
  const page = await desk.page("/candidates?q=WORDS&sort=createdAt");
  await shows(page, 3);
  await cell(page, 0, "qtyOverride").click();
  await cell(page, 0, "qtyOverride").locator("[data-side]").waitFor();
  await cell(page, 1, "qtyOverride").click({ timeout: 10_000 });
  await expect.poll(() => focused(page)).toBe("1 qtyOverride");
  // the filter chip shows no outdated count
  await page.goto(`${desk.url}/candidates?q=WORDS&problem=qty.not_positive`);
  await shows(page, 2);
  const chip = page.getByRole("list", { name: "Active filters" }).getByText("Error type", { exact: false });
  await chip.waitFor();
  await expect.poll(() => chip.innerText()).not.toMatch(/\(\d+\)/);
  expectCalm(page);
});

test("repeated edit changes nothing and keeps the first undo", async () => {
  const [id] = await send("TWICE", [1, 2]);
  const page = await desk.page("/candidates?q=TWICE");
  await shows(page, 2);
  await cell(page, 0, "select").click();
  await page.keyboard.press("Control+a");
  const press = page.getByRole("button", { name: "Exclude", exact: true });
  const bar = page.getByRole("region", { name: "Edit" });
  await press.click();
  await bar.getByText("2 lines changed.").waitFor();
  await press.click();
  await page.locator("#status-line").getByText("No changes: the values are already set").waitFor();
  await bar.getByText("2 lines changed.").waitFor();
  await page.keyboard.press("Control+z");
  const status = async () => (await desk.call<Row>("GET", `/api/sales/order/candidates/${id}`)).status;
  await expect.poll(status).toBe("new");
  expectCalm(page);
});

test("columns are moved, resized and hidden by keys, and stored", async () => {
  await send("COLUMNS", [1]);
  const page = await desk.page("/candidates?q=COLUMNS");
  await shows(page, 1);
  const heads = () =>
    page
      .locator("[role=columnheader][data-column]")
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.column));
  await cell(page, 0, "source").click();
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => focused(page)).toBe("-1 source");
  const width = async () => (await page.locator("[role=columnheader][data-column=source]").boundingBox())!.width;
  const before = await width();
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(width).toBe(before + 16);
  await page.keyboard.press("Control+ArrowRight");
  const moved = async () => {
    const all = await heads();
    return all.slice(all.indexOf("headerId")).slice(0, 2);
  };
  await expect.poll(moved).toEqual(["headerId", "source"]);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Ship-to" }).uncheck();
  await expect.poll(async () => (await heads()).includes("shipTo")).toBe(false);
  await expectAccessible(page);
  await page.reload();
  await shows(page, 1);
  expect(await moved()).toEqual(["headerId", "source"]);
  expect((await heads()).includes("shipTo")).toBe(false);
  expect(await width()).toBe(before + 16);
  expectCalm(page);
});

test("selection shows allowed actions only", async () => {
  await sendFaulty("RAISED", 2);
  const page = await desk.page("/candidates?q=RAISED");
  await shows(page, 2);
  const bar = page.getByRole("toolbar", { name: "Actions" });
  expect(await bar.count()).toBe(0);
  expect(await page.locator("main button:disabled").count()).toBe(0);
  await cell(page, 0, "select").click();
  await bar.waitFor();
  expect((await bar.getByRole("button").allInnerTexts()).join()).toBe("Create orders,Edit…,Exclude,More");
  await bar.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Restore" }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await bar.getByRole("button", { name: "Exclude" }).click();
  await cell(page, 0, "status").getByText("Excluded").waitFor();
  await page.getByRole("button", { name: "Clear selection" }).click();
  await bar.waitFor({ state: "detached" });
  await expect.poll(() => focused(page)).toMatch(/^0 /);
  await page.getByRole("tab", { name: "Excluded" }).click();
  await shows(page, 1);
  await cell(page, 0, "select").click();
  expect((await bar.getByRole("button").allInnerTexts())[0]).toBe("Restore");
  expectCalm(page);
});

test.each(["en", "de"] as const)("list beside the panel shows customer and product in %s", async (language) => {
  await sendFaulty("BESIDE", 1);
  for (const scheme of ["light", "dark"] as const) {
    const page = await desk.page("/candidates?q=BESIDE", { language, scheme });
    await shows(page, 1);
    await page.keyboard.press("Enter");
    const panel = page.getByRole("complementary");
    await panel.getByRole("table").waitFor();
    const edge = (await panel.boundingBox())!.x;
    for (const column of ["customer", "product"]) {
      const box = (await page.locator(`[role=columnheader][data-column=${column}]`).boundingBox())!;
      expect(box.x + Math.min(box.width, 120), column).toBeLessThanOrEqual(edge);
    }
    await page.keyboard.press("Escape");
    await cell(page, 0, "select").click();
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await arrived(page);
      await expectAccessible(page);
      await shot(page, `bar-${width}-${language}-${scheme}`);
    }
    expectCalm(page);
    await page.context().close();
  }
});

test("hostile name is shown as text", async () => {
  const name = `<img src=x onerror="document.title='owned'">`;
  const block = { code: "EVIL", name, companyName: name };
  await send("HOSTILE", [1], {
    bpartner: {
      bpartner: block,
      location: { externalId: "EVIL-1", address1: name, postal: "20095", city: "Hamburg", countryCode: "DE" },
      syncAdvise: { ifNotExists: "CREATE", ifExists: "DONT_UPDATE" },
    },
    pricingSystemCode: "Testpreise Kunden",
  });
  const page = await desk.page("/candidates?q=HOSTILE");
  await shows(page, 1);
  expect(await cell(page, 0, "customer").innerText()).toContain("<img src=x");
  expect(await page.title()).not.toBe("owned");
  expect(await page.locator("img[src=x]").count()).toBe(0);
  expectCalm(page);
});

test("inactive process is reported and can be activated", async () => {
  await desk.call("PUT", "/api/process-settings/001", { active: false });
  const page = await desk.page("/candidates", { user: desk.admin });
  await page.getByText("Automatic order creation is off for 001").waitFor();
  await expectAccessible(page);
  await shot(page, "disposition-not-active");
  await page.getByRole("button", { name: "Activate" }).click();
  await page.getByText("Automatic order creation is off").waitFor({ state: "detached" });
});

test.each([CLERK, VIEWER])("empty list offers to clear filters, and failed list is retried by %s", async (user) => {
  const page = await desk.page("/candidates?q=nobody-has-this", { user });
  await page.getByText("No matching lines.").waitFor();
  await expectAccessible(page);
  await page.route("**/api/sales/order/candidates?*", (route) => route.fulfill({ status: 503, body: "" }));
  await page.getByRole("tab", { name: /^New/ }).click();
  await page.getByRole("alert").getByText("Could not load. (503)").first().waitFor();
  await page.unroute("**/api/sales/order/candidates?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("No matching lines.").waitFor();
});

test("list is accessible in every look", async () => {
  await sendFaulty("LOOK", 3);
  await everyLook(desk, "disposition", "/candidates?sort=-createdAt", async (page) => {
    await page.getByRole("grid").waitFor();
    await page.locator("[role=row] [data-column=candidate] a").first().waitFor();
    await cell(page, 1, "select").click();
  });
});

test("narrow list shows pinned columns and one line, and the panel fills the page", async () => {
  await send("NARROW", [1]);
  const page = await desk.page("/candidates?q=NARROW");
  await page.setViewportSize({ width: 900, height: 700 });
  await page.getByRole("columnheader", { name: "Details" }).waitFor();
  await shot(page, "disposition-narrow");
  await expectAccessible(page);
  await cell(page, 0, "problem").dblclick();
  await page.getByRole("complementary").waitFor();
  expect(await page.getByRole("grid").isVisible()).toBe(false);
});
