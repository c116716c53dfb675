// Import of spreadsheets: a German CSV with unknown articles, a wrong date, the next file, the same file, roles, drop and
// paste, two users.
import { join } from "node:path";
import { writeFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everyLook, expectAccessible, expectCalm, openDesk, settled, shot, WIDTHS, type Desk } from "./harness";
import { cell, listed } from "./list";
import { uploadSpreadsheet } from "./places";

interface Draft {
  id: number;
  version: number;
  status: string;
  fileName: string;
}

let desk: Desk;
const VIEWER = "vera";

/** Columns as a German spreadsheet program writes them. */
const COLUMNS = "Kundennummer;Bestellnummer;Pos.;Artikel-Nr.;Bezeichnung;Menge;Liefertermin;Prüfvermerk";
const line = (order: string, position: number, article: string, quantity: string, date = "11.02.2030") =>
  `G0001;${order};${position};${article};Größe L, geprüft;${quantity};${date};ok`;

/** A file as Excel saves it: semicolons, Windows-1252, CRLF. */
function germanCsv(name: string, ...lines: string[]): string {
  const path = join(desk.folder, name);
  // letters of these files have the same code in ISO 8859-1
  writeFileSync(path, Buffer.from([COLUMNS, ...lines, ""].join("\r\n"), "latin1"));
  return path;
}

const drafts = async () => (await desk.call<{ items: Draft[] }>("GET", "/api/import-drafts")).items;
const draftOf = async (name: string) => (await drafts()).find(({ fileName }) => fileName === name)!;
const statusOf = async (name: string) => (await draftOf(name))?.status;

const heading = (page: Page, text: string | RegExp) => page.getByRole("heading", { level: 1, name: text });
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "");
const tab = (page: Page, name: RegExp) => page.getByRole("tab", { name });

/** Opens the file dialog by key and chooses files. */
async function choose(page: Page, ...files: string[]) {
  const chooser = page.waitForEvent("filechooser");
  // the browser has to learn first that dialogs are intercepted
  await page.evaluate(() => undefined);
  await page.keyboard.press("u");
  await (await chooser).setFiles(files);
}

/** Waits until the step is open, its heading has the focus and nothing is being saved. */
async function arrivedAt(page: Page, step: RegExp) {
  await heading(page, step).waitFor();
  await expect.poll(() => focusedText(page)).toMatch(step);
}

async function checked(page: Page, name: string) {
  await expect.poll(() => statusOf(name)).toBe("checked");
  await page.getByText(/rows? (is|are) ready|Zeilen? (ist|sind) bereit/).waitFor();
}

beforeAll(async () => {
  desk = await openDesk();
  desk.addUser(VIEWER, "viewer", ["001"]);
});
afterAll(() => desk.close());

test("clerk imports a file with unknown articles and a wrong date by keyboard", async () => {
  const file = germanCsv(
    "Bestellung Mueller 2026-11-30.csv",
    line("M-4711", 1, "KAF-1KG", "12"),
    line("M-4711", 2, "P002737", "4"),
    line("M-4712", 1, "KAF-1KG", "3", "31.02.2030"),
  );
  const page = await desk.page("/inbox");
  await heading(page, "Inbox").waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("m");
  await page.waitForURL(/\/imports$/);
  await page.getByText("No spreadsheets yet", { exact: false }).waitFor();
  await choose(page, file);
  await page.waitForURL(/\/imports\/\d+/);
  await arrivedAt(page, /Step 1 of 4: File/);
  await page.getByText("Größe L, geprüft").first().waitFor();
  await shot(page, "imports-file");
  await page.keyboard.press("Enter");

  await arrivedAt(page, /Step 2 of 4: Columns/);
  await page.getByText(/3 rows → 2 orders/).waitFor();
  await page
    .getByText("2 columns with values are not imported")
    .or(page.getByText(/1 column with values/))
    .waitFor();
  await page.keyboard.press("Enter");

  await arrivedAt(page, /Step 3 of 4: Check/);
  await checked(page, "Bestellung Mueller 2026-11-30.csv");
  expect(await tab(page, /Rejected/).textContent()).toContain("1");
  await shot(page, "imports-check");
  await expectAccessible(page);

  // the unknown article is mapped to an existing one
  const record = page.getByRole("combobox", { name: "Record for KAF-1KG" });
  await record.focus();
  await page.keyboard.type("A001");
  await page.getByRole("option", { name: /A001/ }).waitFor();
  await page.keyboard.press("Enter");
  const apply = page.getByRole("button", { name: "Map 1 value and check" });
  await apply.press("Enter");
  await apply.waitFor({ state: "detached" });
  await checked(page, "Bestellung Mueller 2026-11-30.csv");
  await record.waitFor({ state: "detached" });

  // the wrong date is corrected where F8 stops
  await page.keyboard.press("F8");
  const wrong = page.locator("[role=gridcell][aria-invalid=true][data-column=c6]");
  await expect.poll(() => wrong.evaluate((one) => one === document.activeElement)).toBe(true);
  await page
    .getByText(/“31\.02\.2030” is not a date/)
    .first()
    .waitFor();
  await page.keyboard.press("F2");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("28.02.2030");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await tab(page, /Rejected/).textContent()) ?? "").toMatch(/Rejected\s*0/);
  await checked(page, "Bestellung Mueller 2026-11-30.csv");

  await page.keyboard.press("Control+Enter");
  await arrivedAt(page, /Step 4 of 4: Import/);
  await page.getByText("Creates 3 lines in 2 incoming orders.").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await arrivedAt(page, /Step 4 of 4: Result/);
  await page.getByRole("heading", { name: "3 lines imported" }).waitFor();
  await shot(page, "imports-result");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Imported lines" }).press("Enter");
  await page.waitForURL(/importDraft=\d+/);
  await expect.poll(() => page.locator("[role=row] [data-column=candidate] a").count()).toBe(3);
  expectCalm(page);
});

test("next file with the same columns takes one confirmation", async () => {
  const file = germanCsv("Bestellung Mueller 2026-12-07.csv", line("M-4800", 1, "KAF-1KG", "7"));
  const page = await desk.page("/imports");
  await listed(page, "Imported spreadsheets").first().waitFor();
  await choose(page, file);
  await arrivedAt(page, /Step 3 of 4: Check/);
  await page.getByText("Mapping “Bestellung Mueller” is used").waitFor();
  const confirm = page.getByRole("button", { name: "Import 1 line" });
  await confirm.waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "1 line imported" }).waitFor();
  expectCalm(page);
});

test("same file is recognised and its rows are unchanged", async () => {
  const name = "Bestellung Mueller 2026-12-07.csv";
  const page = await desk.page("/imports");
  await listed(page, "Imported spreadsheets").first().waitFor();
  await choose(page, join(desk.folder, name));
  await arrivedAt(page, /Step 3 of 4: Check/);
  await expect.poll(async () => (await tab(page, /Unchanged/).textContent()) ?? "").toMatch(/Unchanged\s*1/);
  await page.getByRole("button", { name: /^1?\s*File/ }).press("Enter");
  await page.getByText("This file was uploaded before").waitFor();
  await page.getByText(/recognised as unchanged/).waitFor();
  expectCalm(page);
});

test("edits are undone, and a block of cells is pasted", async () => {
  const name = "undo.csv";
  const id = await uploadSpreadsheet(
    desk,
    name,
    [COLUMNS, line("U-1", 1, "P002737", "x"), line("U-2", 1, "P002737", "y"), ""].join("\r\n"),
  );
  const page = await desk.page(`/imports/${id}?step=check`);
  await checked(page, name);
  await page.keyboard.press("F8");
  const quantity = cell(page, 0, "c5");
  await expect.poll(() => quantity.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "5\n6\n");
    document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  });
  await expect.poll(async () => (await tab(page, /Rejected/).textContent()) ?? "").toMatch(/Rejected\s*0/);
  await checked(page, name);
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await tab(page, /Rejected/).textContent()) ?? "").toMatch(/Rejected\s*2/);
  await expect.poll(() => quantity.textContent()).toContain("x");
  expectCalm(page);
});

test("texts are replaced in a column, and the import is deleted", async () => {
  const name = "replace.csv";
  const rows = [line("R-1", 1, "P 002737", "1"), line("R-2", 1, "P 002737", "2")];
  const id = await uploadSpreadsheet(desk, name, [COLUMNS, ...rows, ""].join("\r\n"));
  const page = await desk.page(`/imports/${id}?step=check`);
  await checked(page, name);
  await page.keyboard.press("Control+h");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Column" }).click();
  await page.getByRole("option", { name: /Artikel-Nr\./ }).click();
  await dialog.getByRole("textbox", { name: "Find" }).fill("P 00");
  await dialog.getByRole("textbox", { name: "Replace with" }).fill("P00");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(async () => (await tab(page, /Ready/).textContent()) ?? "").toMatch(/Ready\s*2/);
  await page.getByRole("button", { name: "Delete" }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).press("Enter");
  await page.waitForURL(/\/imports$/);
  await expect.poll(() => draftOf(name)).toBeUndefined();
  expectCalm(page);
});

test("ambiguous date is asked with both days, and answered by keyboard", async () => {
  const name = "dates.csv";
  const rows = [line("A-1", 1, "P002737", "1", "03/04/2030"), line("A-2", 1, "P002737", "1", "05/06/2030")];
  const id = await uploadSpreadsheet(desk, name, [COLUMNS, ...rows, ""].join("\r\n"));
  const page = await desk.page(`/imports/${id}`, { language: "de" });
  await arrivedAt(page, /Schritt 1 von 4: Datei/);
  await page.getByRole("heading", { name: "Welcher Tag ist 03/04/2030?" }).waitFor();
  await expectAccessible(page);
  // Enter moves to the open question
  await page.keyboard.press("Enter");
  await expect.poll(() => focusedText(page)).toBe("03.04.2030 (Tag zuerst)");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Welcher Tag ist 03/04/2030?" }).waitFor({ state: "detached" });
  await page.getByText("03.04.2030", { exact: true }).first().waitFor();
  await expect.poll(() => focusedText(page)).toMatch(/Schritt 1 von 4/);
  await page.keyboard.press("Enter");
  await arrivedAt(page, /Schritt 2 von 4: Spalten/);
  expectCalm(page);
});

test("administrator remembers a value for all imports", async () => {
  const name = "remember.csv";
  const text = [COLUMNS, line("C-1", 1, "TEA-250", "1"), ""].join("\r\n");
  const id = await uploadSpreadsheet(desk, name, text);
  const page = await desk.page(`/imports/${id}?step=columns`, { user: desk.admin });
  await arrivedAt(page, /Columns/);
  await page.getByText(/1 row → 1 order/).waitFor();
  await page.keyboard.press("Enter");
  await arrivedAt(page, /Check/);
  await checked(page, name);
  const record = page.getByRole("combobox", { name: "Record for TEA-250" });
  await record.fill("P002737");
  await page.getByRole("option", { name: /P002737/ }).click();
  await page.getByRole("checkbox", { name: "Remember for all imports" }).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Map 1 value and check" }).click();
  await expect.poll(async () => (await tab(page, /Ready/).textContent()) ?? "").toMatch(/Ready\s*1/);
  const path = "/api/masterdata/cross-references?value=TEA-250";
  const { items } = await desk.call<{ items: { targetProduct: string }[] }>("GET", path);
  expect(items).toMatchObject([{ targetProduct: "P002737" }]);
  expectCalm(page);
});

test("import is undone with an explanation", async () => {
  const page = await desk.page(`/imports/${(await draftOf("Bestellung Mueller 2026-11-30.csv")).id}`);
  await arrivedAt(page, /Result/);
  await page.getByRole("button", { name: "Undo import…" }).press("Enter");
  await page
    .getByRole("dialog")
    .getByText(/already in a sales order stay/)
    .waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Undo import" }).press("Enter");
  await page.getByText("The import was undone").first().waitFor();
  await page.getByRole("link", { name: "Show the result" }).press("Enter");
  await page.waitForURL(/\/runs\/\d+/);
  expectCalm(page);
});

test("viewer sees imports but cannot change them", async () => {
  const page = await desk.page("/imports", { user: VIEWER });
  await page.getByText("You can view imports", { exact: false }).waitFor();
  expect(await page.getByRole("button", { name: "Choose files…" }).count()).toBe(0);
  await listed(page, "Imported spreadsheets").first().waitFor();
  await page.goto(`${desk.url}/imports/${(await draftOf("undo.csv")).id}?step=check`);
  await page.getByText("You can view this import", { exact: false }).waitFor();
  await cell(page, 0, "c5").waitFor();
  expect(await page.getByRole("button", { name: "Delete" }).count()).toBe(0);
  expect(await cell(page, 0, "c5").getAttribute("aria-readonly")).not.toBe("false");
  expectCalm(page);
});

test("files dropped on a list are imported", async () => {
  const page = await desk.page("/candidates");
  await page.getByRole("grid").waitFor();
  const text = [COLUMNS, line("D-1", 1, "P002737", "1"), ""].join("\r\n");
  const transfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    for (const name of ["first.csv", "second.csv"]) data.items.add(new File([content, name], name));
    return data;
  }, text);
  await page.dispatchEvent("main", "dragover", { dataTransfer: transfer });
  await page.getByText("Drop to import 2 files").waitFor();
  await shot(page, "imports-drop");
  await page.dispatchEvent("main", "drop", { dataTransfer: transfer });
  await page.waitForURL(/\/imports$/);
  await listed(page, "Imported spreadsheets").filter({ hasText: "first.csv" }).waitFor();
  await listed(page, "Imported spreadsheets").filter({ hasText: "second.csv" }).waitFor();
  expectCalm(page);
});

test("pasted cells are imported as a file", async () => {
  const page = await desk.page("/imports");
  await listed(page, "Imported spreadsheets").first().waitFor();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "Kundennummer\tBestellnummer\tArtikel-Nr.\tMenge\nG0001\tP-1\tP002737\t2\n");
    document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  });
  await arrivedAt(page, /Step 1 of 4: File/);
  await page.keyboard.press("Enter");
  await arrivedAt(page, /Step 2 of 4: Columns/);
  await page.getByText("1 required field is missing").waitFor();
  // Enter moves to the missing field
  await page.keyboard.press("Enter");
  const source = page.getByRole("combobox", { name: "Source of Date required" });
  await expect.poll(() => source.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type("Same value");
  await page.getByRole("option", { name: /Same value/ }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.type("2030-02-11");
  await page.keyboard.press("Enter");
  await page.getByText(/1 row → 1 order/).waitFor();
  expectCalm(page);
});

test("file that is not a spreadsheet is refused in words", async () => {
  const page = await desk.page("/imports");
  await listed(page, "Imported spreadsheets").first().waitFor();
  const path = join(desk.folder, "empty.csv");
  writeFileSync(path, "");
  await choose(page, path);
  const alert = page.getByRole("alert").filter({ hasText: "empty.csv was not imported" });
  await alert.getByText(/The file is empty/).waitFor();
  await expectAccessible(page);
  await alert.getByRole("button", { name: "Remove" }).click();
  await alert.waitFor({ state: "detached" });
  expectCalm(page, [/status of 400/]);
});

test("change of another user is shown before the own one is saved", async () => {
  const name = "shared.csv";
  const id = await uploadSpreadsheet(desk, name, [COLUMNS, line("S-1", 1, "P002737", "1"), ""].join("\r\n"));
  const page = await desk.page(`/imports/${id}?step=columns`);
  await arrivedAt(page, /Columns/);
  const { version } = await draftOf(name);
  // the page does not learn of the change
  let learn: () => void = () => undefined;
  const gate = new Promise<void>((open) => (learn = open));
  await page.route(`**/api/import-drafts/${id}`, async (route) => {
    if (route.request().method() === "GET") await gate;
    await route.continue();
  });
  await desk.call("PATCH", `/api/import-drafts/${id}`, { version, errorPolicy: "row" });
  await page.getByRole("combobox", { name: "Unknown customers, products and units" }).click();
  await page.getByRole("option", { name: "Reject the row" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "changed this import" });
  await alert.waitFor();
  learn();
  await alert.getByText("demo changed this import").waitFor();
  await expectAccessible(page);
  await alert.getByRole("button", { name: "Apply my change" }).click();
  await alert.waitFor({ state: "detached" });
  const stored = () => desk.call<{ errorPolicy: string; unresolved: string }>("GET", `/api/import-drafts/${id}`);
  await expect.poll(async () => (await stored()).unresolved).toBe("reject");
  expect((await stored()).errorPolicy).toBe("row");
});

test("deleted import is explained", async () => {
  const page = await desk.page("/imports/999999999");
  await page.getByText("This import does not exist any more", { exact: false }).waitFor();
  expectCalm(page, [/status of 404/]);
});

test("steps are accessible in every look", async () => {
  const id = await uploadSpreadsheet(
    desk,
    "looks.csv",
    [COLUMNS, line("L-1", 1, "P002737", "x"), line("L-2", 1, "NO-SUCH", "2"), ""].join("\r\n"),
  );
  await everyLook(desk, "imports", "/imports", (page) => listed(page, /.*/).first().waitFor(), desk.user, WIDTHS);
  for (const step of ["file", "columns"]) {
    const ready = (page: Page) => heading(page, /looks\.csv/).waitFor();
    await everyLook(desk, `imports-${step}`, `/imports/${id}?step=${step}`, ready, desk.user, WIDTHS);
  }
  const rows = async (page: Page) => {
    await page.locator("[data-row][data-column=c5]").first().waitFor();
    await page.getByRole("tab", { disabled: true }).first().waitFor({ state: "detached" });
    await settled(page);
  };
  await everyLook(desk, "imports-check", `/imports/${id}?step=check`, rows, desk.user, WIDTHS);
  const done = (await draftOf("Bestellung Mueller 2026-12-07.csv")).id;
  const result = (page: Page) => heading(page, /Result|Ergebnis|Check|Prüfen/).waitFor();
  await everyLook(desk, "imports-result", `/imports/${done}`, result, desk.user, WIDTHS);
});
