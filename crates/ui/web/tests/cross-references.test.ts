// Cross-references: list, creation, deactivation, roles.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everyLook, expectAccessible, expectCalm, openDesk, shot, type Desk, WIDTHS } from "./harness";
import { listed } from "./list";

interface Stored {
  value: string;
  active?: boolean;
  targetProduct?: string;
  bpartner?: string;
  targetLocation?: string;
}

let desk: Desk;
const STRANGER = "otto";

const put = (records: object[]) => desk.call("PUT", "/api/masterdata/cross-references", records);
const stored = async (value: string) =>
  (await desk.call<{ items: Stored[] }>("GET", `/api/masterdata/cross-references?value=${value}`)).items[0];

beforeAll(async () => {
  desk = await openDesk();
  desk.addUser(STRANGER, "clerk", ["test-org-03"]);
  await put([
    { org: "001", kind: "product", value: "KAF-1KG", targetProduct: "A001", note: "Coffee, 1 kg" },
    { org: "001", kind: "uom", value: "Karton", targetUom: "CT" },
    { org: "001", kind: "bpartner", member: "externalId", value: "40-1001", targetBpartner: "G0001" },
  ]);
});
afterAll(() => desk.close());

/** Fields with suggestions are combo boxes. */
const field = (page: Page, name: string) => page.getByRole("dialog").getByRole("combobox", { name });
const rows = (page: Page) => listed(page, /^(Cross-references|Querverweise)$/);

test("cross-references are accessible for clerks and administrators in every look", async () => {
  for (const user of [desk.user, desk.admin]) {
    const ready = async (page: Page) => {
      await rows(page).filter({ hasText: "KAF-1KG" }).waitFor();
      const create = page.getByRole("button", { name: /^(New cross-reference|Neuer Querverweis)$/ });
      expect(await create.count()).toBe(user === desk.admin ? 1 : 0);
    };
    await everyLook(desk, `cross-references-${user}`, "/cross-references", ready, user, WIDTHS);
  }
});

test("clerks of other organisations do not see them", async () => {
  const page = await desk.page("/cross-references", { user: STRANGER });
  await page.getByText("No cross-references", { exact: true }).waitFor();
  expectCalm(page);
});

test("list is filtered by value and kind, and the URL keeps the filters", async () => {
  const page = await desk.page("/cross-references");
  await expect.poll(() => rows(page).count()).toBe(3);
  await page.getByRole("textbox", { name: "Value" }).fill("kaf");
  await page.waitForURL(/q=kaf/);
  await expect.poll(() => rows(page).count()).toBe(1);
  await page.goto(`${desk.url}/cross-references?kind=uom`);
  await rows(page).filter({ hasText: "Karton" }).waitFor();
  await expect.poll(() => rows(page).count()).toBe(1);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect.poll(() => rows(page).count()).toBe(3);
  expectCalm(page);
});

test("administrator creates, uses, deactivates and restores one by keyboard", async () => {
  const page = await desk.page("/", { user: desk.admin });
  await page.getByRole("list", { name: "Key figures" }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("r");
  await page.waitForURL(/\/cross-references$/);
  await rows(page).first().waitFor();
  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog");
  const value = dialog.getByRole("textbox", { name: "Value" });
  await expect.poll(() => value.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type("SEED-9");
  await page.keyboard.press("Enter");
  // the focus moves to the missing target
  const target = field(page, "Maps to");
  await expect.poll(() => target.getAttribute("aria-invalid")).toBe("true");
  await target.fill("NO-SUCH-PRODUCT");
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Create" }).press("Enter");
  await dialog
    .getByText(/NO-SUCH-PRODUCT/)
    .last()
    .waitFor();
  await expectAccessible(page);
  await shot(page, "cross-references-new-en-light");
  await target.fill("A001");
  await dialog.getByRole("button", { name: "Create" }).press("Enter");
  await dialog.waitFor({ state: "detached" });
  const created = rows(page).filter({ hasText: "SEED-9" });
  await created.waitFor();
  expect(await stored("SEED-9")).toMatchObject({ targetProduct: "A001" });
  await created.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Deactivate" }).press("Enter");
  await created.waitFor({ state: "detached" });
  expect((await stored("SEED-9"))?.active).toBe(false);
  await page.keyboard.press("Control+z");
  await created.waitFor();
  expect((await stored("SEED-9"))?.active).not.toBe(false);
  expectCalm(page, [/status of 400/]);
});

test("location needs the partner that it belongs to", async () => {
  const page = await desk.page("/cross-references", { user: desk.admin });
  await page.getByRole("button", { name: "New cross-reference" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Value" }).fill("RAMP-3");
  await dialog.getByRole("combobox", { name: "Kind" }).click();
  await page.getByRole("option", { name: "Location" }).click();
  await dialog.getByRole("textbox", { name: "Maps to" }).fill("2156425");
  await dialog.getByRole("button", { name: "Create" }).click();
  const partner = field(page, "Customer");
  await expect.poll(() => partner.getAttribute("aria-invalid")).toBe("true");
  await partner.fill("G0001");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await stored("RAMP-3")).toMatchObject({ bpartner: "G0001", targetLocation: "2156425" });
  expectCalm(page);
});
