// Disposition with expired sessions, lost connections and navigation.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Locator, Page } from "playwright-core";
import { expectAccessible, expectCalm, openDesk, shot, signIn, type Desk } from "./harness";
import { cell, focused, holdBack, read, sendLines } from "./list";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

interface Row {
  id: number;
  effective: { qty: number };
}

/** Sends candidates with quantity 1. */
const send = (header: string, count: number, more: object = {}) =>
  sendLines(
    desk,
    header,
    Array.from({ length: count }, () => 1),
    more,
  );
const qtyOf = async (id: number) => (await desk.call<Row>("GET", `/api/sales/order/candidates/${id}`)).effective.qty;
const shownAt = (page: Page, row: number) =>
  cell(page, row, "candidate")
    .or(cell(page, row, "card"))
    .getByRole("link")
    .waitFor();

test("expired session keeps the edited cell", async () => {
  const [id] = await send("ENDED", 1);
  const page = await desk.page("/candidates?q=ENDED");
  await shownAt(page, 0);
  await cell(page, 0, "qtyOverride").click();
  await page.keyboard.type("77");
  await page.context().clearCookies();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Sign in" });
  await dialog.waitFor();
  await page.locator("input[autocomplete=current-password]:focus").waitFor();
  await page.keyboard.type(desk.password);
  // wait before the short-lived message can appear
  const saved = page.getByText("Saved: Quantity of ENDED/1").waitFor();
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => qtyOf(id!)).toBe(77);
  await cell(page, 0, "qtyOverride").getByText("77", { exact: true }).waitFor();
  await saved;
  expectCalm(page);
});

test("unsent text is sent after signing in again", async () => {
  const [id, other] = await send("OPEN", 2);
  const page = await desk.page("/candidates?q=OPEN&sort=createdAt");
  await shownAt(page, 1);
  const dialog = page.getByRole("dialog", { name: "Sign in" });
  /** Expires the session and triggers a refresh. */
  const end = async (header: string) => {
    await page.context().clearCookies();
    await send(header, 1);
    await dialog.waitFor();
    expect(await qtyOf(id!)).not.toBe(77);
    await dialog.getByLabel("Password", { exact: true }).fill("not the password");
    await page.keyboard.press("Enter");
    await dialog.getByRole("alert").waitFor();
    await dialog.getByLabel("Password", { exact: true }).fill(desk.password);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "hidden" });
  };
  await cell(page, 0, "qtyOverride").click();
  await page.keyboard.type("76");
  await end("OPEN-1");
  await expect.poll(() => qtyOf(id!)).toBe(76);

  await cell(page, 1, "candidate").getByRole("link").click();
  const qty = page.locator("tr[data-member]").getByRole("textbox", { name: "Quantity" });
  await qty.fill("78");
  await end("OPEN-2");
  await expect.poll(() => qtyOf(other!)).toBe(78);
  expectCalm(page);
});

test("401 of a request from before the sign-in does not end the new session", async () => {
  const [id] = await send("LATE", 1);
  const page = await desk.page("/candidates?q=LATE&sort=createdAt");
  await shownAt(page, 0);
  const dialog = page.getByRole("dialog", { name: "Sign in" });
  let release: () => void = () => undefined;
  const gate = new Promise<void>((opened) => (release = opened));
  let held = 0;
  await page.route(
    ({ pathname }) => pathname === `/api/sales/order/candidates/${id}`,
    async (route) => {
      const response = await route.fetch();
      if (response.status() === 401) {
        held += 1;
        await gate;
      }
      await route.fulfill({ response });
    },
  );
  await cell(page, 0, "qtyOverride").click();
  await page.keyboard.type("75");
  await page.context().clearCookies();
  await page.keyboard.press("Enter");
  await expect.poll(() => held).toBe(1);
  await send("LATE-1", 1);
  await dialog.getByLabel("Password", { exact: true }).fill(desk.password);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  release();
  await expect.poll(() => qtyOf(id!)).toBe(75);
  expect(await dialog.count()).toBe(0);
  expectCalm(page);
});

test("unsaved text is kept for its user when another one signs in", async () => {
  desk.addUser("anna", "clerk", ["001"]);
  const [id, other] = await send("HANDED", 2);
  const page = await desk.page("/candidates?q=HANDED&sort=createdAt");
  await shownAt(page, 1);
  // one pending and one rejected text
  await cell(page, 1, "qtyOverride").click();
  await page.keyboard.type("6x6");
  await page.keyboard.press("Enter");
  await cell(page, 1, "qtyOverride").getByText("6x6").waitFor();
  await cell(page, 0, "qtyOverride").click();
  await page.keyboard.type("77");
  // the page may notice the end of the session before the key press
  await page.context().clearCookies();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Sign in" });
  await dialog.waitFor();
  await dialog.getByLabel("User").fill("anna");
  await dialog.getByLabel("Password", { exact: true }).fill(desk.password);
  await page.keyboard.press("Enter");
  const as = (name: string) => page.getByRole("button", { name: `Signed in as ${name}` });
  await as("anna").waitFor();
  const list = `${desk.url}/candidates?q=HANDED&sort=createdAt&list=rows`;
  await page.goto(list);
  await shownAt(page, 1);
  const text = () =>
    page.evaluate(
      () => document.body.innerText + [...document.querySelectorAll("input")].map(({ value }) => value).join(),
    );
  expect(await text()).not.toMatch(/77|6x6|because your session ended/);
  await as("anna").click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await signIn(page, desk.user, desk.password);
  const notice = page
    .getByRole("alert")
    .filter({ hasText: "Your last entries were not saved because your session ended." });
  await notice.getByRole("link", { name: `Line ${id}` }).waitFor();
  await shot(page, "unsent-en-light");
  await expectAccessible(page);
  await notice.getByRole("link", { name: `Line ${other}` }).click();
  const qty = page.locator("tr[data-member]").getByRole("textbox", { name: "Quantity" });
  await qty.waitFor();
  expect(await qty.inputValue()).toBe("6x6");
  await page.getByText("Not saved because your session ended. Press Enter to save.").waitFor();
  await page.goto(list);
  await shownAt(page, 1);
  await cell(page, 0, "qtyOverride").getByText("77", { exact: true }).waitFor();
  expect(await qtyOf(id!)).toBe(1);
  await cell(page, 0, "qtyOverride").click();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect.poll(() => qtyOf(id!)).toBe(77);
  await page.reload();
  await notice.getByRole("link", { name: `Line ${other}` }).waitFor();
  expect(await notice.getByRole("link").count()).toBe(1);
  await notice.getByRole("button", { name: "Discard" }).click();
  await cell(page, 1, "qtyOverride").getByText("6x6").waitFor({ state: "detached" });
  await page.reload();
  await shownAt(page, 1);
  expect(await notice.count()).toBe(0);
  expectCalm(page);
});

test("unsent text is sent by Enter after reconnecting", async () => {
  const [id] = await send("CUT", 1);
  const page = await desk.page("/candidates?q=CUT");
  await shownAt(page, 0);
  await page.route("**/api/sales/order/candidates/*", (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.continue(),
  );
  await cell(page, 0, "qtyOverride").click();
  await page.keyboard.type("6");
  await page.keyboard.press("Enter");
  await cell(page, 0, "qtyOverride").getByText("cannot be reached").waitFor();
  await page.unroute("**/api/sales/order/candidates/*");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect.poll(() => qtyOf(id!)).toBe(6);

  await page.goto(`${desk.url}/candidates/${id}`);
  const qty = page.locator("tr[data-member]").getByRole("textbox", { name: "Quantity" });
  await qty.waitFor();
  await page.route("**/api/sales/order/candidates/*", (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.continue(),
  );
  await qty.fill("8");
  await qty.press("Enter");
  await page.getByText("cannot be reached").first().waitFor();
  await page.unroute("**/api/sales/order/candidates/*");
  await qty.press("Enter");
  await expect.poll(() => qtyOf(id!)).toBe(8);
  expectCalm(page, [/ERR_FAILED/]);
});

test("text typed while the server is down is marked and sent later", async () => {
  const [id] = await send("STOPPED", 1);
  const page = await desk.page("/candidates?q=STOPPED");
  await shownAt(page, 0);
  await desk.kill();
  await cell(page, 0, "qtyOverride").click();
  await page.keyboard.type("8");
  await page.keyboard.press("Enter");
  await expect.poll(() => cell(page, 0, "qtyOverride").getAttribute("aria-invalid")).toBe("true");
  expect(await cell(page, 0, "qtyOverride").innerText()).toContain("8");
  await desk.restart();
  await expect.poll(() => qtyOf(id!)).toBe(8);
  await expect.poll(() => cell(page, 0, "qtyOverride").getAttribute("aria-invalid")).toBeNull();
  expectCalm(page, [/ERR_|status of 50/]);
});

test("short cell text is replaced by typing", async () => {
  const [id] = await send("SHORT", 1);
  const page = await desk.page("/candidates?q=SHORT");
  await shownAt(page, 0);
  for (const [typed, qty] of [
    ["5", 5],
    ["7", 7],
  ] as const) {
    await cell(page, 0, "qtyOverride").click();
    await page.keyboard.press("F2");
    await page.keyboard.type(typed);
    await page.keyboard.press("Enter");
    await expect.poll(() => qtyOf(id!)).toBe(qty);
  }
});

test("list restores its position on return", async () => {
  await send("WHENCE", 120);
  const page = await desk.page("/candidates?q=WHENCE&sort=createdAt");
  await shownAt(page, 0);
  await cell(page, 0, "status").click();
  await page.keyboard.press("Control+End");
  await expect.poll(() => focused(page)).toMatch(/^119 /);
  await page.keyboard.press("ArrowUp");
  await shownAt(page, 118);
  await page.keyboard.press("o");
  await page.waitForURL(/\/candidates\/\d+$/);
  await page.goBack();
  await shownAt(page, 118);
  await expect.poll(() => focused(page)).toMatch(/^118 /);
  await page.keyboard.press("o");
  await page.getByRole("main").getByRole("link", { name: "Sales Order Disposition" }).click();
  await page.waitForURL(/q=WHENCE/);
  await shownAt(page, 118);
  expectCalm(page);
});

test("browser back closes the panel and restores the tab", async () => {
  await send("WAYS", 3);
  const page = await desk.page("/candidates?q=WAYS");
  await shownAt(page, 0);
  await page.getByRole("tab", { name: /^New/ }).click();
  await page.waitForURL(/status=new/);
  await cell(page, 0, "candidate").getByRole("link").click();
  await page.getByRole("complementary").waitFor();
  await page.goBack();
  await page.getByRole("complementary").waitFor({ state: "detached" });
  expect(page.url()).toMatch(/q=WAYS&status=new$/);
  await page.goBack();
  await page.waitForURL(/q=WAYS$/);
  await page.goForward();
  await page.goForward();
  await page.getByRole("complementary").waitFor();
  expectCalm(page);
});

test("loading row opens nothing", async () => {
  await send("SLOW", 120);
  const page = await desk.page("/candidates?q=SLOW");
  await shownAt(page, 0);
  await cell(page, 0, "status").click();
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route("**/api/sales/order/candidates?*", async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press("Control+End");
  await expect.poll(() => focused(page)).toMatch(/^119 /);
  await page.keyboard.press("o");
  await page.keyboard.press("u");
  expect(page.url()).toMatch(/\/candidates\?q=SLOW$/);
  release();
  await shownAt(page, 119);
  await page.keyboard.press("o");
  await page.waitForURL(/\/candidates\/\d+$/);
});

test("low screen shows eight rows, and nothing covers the views", async () => {
  await send("LARGE", 10);
  const page = await desk.page("/candidates?q=LARGE", { language: "de" });
  await page.setViewportSize({ width: 720, height: 450 });
  await shownAt(page, 0);
  await send("LARGER", 1);
  const offer = page.getByRole("button", { name: "1 neue – anzeigen" });
  await offer.waitFor();
  const box = async (found: Locator) => (await found.boundingBox())!;
  const foot = await box(page.getByText("0 ausgewählt"));
  const grid = await box(page.getByRole("grid"));
  expect(foot.y).toBeGreaterThanOrEqual(grid.y + grid.height - 1);
  const row = page.locator("[role=row]:has([role=gridcell])");
  await expect.poll(async () => (await box(row.first())).height).toBe(26);
  const rows = await row.all();
  const boxes = await Promise.all(rows.map(box));
  expect(boxes.filter(({ y, height }) => y >= grid.y && y + height <= grid.y + grid.height + 1).length).toBeGreaterThan(
    7,
  );
  // rendered height equals calculated height
  const tops = boxes.map(({ y }) => y).sort((one, other) => one - other);
  expect(boxes.map(({ height }) => height)).toEqual(boxes.map(() => tops[1]! - tops[0]!));
  const [offered, views] = [await box(offer), await box(page.getByRole("tablist").locator(".."))];
  expect(offered.x >= views.x + views.width - 1 || offered.y >= views.y + views.height - 1).toBe(true);
  await shot(page, "enlarged-de-light");
  await page.getByText("0 ausgewählt").scrollIntoViewIfNeeded();
  await expectAccessible(page);
  expectCalm(page);
});

test("truncated cell has a tooltip", async () => {
  await send(`CUT-OFF ${"Ü".repeat(80)}`, 1);
  const page = await desk.page("/candidates?q=CUT-OFF");
  await shownAt(page, 0);
  await cell(page, 0, "headerId").hover();
  const titles = () =>
    page.locator("[data-row='0'] [title]").evaluateAll((all) => all.map((one) => one.getAttribute("title")));
  await expect.poll(titles).toContain(`CUT-OFF ${"Ü".repeat(80)}`);
});

test("dialog shows its failure and can retry", async () => {
  await send("DIALOG", 2);
  const page = await desk.page("/candidates?q=DIALOG");
  await shownAt(page, 0);
  await cell(page, 0, "status").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+e");
  const dialog = page.getByRole("dialog", { name: "Edit lines" });
  await dialog.getByText("Select the fields to change.").waitFor();
  await dialog.getByLabel("Field to change").first().fill("Quantity");
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Value for Quantity").fill("4");
  await dialog.getByText("2 lines will change.").waitFor();
  await page.route("**/candidates/edit", (route) => route.abort());
  await dialog.getByRole("button", { name: "Apply to 2" }).click();
  await dialog.getByRole("alert").getByText("cannot be reached").waitFor();
  await expectAccessible(page);
  await page.unroute("**/candidates/edit");
  await dialog.getByRole("button", { name: "Apply to 2" }).click();
  await dialog.waitFor({ state: "hidden" });
  expectCalm(page, [/ERR_FAILED/]);
});

test("long name does not hide the panel buttons", async () => {
  const name = `Feinkostgroßhandelsgesellschaft ${"Überlingen-Größenwahn ".repeat(6)}mbH & Co. KGaA`;
  await desk.call("PUT", "/api/masterdata/bpartners", [
    {
      code: "LONG",
      name,
      customer: true,
      locations: [
        {
          externalId: "LONG-1",
          address1: "Äußere Straße 1",
          postal: "20095",
          city: "Hamburg",
          country: "DE",
          shipTo: true,
          shipToDefault: true,
          billTo: true,
          billToDefault: true,
        },
      ],
    },
  ]);
  const [id] = await send("LONG-NAME", 1, { bpartner: { bpartner: { code: "LONG" } } });
  const page = await desk.page(`/candidates?q=LONG-NAME&open=${id}`);
  await page.setViewportSize({ width: 1024, height: 768 });
  const close = page.getByRole("complementary").getByRole("button", { name: "Close" });
  await close.waitFor();
  await page.getByRole("complementary").getByText("KGaA").first().waitFor({ state: "attached" });
  const box = (await close.boundingBox())!;
  expect(box.x + box.width).toBeLessThanOrEqual(1024);
});

test("last change is the one made last, regardless of responses", async () => {
  const [slow, quick] = await send("ORDER", 2);
  const page = await desk.page("/candidates?q=ORDER&sort=createdAt");
  await shownAt(page, 1);
  const held = await holdBack(page, ({ pathname }) => pathname === `/api/sales/order/candidates/${slow}`);
  await cell(page, 0, "qtyOverride").click();
  await page.keyboard.type("5");
  await page.keyboard.press("Enter");
  await held.asked();
  await expect.poll(() => focused(page)).toBe("1 qtyOverride");
  await page.keyboard.type("6");
  await page.keyboard.press("Enter");
  await page.getByText("Saved: Quantity of ORDER/2").waitFor();
  await page.keyboard.press("Control+z");
  await page.getByText("Undone: Saved: Quantity of ORDER/2").waitFor();
  expect((await read(desk, quick!)).override).toEqual({});
  await cell(page, 0, "qtyOverride").getByText("5", { exact: true }).waitFor();
  held.letGo();
  await expect.poll(() => qtyOf(slow!)).toBe(5);
  expectCalm(page);
});

/** Returns rows and footer covered by messages. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const boxes = (selector: string) =>
      [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect()).filter(({ height }) => height);
    const toasts = boxes(".mantine-Notification-root");
    const [room] = boxes(".mantine-Notifications-root[data-position=top-right]");
    const seen = toasts.flatMap(({ x, y, width, height }) => {
      const end = Math.min(y + height, room?.bottom ?? 0);
      return end > y ? [new DOMRect(x, y, width, end - y)] : [];
    });
    const [bar, grid] = [boxes("header")[0], boxes("[role=grid]")[0]];
    const top = Math.max(bar?.bottom ?? 0, grid?.top ?? 0);
    // ignore rows scrolled out of view
    const rows = boxes("main [role=row]").flatMap(({ x, y, width, height }) =>
      y + height > top ? [new DOMRect(x, Math.max(y, top), width, y + height - Math.max(y, top))] : [],
    );
    const under = rows;
    const meet = (one: DOMRect, other: DOMRect) =>
      one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
    return { toasts: toasts.length, covered: seen.filter((one) => under.some((other) => meet(one, other))).length };
  });

test.each([1440, 1024, 390])("messages cover no rows at %i pixels", async (width) => {
  await send(`TOASTS${width}`, 30);
  const page = await desk.page(`/candidates?q=TOASTS${width}`);
  await page.setViewportSize({ width, height: 900 });
  await shownAt(page, 0);
  const top = async () => (await page.getByRole("grid").boundingBox())!.y;
  const before = await top();
  await page.keyboard.press("Control+a");
  const message = `It was refused. ${"This is why, in many words. ".repeat(8)}`;
  const errors = [{ code: "order.unclear", message, params: {}, pointer: "" }];
  await page.route("**/revalidate", (route) =>
    route.fulfill({ status: 409, json: { type: "", title: "", status: 409, detail: "", errors } }),
  );
  for (const count of [1, 2, 3, 4]) {
    await page.keyboard.press("Control+Shift+V");
    await expect.poll(() => covered(page)).toEqual({ toasts: count, covered: 0 });
    expect(await top()).toBe(before);
  }
  const last = (await page.getByRole("alert").filter({ hasText: message.trim() }).last().boundingBox())!;
  expect(last.y + last.height).toBeLessThanOrEqual(await top());
  expect((await page.getByRole("grid").boundingBox())!.height).toBeGreaterThan(150);
  await expectAccessible(page);
  await shot(page, `toasts-en-light-${width}`);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await shot(page, `toasts-en-dark-${width}`);
  const close = page.getByRole("alert").getByRole("button", { name: "Close" });
  for (const left of [3, 2, 1, 0]) {
    await close.first().click();
    await expect.poll(() => covered(page)).toEqual({ toasts: left, covered: 0 });
  }
  await expect.poll(top).toBe(before);
  expectCalm(page, [/status of 409/]);
});

test("success message does not move rows", async () => {
  await send("STILL", 2);
  const page = await desk.page("/candidates?q=STILL");
  await shownAt(page, 0);
  const top = async () => (await page.getByRole("grid").boundingBox())!.y;
  const before = await top();
  await cell(page, 0, "qtyOverride").click();
  await page.keyboard.type("7");
  await page.keyboard.press("Enter");
  await page.getByText(/^Saved: Quantity of STILL/).waitFor();
  expect(await covered(page)).toEqual({ toasts: 1, covered: 0 });
  expect(await top()).toBe(before);
});
