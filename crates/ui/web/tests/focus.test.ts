// Focus is never lost, and F8 leads to problems.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible, expectCalm, openDesk, shot, type Desk } from "./harness";
import { arrived, cell, focused, lead, sendLines, shows } from "./list";
import { openPlaces, type Places } from "./places";

let desk: Desk;
let places: Places;
beforeAll(async () => {
  desk = await openDesk();
  places = await openPlaces(desk);
});
afterAll(() => desk.close());

/** Waits for the heading and pending requests. */
async function settled(page: Page) {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await expect.poll(() => page.locator("main .mantine-Loader-root").count()).toBe(0);
}

/** Records the paths shown while nothing has the focus. */
const watch = (page: Page) =>
  page.evaluate(() => {
    const lost: string[] = [];
    const look = () => {
      if (document.activeElement === document.body) lost.push(location.pathname);
      requestAnimationFrame(look);
    };
    look();
    Object.assign(window, { lost });
  });
const lost = (page: Page) => page.evaluate(() => [...new Set((window as unknown as { lost: string[] }).lost)]);

const isFocused = (page: Page, selector: string) =>
  page.evaluate((sought) => document.activeElement?.matches(sought) ?? false, selector);

test("F8 opens the first faulty cell from every page, or reports that there is none", async () => {
  const [first] = await sendLines(desk, "FAULTY", [0]);
  const page = await desk.page("/", { user: desk.admin });
  for (const [name, path] of Object.entries(places.paths)) {
    await page.goto(`${desk.url}${path}`);
    await settled(page);
    await page.keyboard.press("F8");
    await page.waitForURL((url) => url.pathname === "/candidates", { timeout: 30_000 });
    await arrived(page);
    // newest first
    await expect.poll(() => focused(page), { message: name }).toBe("0 qtyOverride");
    await page.locator("#status-line").getByText("uantity must be greater than 0").waitFor();
  }
  // F8 keeps typed text
  await page.goto(`${desk.url}/orders/new`);
  const quantity = page.getByLabel(/^Quantity/).first();
  await quantity.fill("17");
  await page.keyboard.press("F8");
  await expect.poll(() => focused(page)).toBe("0 qtyOverride");
  await page.goBack();
  await expect.poll(() => quantity.inputValue()).toBe("17");
  await page.goto(`${desk.url}/candidates?status=new`);
  await arrived(page);
  await page.keyboard.press("F8");
  await page.waitForURL(/status=error/);
  await expect.poll(() => focused(page)).toBe("0 qtyOverride");
  expect(await cell(page, 0, "candidate").innerText()).toBe(String(first));

  await desk.call("POST", "/api/sales/order/candidates/edit", {
    selection: { filter: { status: ["error"] } },
    active: false,
  });
  for (const path of [places.paths.run, "/candidates?status=new"]) {
    await page.goto(`${desk.url}${path}`);
    await settled(page);
    await expect
      .poll(() => desk.call<{ error: { value: number } }>("GET", "/api/sales/order/candidates/counts"))
      .toMatchObject({ error: { value: 0 } });
    await page.keyboard.press("F8");
    await page.waitForURL(/status=error/);
    await page.locator("#status-line").getByText("No errors here.").waitFor();
    await expect.poll(() => focused(page)).toBe("nothing");
  }
  expectCalm(page);
});

test("focus is never lost after loading, closing or emptying", async () => {
  const page = await desk.page("/", { user: desk.admin });
  await settled(page);
  await expect.poll(() => isFocused(page, "body")).toBe(false);
  await watch(page);
  for (const path of [...Object.values(places.paths), "/"]) {
    await lead(page, path);
    await settled(page);
  }
  await lead(page, "/inbox");
  await settled(page);
  await expect.poll(() => isFocused(page, "main [role=group], main [role=option]")).toBe(true);
  expect(await lost(page)).toEqual([]);
});

test("error page has the focus, and so has the list after a retry", async () => {
  await sendLines(desk, "RETRY", [0]);
  const page = await desk.page("/orders");
  await settled(page);
  await watch(page);
  const causes = "**/api/sales/order/candidates/problems*";
  let failing = true;
  await page.route(causes, (route) => (failing ? route.fulfill({ status: 403, body: "" }) : route.continue()));
  await lead(page, "/inbox");
  const again = page.getByRole("button", { name: "Try again" });
  await again.waitFor();
  await expect.poll(() => isFocused(page, "main [role=group]")).toBe(true);
  await page.keyboard.press("Tab");
  await expect.poll(() => again.evaluate((button) => button === document.activeElement)).toBe(true);
  // reset only now, because events reload the list as well
  failing = false;
  await page.keyboard.press("Enter");
  await again.waitFor({ state: "detached" });
  await expect.poll(() => isFocused(page, "main [role=option]")).toBe(true);
  expect(await lost(page)).toEqual([]);
  expectCalm(page, [/status of 403/]);
});

test("focus is kept after buttons disappear and dialogs close", async () => {
  const ids = await sendLines(desk, "LEAVES", [1, 2]);
  const page = await desk.page("/candidates?q=LEAVES", { user: desk.admin });
  await shows(page, 2);
  await expect.poll(() => focused(page)).toBe("0 select");
  await watch(page);
  await page.keyboard.press("Control+a");
  await page.getByRole("button", { name: "Exclude", exact: true }).click();
  const bar = page.getByRole("region", { name: "Edit" });
  await bar.getByRole("button", { name: "Undo" }).waitFor();
  const undoes = page.getByRole("dialog").getByText("2 lines will be reset to their previous state.");
  await bar.getByRole("button", { name: "Undo" }).focus();
  await page.keyboard.press("Enter");
  await undoes.waitFor();
  await page.keyboard.press("Enter");
  const undone = page.getByRole("region", { name: "Undo" });
  await undone.getByText("Undone for 2 lines.").waitFor();
  await undone.getByRole("button", { name: "Close" }).focus();
  await page.keyboard.press("Enter");
  await undone.waitFor({ state: "detached" });
  await expect.poll(() => focused(page)).toBe("0 select");
  const { id } = await desk.call<{ id: number }>("POST", "/api/sales/order/candidates/edit", {
    selection: { ids },
    active: false,
  });
  await lead(page, `/runs/${id}`);
  await page.getByRole("main").getByRole("button", { name: "Undo" }).waitFor();
  await page.getByRole("main").getByRole("button", { name: "Undo" }).focus();
  await page.keyboard.press("Enter");
  await undoes.waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("Undone by").waitFor();
  await lead(page, "/candidates?q=LEAVES&status=new");
  await shows(page, 2);
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("Shift+?");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.locator("[data-search]").fill("LEAVES-NONE");
  await page.getByText("No matching lines.").waitFor();
  await lead(page, places.paths.webhook);
  await settled(page);
  await page.getByRole("button", { name: "More" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Delete…" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await page.waitForURL(/\/outgoing$/);
  await settled(page);
  expect(await lost(page)).toEqual([]);
  expectCalm(page);
});

test("unsaved text is counted on every page and reachable by key", async () => {
  const [id] = await sendLines(desk, "UNSAVED", [1, 2]);
  const page = await desk.page("/candidates?q=UNSAVED&sort=createdAt");
  await shows(page, 2);
  const unsavedButton = (count: number) =>
    page.getByRole("contentinfo").getByRole("button", { name: `${count} not saved` });
  const typed = async (row: number, text: string) => {
    await cell(page, row, "qtyOverride").click();
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  };
  await typed(0, "1o");
  await unsavedButton(1).waitFor();
  await typed(1, "12x");
  await unsavedButton(2).waitFor();
  await expectAccessible(page);
  await shot(page, "not-saved-en-light");
  const toFirst = async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("u");
  };
  await page.keyboard.press("Control+Home");
  await toFirst();
  await expect.poll(() => focused(page)).toBe("0 qtyOverride");
  const field = page.locator("tr[data-member=qty] input");
  const onField = (text: string) =>
    expect
      .poll(() => field.evaluateAll(([one]) => one === document.activeElement && (one as HTMLInputElement).value))
      .toBe(text);
  await lead(page, "/orders");
  await settled(page);
  await unsavedButton(2).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/candidates/${id}?tab=details`);
  await onField("1o");
  await page.getByRole("tab", { name: "History" }).focus();
  await unsavedButton(2).focus();
  await page.keyboard.press("Enter");
  await onField("1o");
  await lead(page, "/candidates?list=orders&q=UNSAVED");
  await page.getByRole("treegrid").waitFor();
  await arrived(page);
  await toFirst();
  await page.getByRole("complementary", { name: `Line ${id}` }).waitFor();
  await onField("1o");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("10");
  await page.keyboard.press("Enter");
  await unsavedButton(1).waitFor();
  await lead(page, "/candidates?q=UNSAVED&sort=createdAt");
  await shows(page, 2);
  await page.route(`**/api/sales/order/candidates/${id}`, (route) => route.abort());
  await typed(0, "11");
  await unsavedButton(2).waitFor();
  await page.unroute(`**/api/sales/order/candidates/${id}`);
  await typed(0, "11");
  await typed(1, "12");
  await expect.poll(() => page.getByText("not saved").count()).toBe(0);
  expectCalm(page, [/Failed to load resource/, /status of 404/]);
});
