// Many values by few movements: blocks from a spreadsheet, filling down, days in words, and what the palette can do.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible, expectCalm, openDesk, shot, type Desk } from "./harness";
import { cell, focused, read, sendLines, shows } from "./list";

let desk: Desk;
const CLERK = "erika";
const VIEWER = "vera";
beforeAll(async () => {
  desk = await openDesk();
  desk.addUser(CLERK, "clerk", ["001"]);
  desk.addUser(VIEWER, "viewer", []);
});
afterAll(() => desk.close());

/** Pastes what another program copied. */
async function paste(page: Page, text: string) {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press("Control+v");
}

/** The first day after today in so many days, as the API writes it, where the browser is. */
const dayIn = (page: Page, days: number) =>
  page.evaluate((later) => {
    const day = new Date();
    day.setDate(day.getDate() + later);
    return `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, "0")}-${String(day.getDate()).padStart(2, "0")}`;
  }, days);

test("a block from a spreadsheet goes into the cells, in one's own way of writing, and one undo at a time", async () => {
  const ids = await sendLines(desk, "BLOCK", [1, 2, 3]);
  const page = await desk.page("/candidates?q=BLOCK&sort=createdAt", { user: CLERK, language: "de" });
  await shows(page, 3);
  await cell(page, 0, "qtyOverride").click();
  await paste(page, "1.234,5\r\n20\r\nviele\r\n4\r\n");
  await page.locator("#status-line").getByText("3 Werte eingetragen.").waitFor();
  await expect.poll(async () => (await read(desk, ids[0]!)).effective.qty).toBe(1234.5);
  await expect.poll(async () => (await read(desk, ids[1]!)).effective.qty).toBe(20);
  // what is no number stays where it was put, with the reason
  await expect.poll(() => cell(page, 2, "qtyOverride").getAttribute("aria-invalid")).toBe("true");
  expect(await cell(page, 2, "qtyOverride").innerText()).toContain("viele");
  expect((await read(desk, ids[2]!)).effective.qty).toBe(3);
  await expect.poll(() => focused(page)).toBe("0 qtyOverride");
  await shot(page, "paste-de-light");
  await expectAccessible(page);
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await read(desk, ids[1]!)).effective.qty).toBe(2);
  expectCalm(page);
  await page.context().close();
});

test("cells that are not edited take nothing, and that is said; nor does anything for a viewer", async () => {
  const [id] = await sendLines(desk, "TAKEN", [1]);
  const page = await desk.page("/candidates?q=TAKEN", { user: CLERK });
  await shows(page, 1);
  await cell(page, 0, "candidate").press("ArrowRight");
  await cell(page, 0, "customer").click();
  await paste(page, "X\tY");
  await page.locator("#status-line").getByText("not taken").waitFor();
  expect((await read(desk, id!)).override).toEqual({});
  expectCalm(page);
  await page.context().close();

  const looking = await desk.page("/candidates?q=TAKEN", { user: VIEWER });
  await shows(looking, 1);
  await cell(looking, 0, "qtyOverride").click();
  await paste(looking, "7");
  await looking.locator("#status-line").getByText("1 value was not taken").waitFor();
  await looking.keyboard.press("Control+d");
  expect((await read(desk, id!)).override).toEqual({});
  expectCalm(looking);
  await looking.context().close();
});

test("a cell is filled from above, selected rows from the first of them", async () => {
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
  // above an empty cell there is nothing to fill with
  await cell(page, 1, "priceOverride").click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+d");
  await page.locator("#status-line").getByText("There is no value above").waitFor();
  expectCalm(page);
  await page.context().close();
});

test("today is a day in both languages, and strokes are read as they are written where one is", async () => {
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
    // the browser is British
    await page.keyboard.type(language === "en" ? "8/12/2030" : "8.12.2030");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await read(desk, id!)).override).toEqual({ dateRequired: "2030-12-08" });
    expectCalm(page);
    await page.context().close();
  }
});

test("the palette does what keys do, and leaves the focus where the work is", async () => {
  await sendLines(desk, "PALETTE", [1]);
  const page = await desk.page("/candidates?q=PALETTE", { user: CLERK });
  await shows(page, 1);
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+k");
  await page.getByRole("textbox", { name: "Search and jump" }).fill("Re-val");
  const asked = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/revalidate"));
  await page
    .getByRole("button", { name: /^Re-validate/ })
    .last()
    .waitFor();
  await page.keyboard.press("Enter");
  await asked;
  await expect.poll(() => focused(page)).toBe("0 select");
  await page.keyboard.press("Control+k");
  await page.getByRole("textbox", { name: "Search and jump" }).fill("German");
  await shot(page, "palette-actions-en-light");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Auftragsdisposition" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("textbox", { name: "Suchen und springen" }).fill("Abmelden");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Anmeldung" }).waitFor();
  expectCalm(page);
  await page.context().close();
});
