// Saved views as administrator, clerk and viewer.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everyLook, expectAccessible, expectCalm, openDesk, shot, WIDTHS, type Desk } from "./harness";
import { arrived, cell, focused, sendLines, shows } from "./list";

let desk: Desk;
const CLERK = "erika";
const VIEWER = "vera";
beforeAll(async () => {
  desk = await openDesk();
  desk.addUser(VIEWER, "viewer", ["001"]);
  await sendLines(desk, "LATE", [1, 2, 3]);
  await sendLines(desk, "SOON", [4, 5]);
});
afterAll(() => desk.close());

const tab = (page: Page, name: RegExp | string) => page.getByRole("tab", { name });
const chosen = (page: Page) => page.locator("[role=tab][aria-selected=true]").innerText();
const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

async function viaMenu(page: Page, item: string | RegExp) {
  await page.getByRole("button", { name: /^(Views|Ansichten)/ }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

const search = (page: Page) => page.getByRole("textbox", { name: "Search" });

/** Waits until more rows are shown than any view of these tests has. */
async function showsAll(page: Page) {
  await arrived(page);
  await expect.poll(() => page.locator("[role=row] [data-column=candidate] a").count()).toBeGreaterThan(5);
}

/** Saves the current view. */
async function saveAs(page: Page, name: string, ...ticks: RegExp[]) {
  await viaMenu(page, /^Save (view|as)…$/);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  for (const tick of ticks) await dialog.getByRole("checkbox", { name: tick }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await tab(page, new RegExp(`^${name}`)).waitFor();
}

test("view is saved, marked when changed, updated and reset", async () => {
  const page = await desk.page("/candidates?q=LATE");
  await shows(page, 3);
  await page.getByRole("button", { name: "Save view…" }).click();
  const dialog = page.getByRole("dialog");
  await expectAccessible(page);
  await dialog.getByLabel("Name").fill("My late ones");
  await page.keyboard.press("Enter");
  await tab(page, /^My late ones/).waitFor();
  await expect.poll(() => chosen(page)).toMatch(/My late ones\s*3/);
  const id = parameter(page, "view");
  expect([...new URL(page.url()).searchParams.keys()]).toEqual(["view"]);
  await expect.poll(() => page.title()).toBe("My late ones – Sales Order Disposition · Orderdock");
  await search(page).fill("SOON");
  await shows(page, 2);
  expect([parameter(page, "view"), parameter(page, "q")]).toEqual([id, "SOON"]);
  await tab(page, /My late ones.*changed/).waitFor();
  await expectAccessible(page);
  await shot(page, "view-changed-en-light");
  await page.getByRole("button", { name: "Reset" }).click();
  await shows(page, 3);
  expect(parameter(page, "q")).toBeNull();
  await page.getByRole("button", { name: "Remove filter Search" }).click();
  await showsAll(page);
  expect(parameter(page, "q")).toBe("");
  await page.reload();
  await showsAll(page);
  await page.getByRole("group", { name: "View changed" }).getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("group", { name: "View changed" }).waitFor({ state: "detached" });
  expect(parameter(page, "q")).toBeNull();
  await page.reload();
  await showsAll(page);
  expectCalm(page);
});

test("view stores columns, sort and the kind of list", async () => {
  const page = await desk.page("/candidates?q=LATE&sort=qty");
  await shows(page, 3);
  await saveAs(page, "Columns");
  const widths = () => page.locator("[role=columnheader]").allInnerTexts();
  const before = await widths();
  await page.getByRole("button", { name: "Columns", exact: true }).click();
  await page.getByRole("checkbox", { name: "Error / on hold" }).uncheck();
  await page.keyboard.press("Escape");
  await tab(page, /Columns.*changed/).waitFor();
  await tab(page, /^All/).click();
  await showsAll(page);
  expect((await widths()).join()).toContain("Error / on hold");
  await tab(page, /^Columns/).click();
  await shows(page, 3);
  await tab(page, /Columns.*changed/).waitFor();
  expect((await widths()).join()).not.toContain("Error / on hold");
  await viaMenu(page, "Reset");
  await expect.poll(async () => (await widths()).length).toBe(before.length);
  await page.getByRole("radiogroup", { name: "List" }).getByText("Orders").click();
  await arrived(page);
  expect(parameter(page, "list")).toBe("orders");
  await viaMenu(page, "Save");
  await page.getByRole("group", { name: "View changed" }).waitFor({ state: "detached" });
  expect(parameter(page, "list")).toBeNull();
  await page.reload();
  await page.locator("[role=row][aria-expanded]").first().waitFor();
  expectCalm(page);
});

test("views are switched, found and undone by keys", async () => {
  const page = await desk.page("/candidates?q=SOON");
  await shows(page, 2);
  await saveAs(page, "Keys");
  await page.locator("[role=grid]").focus();
  await page.keyboard.press("[");
  await page.keyboard.press("]");
  await expect.poll(() => chosen(page)).toContain("Keys");
  await expect.poll(() => focused(page)).toMatch(/\d+ |grid/);
  await page.keyboard.press("]");
  await expect.poll(() => chosen(page)).toMatch(/^All|^My late|^Columns/);
  await page.keyboard.press("Control+k");
  await page.getByRole("textbox", { name: "Search and commands" }).fill("Keys");
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await palette.getByRole("button", { name: "Keys", exact: true }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => chosen(page)).toContain("Keys");
  const before = parameter(page, "view");
  await viaMenu(page, "Delete");
  await tab(page, /^Keys/).waitFor({ state: "detached" });
  await showsAll(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await tab(page, /^Keys/).waitFor();
  await shows(page, 2);
  expect(parameter(page, "view")).not.toBe(before);
  await viaMenu(page, "Rename…");
  await page.getByRole("dialog").getByLabel("Name").fill("Columns");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByText("Choose another name").waitFor();
  await page.getByRole("dialog").getByLabel("Name").fill("By keys");
  await page.keyboard.press("Enter");
  await tab(page, /^By keys/).waitFor();
  expectCalm(page, [/status of 409/]);
});

test("clerk shares a view, and a viewer uses it without changing it", async () => {
  const clerk = await desk.page("/candidates?q=LATE", { user: CLERK });
  await shows(clerk, 3);
  await saveAs(clerk, "For all of us", /^Share/);
  const viewer = await desk.page("/candidates", { user: VIEWER });
  await showsAll(viewer);
  await tab(viewer, /For all of us.*shared by erika/).click();
  await shows(viewer, 3);
  await viewer.getByRole("button", { name: /^Views/ }).click();
  const items = await viewer.getByRole("menuitem").allInnerTexts();
  expect(items.filter((item) => /Rename|Delete|Stop sharing/.test(item))).toEqual([]);
  await viewer.getByRole("menuitem", { name: "Open by default", exact: true }).click();
  await viewer.getByText("“For all of us” opens by default.").waitFor();
  await search(viewer).fill("SOON");
  await shows(viewer, 2);
  expect(await viewer.getByRole("group", { name: "View changed" }).getByRole("button").allInnerTexts()).toEqual([
    "Save as…",
    "Reset",
  ]);
  await saveAs(viewer, "Mine");
  await viewer.goto(`${desk.url}/`);
  await viewer.locator("nav").waitFor();
  await viewer.keyboard.press("g");
  await viewer.keyboard.press("c");
  await shows(viewer, 3);
  await expect.poll(() => chosen(viewer)).toContain("For all of us");
  expect(parameter(viewer, "view")).not.toBeNull();
  await tab(viewer, /^All/).click();
  await showsAll(viewer);
  expect(parameter(viewer, "status")).toBe("all");
  await viewer.reload();
  await showsAll(viewer);
  expectCalm(viewer);
  expect(await clerk.getByRole("tab").allInnerTexts()).not.toContain("Mine");
  const admin = await desk.page("/candidates?view=for all of us", { user: desk.admin });
  await shows(admin, 3);
  await viaMenu(admin, "Stop sharing");
  await tab(admin, /For all of us/).waitFor({ state: "detached" });
  await clerk.reload();
  await shows(clerk, 3);
  expectCalm(clerk);
  expectCalm(admin);
  for (const page of [viewer, clerk, admin]) await page.context().close();
});

test("missing view is reported, and the list is shown", async () => {
  const page = await desk.page("/candidates?view=17&q=LATE");
  await shows(page, 3);
  await page.getByText("This view does not exist, or you do not have access to it.").waitFor();
  expectCalm(page);
});

test("views are accessible in both languages and colours and on phones", async () => {
  await everyLook(
    desk,
    "views",
    "/candidates?view=My%20late%20ones&q=LATE",
    async (page) => {
      await shows(page, 3);
      await cell(page, 0, "candidate").waitFor();
    },
    desk.user,
    WIDTHS,
  );
});
