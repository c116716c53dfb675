import { afterAll, beforeAll, expect, test } from "vitest";
import { everyLook, expectAccessible, expectCalm, openDesk, shot, signIn, type Desk } from "./harness";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

test("wrong password is rejected, and the right one opens the requested page", async () => {
  const page = await desk.page("/orders");
  await page.getByRole("button", { name: /signed in as/i }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await expectAccessible(page);
  await shot(page, "login-en-light");

  await page.goto(`${desk.url}/login`);
  await signIn(page, desk.user, desk.password);
  await page.waitForURL(`${desk.url}/inbox`);
  await page.context().clearCookies();

  await page.goto(`${desk.url}/orders?status=completed`);
  await page.getByLabel("User").fill(desk.user);
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  expect(await page.getByRole("alert").innerText()).toContain("password");
  expect(await page.getByLabel("User").inputValue()).toBe(desk.user);

  await signIn(page, desk.user, desk.password);
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/orders?status=completed");
  expectCalm(page);
});

test("login is shown in German and dark colours", async () => {
  const page = await desk.page("/", { language: "de", scheme: "dark" });
  await page.context().clearCookies();
  await page.reload();
  await page.getByRole("heading", { name: "Anmeldung" }).waitFor();
  await shot(page, "login-de-dark");
  await expectAccessible(page);
});

test("expired session keeps the page", async () => {
  const page = await desk.page("/orders");
  // expire the session with the search request, because an earlier dialog would receive the typed text
  await page.route(
    /[?&]q=/,
    async (route) => {
      await page.context().clearCookies();
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByRole("textbox", { name: "Search" }).fill("Größmann");
  const dialog = page.getByRole("dialog", { name: "Sign in" });
  await dialog.waitFor();
  await expectAccessible(page);
  expect(await dialog.getByLabel("User").inputValue()).toBe(desk.user);
  await dialog.getByLabel("Password", { exact: true }).fill(desk.password);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  expect(await page.getByRole("textbox", { name: "Search" }).inputValue()).toBe("Größmann");
  expect(new URL(page.url()).searchParams.get("q")).toBe("Größmann");
});

test("shortcuts navigate and are listed", async () => {
  const page = await desk.page("/");
  for (const [press, path] of [
    ["o", "/orders"],
    ["n", "/inbox"],
    ["c", "/candidates"],
    ["t", "/scheduler"],
    ["d", "/"],
  ] as const) {
    await page.keyboard.press("g");
    await page.keyboard.press(press);
    await page.waitForURL(`${desk.url}${path}`);
  }
  await page.keyboard.press("Shift+?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("Search and commands").waitFor();
  await shot(page, "keys-en-light");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.getByRole("textbox", { name: "Search and commands" }).fill("Sales Order");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${desk.url}/candidates`);
  expectCalm(page);
});

test("windows share one event stream", async () => {
  const first = await desk.page("/orders");
  const windows = [first];
  // browsers open six connections per site
  while (windows.length < 8) {
    const next = await first.context().newPage();
    await next.goto(`${desk.url}/orders`);
    await next.getByText("Connected").waitFor();
    await next.getByRole("heading", { name: "Sales orders" }).waitFor();
    windows.push(next);
  }
  await first.close();
  await desk.kill();
  const last = windows[7];
  await last?.getByText("Connection lost").waitFor();
  await desk.restart();
  await last?.getByText("Connected").waitFor();
});

test("language changes without reload", async () => {
  const page = await desk.page("/");
  await page.evaluate(() => Object.assign(window, { same: true }));
  await page.getByText("DE", { exact: true }).click();
  await page.getByRole("link", { name: "Auftragsdisposition" }).waitFor();
  expect(await page.evaluate(() => [document.documentElement.lang, "same" in window])).toEqual(["de", true]);
  expectCalm(page);
});

test("unknown page is reported", async () => {
  await everyLook(desk, "not-found", "/nowhere", (page) => page.getByRole("heading", { level: 1 }).waitFor());
});
