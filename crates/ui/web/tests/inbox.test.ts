// What is to be settled, by cause: each cause once, and one remedy for all that have it.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everyLook, expectAccessible, expectCalm, openDesk, shot, signIn, type Desk, WIDTHS } from "./harness";
import { read, sendLines, shows } from "./list";

let desk: Desk;
const CLERK = "erika";
const STRANGER = "otto";
const VIEWER = "vera";
let faulty: number[];
beforeAll(async () => {
  desk = await openDesk();
  desk.addUser(CLERK, "clerk", ["001"]);
  desk.addUser(STRANGER, "clerk", ["test-org-03"]);
  desk.addUser(VIEWER, "viewer", []);
  faulty = [
    ...(await sendLines(desk, "CAUSE-1", [1, 2], { price: 30, currencyCode: "INR" })),
    ...(await sendLines(desk, "CAUSE-2", [3], { price: 12.5, currencyCode: "INR" })),
  ];
  await sendLines(desk, "OTHER", [1], { productCode: "KAKAO-1" });
});
afterAll(() => desk.close());

const currency = (page: Page) =>
  page.getByRole("listitem").filter({ hasText: /Currency is not that of|Andere Währung als/ });
const isFocused = (page: Page) => currency(page).evaluate((one) => one === document.activeElement);

test("every look and size, for who may settle and who may not", async () => {
  for (const user of [CLERK, VIEWER]) {
    const ready = async (page: Page) => {
      await currency(page).waitFor();
      if (user === VIEWER) expect(await page.locator("main").getByRole("button").count()).toBe(0);
    };
    await everyLook(desk, `inbox-${user}`, "/inbox", ready, user, WIDTHS);
  }
});

test("nothing of another organisation is to be settled, and that is a good page", async () => {
  const ready = async (page: Page) => {
    await page.getByRole("heading", { name: /^(All clear|Alles geklärt)$/ }).waitFor();
    expect(await page.getByRole("listitem").count()).toBe(0);
  };
  await everyLook(desk, "inbox-clear", "/inbox", ready, STRANGER);
});

test("a clerk begins here, finds a cause by arrows, and settles all of it by Enter after a look", async () => {
  const page = await desk.page("/inbox", { user: CLERK });
  await page.context().clearCookies();
  await page.goto(`${desk.url}/`);
  await signIn(page, CLERK, desk.password);
  await page.waitForURL(`${desk.url}/inbox`);
  await currency(page).getByText("2 orders").or(currency(page).getByText("3 orders")).waitFor();
  // amounts of one currency each, never one sum
  await currency(page).getByText(/INR/).first().waitFor();
  for (let presses = 0; presses < 10 && !(await isFocused(page)); presses++) await page.keyboard.press("ArrowDown");
  expect(await isFocused(page)).toBe(true);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/candidates will change/).waitFor();
  await expectAccessible(page);
  await shot(page, "inbox-settle-en-light");
  // a look alone changes nothing
  expect((await read(desk, faulty[0]!)).status).toBe("error");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => isFocused(page)).toBe(true);
  await page.keyboard.press("Enter");
  await dialog.getByText(/candidates will change/).waitFor();
  await dialog.getByRole("button", { name: /^Apply to all/ }).press("Enter");
  for (const id of faulty) {
    await expect.poll(() => read(desk, id)).toMatchObject({ status: "new", override: { currencyCode: "EUR" } });
  }
  await currency(page).waitFor({ state: "detached" });
  // one undo for all of them
  await page.keyboard.press("Control+z");
  await page.getByText(/Undone for \d+ candidates/).waitFor();
  await expect.poll(() => read(desk, faulty[0]!)).toMatchObject({ status: "error" });
  await currency(page).waitFor();
  expectCalm(page);
  await page.context().close();
});

test("a key leads to the list of just these", async () => {
  const page = await desk.page("/inbox", { user: CLERK });
  const other = page.getByRole("listitem").filter({ hasText: "No price in the price list" }).first();
  await other.focus();
  await page.keyboard.press("o");
  await page.waitForURL((url) => url.pathname === "/candidates" && url.searchParams.get("problem") === "price.none");
  expect(new URL(page.url()).searchParams.get("cause")).toBeTruthy();
  await page.locator("[role=row] [data-column=candidate] a").first().waitFor();
  const rows = await page.locator("[role=row] [data-column=candidate] a").count();
  await shows(page, rows);
  expectCalm(page);
  await page.context().close();
});
