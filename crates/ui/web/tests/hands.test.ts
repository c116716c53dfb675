// Bulk input: pasting of blocks, filling down, dates, palette.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible, expectCalm, openDesk, shot, type Desk } from "./harness";
import { cell, focused, read, sendLines, shows } from "./list";
import { rowsOf } from "./workbook";

let desk: Desk;
const CLERK = "erika";
const VIEWER = "vera";
beforeAll(async () => {
  desk = await openDesk();
  desk.addUser(VIEWER, "viewer", []);
});
afterAll(() => desk.close());

/** Pastes text from another program. */
async function paste(page: Page, text: string) {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press("Control+v");
}

/** Returns an ISO date relative to today in the browser. */
const dayIn = (page: Page, days: number) =>
  page.evaluate((later) => {
    const day = new Date();
    day.setDate(day.getDate() + later);
    return `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, "0")}-${String(day.getDate()).padStart(2, "0")}`;
  }, days);

test("pasted block fills cells in local format with separate undo", async () => {
  const ids = await sendLines(desk, "BLOCK", [1, 2, 3]);
  const page = await desk.page("/candidates?q=BLOCK&sort=createdAt", { user: CLERK, language: "de" });
  await shows(page, 3);
  await cell(page, 0, "qtyOverride").click();
  await paste(page, "1.234,5\r\n20\r\nviele\r\n4\r\n");
  await page.locator("#status-line").getByText("3 Werte eingetragen.").waitFor();
  await expect.poll(async () => (await read(desk, ids[0]!)).effective.qty).toBe(1234.5);
  await expect.poll(async () => (await read(desk, ids[1]!)).effective.qty).toBe(20);
  await expect.poll(() => cell(page, 2, "qtyOverride").getAttribute("aria-invalid")).toBe("true");
  expect(await cell(page, 2, "qtyOverride").innerText()).toContain("viele");
  expect((await read(desk, ids[2]!)).effective.qty).toBe(3);
  await expect.poll(() => focused(page)).toBe("0 qtyOverride");
  await shot(page, "paste-de-light");
  await expectAccessible(page);
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await read(desk, ids[1]!)).effective.qty).toBe(2);
  expectCalm(page);
});

test("read-only cells are skipped with a message, and viewers paste nothing", async () => {
  const [id] = await sendLines(desk, "TAKEN", [1]);
  const page = await desk.page("/candidates?q=TAKEN", { user: CLERK });
  await shows(page, 1);
  await cell(page, 0, "candidate").press("ArrowRight");
  await cell(page, 0, "product").click();
  await paste(page, "X");
  await page.locator("#status-line").getByText("read-only").waitFor();
  expect((await read(desk, id!)).override).toEqual({});
  expectCalm(page);
  await page.context().close();

  const looking = await desk.page("/candidates?q=TAKEN", { user: VIEWER });
  await shows(looking, 1);
  await cell(looking, 0, "qtyOverride").click();
  await paste(looking, "7");
  await looking.locator("#status-line").getByText("1 value was not entered").waitFor();
  await looking.keyboard.press("Control+d");
  expect((await read(desk, id!)).override).toEqual({});
  expectCalm(looking);
});

test("cell is filled from above, selected rows from the first of them", async () => {
  const ids = await sendLines(desk, "FILL", [1, 2, 3, 4]);
  const page = await desk.page("/candidates?q=FILL&sort=createdAt", { user: CLERK });
  await shows(page, 4);
  await cell(page, 0, "dateOverride").click();
  await page.keyboard.press("F2");
  await page.keyboard.type("+7");
  await page.keyboard.press("Enter");
  const week = await dayIn(page, 7);
  await expect.poll(async () => (await read(desk, ids[0]!)).override).toEqual({ dateRequired: week });
  await expect.poll(() => focused(page)).toBe("1 dateOverride");
  await page.keyboard.press("Control+d");
  await expect.poll(async () => (await read(desk, ids[1]!)).override).toEqual({ dateRequired: week });
  await expect.poll(() => focused(page)).toBe("2 dateOverride");
  await cell(page, 1, "select").click();
  await cell(page, 2, "select").click();
  await cell(page, 3, "select").click();
  await cell(page, 2, "dateOverride").click();
  await page.keyboard.press("Control+d");
  await page.locator("#status-line").getByText("2 values entered.").waitFor();
  for (const id of ids) await expect.poll(async () => (await read(desk, id)).override).toEqual({ dateRequired: week });
  await cell(page, 1, "priceOverride").click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+d");
  await page.locator("#status-line").getByText("The cell above has no value").waitFor();
  expectCalm(page);
});

test("today is a date in both languages, and slashes follow the locale", async () => {
  const [id] = await sendLines(desk, "TODAY", [1]);
  for (const [language, word] of [
    ["en", "today"],
    ["de", "heute"],
  ] as const) {
    const page = await desk.page("/candidates?q=TODAY", { user: CLERK, language });
    await shows(page, 1);
    await cell(page, 0, "dateOverride").click();
    await page.keyboard.press("F2");
    await page.keyboard.type(word);
    await page.keyboard.press("Enter");
    const day = await dayIn(page, 0);
    await expect.poll(async () => (await read(desk, id!)).override).toEqual({ dateRequired: day });
    await page.keyboard.press("F2");
    await page.keyboard.press("Control+a");
    // the browser locale is en-GB
    await page.keyboard.type(language === "en" ? "8/12/2030" : "8.12.2030");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await read(desk, id!)).override).toEqual({ dateRequired: "2030-12-08" });
    expectCalm(page);
    await page.context().close();
  }
});

/** Edits the focused cell. */
async function into(page: Page, text: string, key = "Enter") {
  await page.keyboard.press("F2");
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
  if (key) await page.keyboard.press(key);
}

test("lookup cells accept the first match", async () => {
  await desk.call("PUT", "/api/masterdata/products", [{ code: "A00", name: "Kurz", uom: "PCE" }]);
  const ids = await sendLines(desk, "SEEK", [1, 2]);
  const held = async (id: number) => (await read(desk, id)).override;
  const page = await desk.page("/candidates?q=SEEK&sort=createdAt", { user: CLERK });
  await shows(page, 2);
  await cell(page, 0, "productNo").click();
  await into(page, "Holz", "");
  await page.getByRole("option", { name: /A001/ }).waitFor();
  await shot(page, "look-up-in-cell-en-light");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("option").first().waitFor({ state: "detached" });
  expect(await cell(page, 0, "productNo").locator("input").inputValue()).toBe("Holz");
  await page.keyboard.press("Escape");
  await expect.poll(() => focused(page)).toBe("0 productNo");
  expect(await held(ids[0]!)).toEqual({});
  await into(page, "Holz", "");
  await page.getByRole("option", { name: /A001/ }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await expect.poll(() => cell(page, 0, "productNo").getAttribute("aria-invalid")).toBe("true");
  expect(await cell(page, 0, "productNo").innerText()).toContain("Holz");
  await cell(page, 0, "productNo").click();
  await into(page, "Holz");
  await expect.poll(() => focused(page)).toBe("1 productNo");
  await expect.poll(() => held(ids[0]!)).toMatchObject({ productCode: { code: "A001" } });
  // exact codes take precedence; arrows select others
  await into(page, "a00", "");
  await page.getByRole("option", { name: /A001/ }).waitFor();
  await page.getByRole("option", { name: /Kurz/ }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => held(ids[1]!)).toMatchObject({ productCode: { code: "A00" } });
  await into(page, "Gesch", "");
  await page.getByRole("option", { name: /9002737/ }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => held(ids[1]!)).toMatchObject({ productCode: { code: "9002737" } });
  await cell(page, 0, "uom").click();
  await into(page, "kilog", "Tab");
  await expect.poll(() => held(ids[0]!)).toMatchObject({ uomCode: { code: "KGM" } });
  await expect.poll(() => focused(page)).toMatch(/^0 (?!uom)/);
  await page.keyboard.press("Escape");
  await cell(page, 0, "currency").click();
  await into(page, "us");
  await expect.poll(() => held(ids[0]!)).toMatchObject({ currencyCode: "USD" });
  await cell(page, 0, "customer").click();
  await into(page, "Testkunde Rh");
  await expect.poll(() => held(ids[0]!)).toMatchObject({ bpartner: { code: "1000106" } });
  await cell(page, 0, "customer").getByText("Testkunde Rhein KG 1000106").waitFor();
  await cell(page, 1, "customer").dblclick();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Handels");
  await page.getByRole("option", { name: /V0042/ }).click();
  await expect.poll(() => held(ids[1]!)).toMatchObject({ bpartner: { code: "V0042" } });
  await page.keyboard.press("Control+z");
  await expect.poll(async () => "bpartner" in (await held(ids[1]!))).toBe(false);
  await cell(page, 1, "customer").click();
  await into(page, "nobody at all");
  await expect.poll(() => cell(page, 1, "customer").getAttribute("aria-invalid")).toBe("true");
  expect(await cell(page, 1, "customer").innerText()).toContain("nobody at all");
  await cell(page, 0, "customer").click();
  await paste(page, "G0001\nV0042");
  await expect.poll(() => held(ids[1]!)).toMatchObject({ bpartner: { code: "V0042" } });
  await cell(page, 1, "productNo").click();
  await page.keyboard.press("Control+d");
  await expect.poll(() => held(ids[1]!)).toMatchObject({ productCode: { code: "A001" } });
  expectCalm(page, [/status of 4\d\d/]);
});

test("palette runs shortcuts and keeps the focus", async () => {
  await sendLines(desk, "PALETTE", [1]);
  const page = await desk.page("/candidates?q=PALETTE", { user: CLERK });
  await shows(page, 1);
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+k");
  await page.getByRole("textbox", { name: "Search and commands" }).fill("Re-val");
  const request = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/revalidate"),
  );
  await page
    .getByRole("button", { name: /^Re-validate/ })
    .last()
    .waitFor();
  await page.keyboard.press("Enter");
  await request;
  await expect.poll(() => focused(page)).toBe("0 select");
  await page.keyboard.press("Control+k");
  await page.getByRole("textbox", { name: "Search and commands" }).fill("German");
  await shot(page, "palette-actions-en-light");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Auftragsdisposition" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("textbox", { name: "Suche und Befehle" }).fill("Abmelden");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Anmeldung" }).waitFor();
  expectCalm(page);
});

/** Runs a palette action. */
async function byPalette(page: Page, words: string, key?: string) {
  await page.keyboard.press("Control+k");
  const search = page.getByRole("textbox", { name: "Search and commands" });
  await search.fill(words);
  const action = page.getByRole("dialog").getByRole("button", { name: key ? `${words} ${key}` : words, exact: true });
  await action.waitFor();
  const walk = async (): Promise<void> => {
    if ((await action.getAttribute("data-selected")) === "true") return;
    await page.keyboard.press("ArrowDown");
    await walk();
  };
  await walk();
  await page.keyboard.press("Enter");
  await search.waitFor({ state: "detached" });
}

test("palette contains every action of the list with its shortcut", async () => {
  const ids = await sendLines(desk, "DEEDS", [1, 2]);
  const page = await desk.page("/candidates?q=DEEDS");
  await shows(page, 2);
  const statuses = async () => (await Promise.all(ids.map((id) => read(desk, id)))).map(({ status }) => status);
  await page.keyboard.press("Control+a");
  await page.getByText("2 selected").waitFor();
  // actions precede pages
  await page.keyboard.press("Control+k");
  await page.getByRole("textbox", { name: "Search and commands" }).fill("exclude");
  const offered = page.getByRole("dialog").getByRole("button");
  await expect
    .poll(async () => (await offered.allInnerTexts()).slice(0, 2))
    .toEqual(["Exclude", "Show excluded lines"]);
  await page.keyboard.press("Escape");
  await byPalette(page, "Exclude");
  await expect.poll(statuses).toEqual(["inactive", "inactive"]);
  await byPalette(page, "Restore");
  await expect.poll(statuses).toEqual(["new", "new"]);
  await byPalette(page, "End wait");
  await page
    .getByRole("region", { name: "Edit" })
    .getByText(/changed/)
    .waitFor();
  await byPalette(page, "Assign to me");
  const assigned = () => desk.call<{ assignedTo?: string }>("GET", `/api/sales/order/candidates/${ids[0]}`);
  await expect.poll(async () => (await assigned()).assignedTo).toBe(desk.user);
  const file = page.waitForEvent("download");
  await byPalette(page, "Export CSV");
  expect((await file).suggestedFilename()).toMatch(/\.csv$/);
  const workbook = page.waitForEvent("download");
  await byPalette(page, "Export Excel");
  const [head, ...lines] = rowsOf(readFileSync(await (await workbook).path()));
  expect(head?.slice(0, 5)).toEqual(["Status", "Error description", "On hold", "Customer no.", "Customer"]);
  expect(lines.length).toBe(2);
  await byPalette(page, "Columns");
  await page.getByRole("checkbox", { name: "Ship-to" }).waitFor();
  await expect
    .poll(() => page.evaluate(() => !!document.activeElement?.closest("[role=dialog][aria-label=Columns]")))
    .toBe(true);
  await page.keyboard.press("Escape");
  await byPalette(page, "Save view…");
  await page.getByRole("dialog").getByLabel("Name").fill("By the palette");
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: /By the palette/ }).waitFor();
  expectCalm(page);
});
