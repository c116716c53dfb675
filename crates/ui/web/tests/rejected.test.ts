// Rejected rows: causes, correction with a check, dismissal, export.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everyLook, expectAccessible, expectCalm, openDesk, shot, type Desk, WIDTHS } from "./harness";
import { cell, listed } from "./list";

interface Rejected {
  id: number;
  status: string;
  externalHeaderId?: string;
  candidateId?: number;
  reason?: string;
}

let desk: Desk;
const STRANGER = "otto";
const VIEWER = "vera";

const row = (header: string, more: object) => ({
  org: { code: "001" },
  externalHeaderId: header,
  externalLineId: "1",
  poReference: header,
  bpartner: { bpartner: { code: "G0001" }, location: { externalId: "2156425" } },
  productCode: "P002737",
  qty: 1,
  dateRequired: "2030-02-11",
  ...more,
});

/** Sends rows of which the first is stored and the others are rejected. */
const sendRejected = (requests: object[]) =>
  desk.call("POST", "/api/sales/order/candidates/bulk?errorPolicy=row", { requests });
const entries = async (status = "open") =>
  (await desk.call<{ items: Rejected[] }>("GET", `/api/rejected-rows?status=${status}`)).items;
const entryOf = async (header: string, status = "open") =>
  (await entries(status)).find(({ externalHeaderId }) => externalHeaderId === header);

beforeAll(async () => {
  desk = await openDesk();
  desk.addUser(STRANGER, "clerk", ["test-org-03"]);
  desk.addUser(VIEWER, "viewer", ["001"]);
  await sendRejected([
    row("REJ-0", {}),
    row("REJ-1", { productCode: "NO-SUCH-PRODUCT" }),
    row("REJ-2", { productCode: "NO-SUCH-PRODUCT" }),
    row("REJ-3", { qty: "a dozen" }),
  ]);
});
afterAll(() => desk.close());

const causes = (page: Page) => page.getByRole("listbox", { name: /^(Causes|Ursachen)$/ }).getByRole("option");
const UNKNOWN = /Unknown product|Unbekanntes Produkt|Produkt unbekannt/;
const rows = (page: Page) => listed(page, /^(Rows with this cause|Positionen mit dieser Ursache)$/);
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

test("causes are accessible for users with and without permission in every look", async () => {
  for (const user of [desk.user, VIEWER, desk.admin]) {
    const ready = async (page: Page) => {
      await causes(page).filter({ hasText: UNKNOWN }).waitFor();
      await rows(page).first().waitFor();
      expect(await page.getByRole("button", { name: /^(Dismiss…|Verwerfen…)$/ }).count()).toBe(user === VIEWER ? 0 : 1);
    };
    await everyLook(
      desk,
      `rejected-${user}`,
      "/rejected",
      ready,
      user,
      WIDTHS.filter((width) => width >= 768),
    );
  }
});

test("row is accessible for users with and without permission in every look", async () => {
  const { id } = (await entryOf("REJ-3"))!;
  for (const user of [desk.user, VIEWER]) {
    const ready = async (page: Page) => {
      await field(page, "qty").waitFor();
      expect(await page.getByRole("button", { name: /^(Check|Prüfen)$/ }).count()).toBe(user === VIEWER ? 0 : 1);
    };
    await everyLook(desk, `rejected-row-${user}`, `/rejected/${id}`, ready, user, WIDTHS);
  }
});

test("rows of other organisations are invisible", async () => {
  const { id } = (await entryOf("REJ-3"))!;
  const page = await desk.page("/rejected", { user: STRANGER });
  await page.getByRole("heading", { name: "Nothing rejected" }).waitFor();
  await page.goto(`${desk.url}/rejected/${id}`);
  await page.getByText("This rejected row does not exist or was deleted.").waitFor();
  expectCalm(page, [/status of 404/]);
});

test("clerk corrects a row by keyboard: check first, then send", async () => {
  const page = await desk.page("/");
  await page.getByRole("list", { name: "Key figures" }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("x");
  await page.waitForURL((url) => url.pathname === "/rejected");
  const cause = causes(page).filter({ hasText: UNKNOWN });
  await cause.focus();
  await expect.poll(() => rows(page).count()).toBe(2);
  await rows(page).filter({ hasText: "REJ-1" }).getByRole("link").press("Enter");
  await page.waitForURL((url) => /^\/rejected\/\d+$/.test(url.pathname));
  const product = field(page, "productCode");
  // the first fault has the focus
  await expect.poll(() => product.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await product.getAttribute("aria-invalid")).toBe("true");
  expect(await page.locator("[data-fault]").first().innerText()).toMatch(/NO-SUCH-PRODUCT/);
  await product.fill("STILL-UNKNOWN");
  await page.keyboard.press("Enter");
  await page.getByText("The row would still be rejected.").waitFor();
  await product.fill("P002737");
  await page.keyboard.press("Enter");
  await page.getByText("The row would be stored as a new line.").waitFor();
  await expectAccessible(page);
  await shot(page, "rejected-checked-en-light");
  // the check writes nothing
  expect((await entryOf("REJ-1"))?.status).toBe("open");
  await page.keyboard.press("Enter");
  await page.getByText(/^Sent again by /).waitFor();
  const sent = await entryOf("REJ-1", "sentAgain");
  expect(sent?.candidateId).toBeGreaterThan(0);
  await page.getByRole("link", { name: `Show line ${sent!.candidateId}` }).click();
  await page.waitForURL((url) => url.pathname === `/candidates/${sent!.candidateId}`);
  expectCalm(page, [/status of 400/]);
});

test("text and fields change the same row", async () => {
  const { id } = (await entryOf("REJ-3"))!;
  const page = await desk.page(`/rejected/${id}`);
  await field(page, "qty").fill("12");
  await page.getByText("Edit text", { exact: true }).click();
  const text = field(page, "Row as JSON");
  expect(await text.inputValue()).toContain('"qty":"12"');
  await text.fill((await text.inputValue()).replace('"qty":"12"', '"qty": 13'));
  expect(await field(page, "qty").inputValue()).toBe("13");
  await text.fill("{");
  await page.getByText("The text is not valid JSON.").waitFor();
  expect(await page.getByRole("button", { name: "Check" }).isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Reset to the row as sent" }).click();
  expect(await field(page, "qty").inputValue()).toBe("a dozen");
  expectCalm(page);
});

test("row is dismissed with a reason and reopened by one key", async () => {
  const page = await desk.page("/rejected");
  await causes(page).filter({ hasText: UNKNOWN }).click();
  await cell(page, 0, "select").click();
  await page.getByRole("button", { name: "Dismiss…" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Dismiss", exact: true }).click();
  await dialog.getByText("Enter a reason.").waitFor();
  await expectAccessible(page);
  await dialog.getByRole("textbox", { name: "Reason" }).fill("test order");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(async () => (await entryOf("REJ-2", "dismissed"))?.reason).toBe("test order");
  await page
    .getByText(/^Dismissed/)
    .first()
    .waitFor();
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await entryOf("REJ-2"))?.status).toBe("open");
  expectCalm(page);
});

test("rows of a cause are exported as they were sent", async () => {
  const page = await desk.page("/rejected");
  await causes(page).filter({ hasText: UNKNOWN }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export JSON" }).click();
  const lines = readFileSync(await (await download).path(), "utf8")
    .trim()
    .split("\n");
  expect(lines.map((line) => JSON.parse(line).externalHeaderId)).toEqual(["REJ-2"]);
  expectCalm(page);
});

test("tile, badge and inbox name rejected rows", async () => {
  const page = await desk.page("/");
  const tile = page.getByRole("list", { name: "Key figures" }).getByRole("link", { name: /^Rejected/ });
  const open = await desk.call<{ rows: number }>("GET", "/api/rejected-rows/causes?org=001");
  await expect.poll(() => tile.innerText()).toMatch(new RegExp(`\\n${open.rows}\\n+oldest: `));
  const entry = page.getByRole("navigation").getByRole("link", { name: /^Rejected/ });
  await expect.poll(() => entry.innerText()).toMatch(String(open.rows));
  await tile.click();
  await page.waitForURL((url) => url.pathname === "/rejected");
  expectCalm(page);
});

test("phone shows causes and rows as steps", async () => {
  const page = await desk.page("/rejected", { phone: true });
  await causes(page).filter({ hasText: UNKNOWN }).click();
  await page.getByRole("button", { name: "All causes" }).waitFor();
  await rows(page).first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await shot(page, "rejected-phone-en-light");
  expectCalm(page);
});
