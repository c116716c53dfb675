// Keyboard control and focus.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible, expectCalm, inTurn, looksIn, openDesk, shot, type Desk } from "./harness";
import { arrived, cell, focused, holdBack, read, rowsOf, sendLines, shows } from "./list";
import { openPlaces, type Places } from "./places";

let desk: Desk;
let places: Places;
beforeAll(async () => {
  desk = await openDesk();
  places = await openPlaces(desk);
});
afterAll(() => desk.close());

test("views are switched by keys, also when empty", async () => {
  await sendLines(desk, "VIEWS", [1, 2, 3]);
  const page = await desk.page("/candidates?q=VIEWS");
  await shows(page, 3);
  await expect.poll(() => focused(page)).toBe("0 select");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => focused(page)).toBe("1 select");
  const views = [
    ["new", 3],
    ["error", 0],
    ["processed", 0],
    ["inactive", 0],
    [undefined, 3],
  ] as const;
  for (const [status, rows] of [...views, ...views]) {
    await page.keyboard.press("]");
    await page.waitForURL((url) => url.searchParams.get("status") === (status ?? null));
    await shows(page, rows);
    await expect.poll(() => focused(page)).toBe(rows ? "0 select" : "nothing");
  }
  await page.keyboard.press("[");
  await page.getByText("No matching lines.").waitFor();
  await shot(page, "disposition-empty-view-focused");
  await expectAccessible(page);
  // layouts with brackets on Alt
  await page.keyboard.press("Alt+]");
  await shows(page, 3);
  await expect.poll(() => focused(page)).toBe("0 select");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await page.getByText("1 selected").waitFor();
  expectCalm(page);
});

test("keys work after reload and after returning from an empty list", async () => {
  const [id] = await sendLines(desk, "AGAIN", [1, 2]);
  const page = await desk.page("/candidates?q=AGAIN&status=error");
  await expect.poll(() => focused(page)).toBe("nothing");
  await page.getByRole("button", { name: "Clear filters" }).last().click();
  await page.waitForURL((url) => !url.searchParams.has("q"));
  await page.goto(`${desk.url}/candidates?q=AGAIN&sort=createdAt`);
  await shows(page, 2);
  await page.reload();
  await shows(page, 2);
  await expect.poll(() => focused(page)).toBe("0 select");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await page.getByText("1 selected").waitFor();
  await page.getByRole("button", { name: "Clear selection" }).click();
  await expect.poll(() => focused(page)).toBe("1 select");
  await page.goto(`${desk.url}/candidates/${id}`);
  await page.getByRole("button", { name: "Create order" }).waitFor();
  await expect.poll(() => focused(page)).toBe(`SECTION Line ${id}`);
  await page.keyboard.press("Control+Enter");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => focused(page)).toBe(`SECTION Line ${id}`);
  await page.goto(`${desk.url}/candidates?q=AGAIN`);
  await expect.poll(() => focused(page)).toBe("0 select");
  await page.keyboard.press("g");
  await page.keyboard.press("o");
  await page.waitForURL(`${desk.url}/orders`);
  expectCalm(page);
});

test("letters type in text cells only, and writing actions need Ctrl", async () => {
  const [id] = await sendLines(desk, "LETTERS", [1, 2]);
  const page = await desk.page("/candidates?q=LETTERS&sort=createdAt");
  const writes: string[] = [];
  page.on("request", (request) => request.method() !== "GET" && writes.push(new URL(request.url()).pathname));
  await shows(page, 2);
  await cell(page, 0, "select").click();
  await page.getByText("1 selected").waitFor();
  for (const where of ["status", "qtyOverride"]) {
    await cell(page, 0, where).click();
    await page.keyboard.type("pvewmapvewma");
    await expect.poll(() => focused(page)).toBe(`0 ${where}`);
  }
  expect(writes).toEqual([]);
  await cell(page, 0, "poReference").click();
  await page.keyboard.type("go [o/?");
  const editor = cell(page, 0, "poReference").locator("input");
  expect(await editor.inputValue()).toBe("go [o/?");
  await page.keyboard.press("Escape");
  await expect.poll(() => focused(page)).toBe("0 poReference");
  await page.keyboard.press("Escape");
  await expect.poll(() => focused(page)).toBe("0 select");
  await page.keyboard.press("Shift+?");
  const dialog = page.getByRole("dialog");
  for (const keys of ["Ctrl Enter", "Ctrl E", "Ctrl Shift V"].map((words) => words.replaceAll(" ", "+")))
    await dialog.getByText(keys, { exact: true }).first().waitFor();
  await shot(page, "keys-en-light");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.keyboard.press("Control+e");
  await page.getByRole("dialog", { name: "Edit lines" }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  const request = page.waitForRequest((request) => request.url().endsWith("/revalidate"));
  await page.keyboard.press("Control+Shift+V");
  expect((await request).postDataJSON()).toEqual({ selection: { ids: [id] } });
  await page.keyboard.press("Control+Enter");
  await page.getByRole("dialog", { name: "Create orders" }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.keyboard.press("o");
  await page.waitForURL(`**/candidates/${id}`);
  expectCalm(page);
});

test("failed list handles keys", async () => {
  await sendLines(desk, "FAILS", [1]);
  const page = await desk.page("/candidates?q=FAILS");
  await shows(page, 1);
  await expect.poll(() => focused(page)).toBe("0 select");
  await page.route("**/api/sales/order/candidates?*", (route) => route.fulfill({ status: 403, body: "" }));
  await page.keyboard.press("]");
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await expect.poll(() => focused(page)).toBe("nothing");
  await page.unroute("**/api/sales/order/candidates?*");
  await page.keyboard.press("[");
  await shows(page, 1);
  await expect.poll(() => focused(page)).toBe("0 select");
  expectCalm(page, [/status of 403/]);
});

/** Records every focused element. */
const watchFocus = (page: Page) =>
  page.evaluate(() => {
    const seen: string[] = [];
    const look = () => {
      const at = document.activeElement;
      const cell = at?.closest<HTMLElement>("[data-row]");
      const place = cell
        ? `${cell.dataset.row} ${cell.dataset.column}`
        : (at?.getAttribute("role") ?? at?.tagName ?? "");
      if (seen.at(-1) !== place) seen.push(place);
      requestAnimationFrame(look);
    };
    look();
    Object.assign(window, { seen });
  });
const seen = (page: Page) => page.evaluate(() => (window as unknown as { seen: string[] }).seen);

test("late list does not take the focus from the previous one", async () => {
  await sendLines(desk, "LATE", [0, 0, 0]);
  const page = await desk.page("/candidates?q=LATE");
  await shows(page, 3);
  const rows = await holdBack(page, rowsOf({ status: "error" }));
  await page.getByRole("tab", { name: "Error" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/status=error/);
  await rows.asked();
  while (!/^\d/.test(await focused(page))) await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("F8");
  await expect.poll(() => focused(page)).toBe("1 qtyOverride");
  await watchFocus(page);
  rows.letGo();
  await arrived(page);
  await expect.poll(() => focused(page)).toBe("0 qtyOverride");
  await expect.poll(() => seen(page)).toEqual(["1 qtyOverride", "0 qtyOverride"]);
  await page.keyboard.press("F8");
  await page.keyboard.type("4");
  await page.keyboard.press("Enter");
  await cell(page, 0, "status").getByText("New").waitFor();
  expectCalm(page);
});

test("reloaded list keeps the focus", async () => {
  await sendLines(desk, "ANEW", [1, 2, 3]);
  const page = await desk.page("/candidates?q=ANEW");
  await shows(page, 3);
  await expect.poll(() => focused(page)).toBe("0 select");
  await sendLines(desk, "ANEW-LATER", [4]);
  const offer = page.getByRole("button", { name: "1 new – show" });
  await offer.waitFor();
  const rows = await holdBack(page, (url) => rowsOf({ q: "ANEW" })(url) && url.searchParams.get("limit") !== "1");
  await offer.focus();
  await page.keyboard.press("Enter");
  await rows.asked();
  await cell(page, 2, "qtyOverride").click();
  await page.keyboard.type("7");
  await watchFocus(page);
  rows.letGo();
  await shows(page, 4);
  await expect.poll(() => focused(page)).toBe("0 qtyOverride");
  expect(await seen(page)).not.toContain("BODY");
  await page.getByText("Saved: Quantity of ANEW/1").waitFor();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => focused(page)).toBe("1 qtyOverride");
  await sendLines(desk, "ANEW-LAST", [5]);
  await offer.waitFor();
  await offer.focus();
  await page.keyboard.press("Enter");
  await shows(page, 5);
  await expect.poll(() => focused(page)).toMatch(/^0 /);
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => focused(page)).toMatch(/^1 /);
  expectCalm(page);
});

test("loading grid has the focus", async () => {
  await sendLines(desk, "SLOW", [1, 2]);
  const page = await desk.page("/orders");
  const first = await holdBack(page, rowsOf({ q: "SLOW" }));
  await page.goto(`${desk.url}/candidates?q=SLOW`);
  await first.asked();
  await expect.poll(() => focused(page)).toBe("grid");
  await watchFocus(page);
  first.letGo();
  await shows(page, 2);
  await expect.poll(() => seen(page)).toEqual(["grid", "0 select"]);

  const refused = rowsOf({ status: "new" });
  await page.route(refused, (route) => route.fulfill({ status: 403, body: "" }));
  await page.keyboard.press("]");
  const again = page.getByRole("button", { name: "Try again" });
  await again.waitFor();
  await expect.poll(() => focused(page)).toBe("nothing");
  await page.unroute(refused);
  const second = await holdBack(page, refused);
  await again.focus();
  await page.keyboard.press("Enter");
  await second.asked();
  await expect.poll(() => focused(page)).toBe("grid");
  await page.keyboard.press("[");
  await page.waitForURL((url) => !url.searchParams.has("status"));
  second.letGo();
  await arrived(page);
  await expect.poll(() => focused(page)).toBe("0 select");
  expectCalm(page, [/status of 403/]);
});

test("search in one list is cancelled by the next list", async () => {
  const many = Array.from({ length: 320 }, () => 1);
  await sendLines(desk, "SOUGHT", many);
  await sendLines(desk, "SOUGHT-LAST", [0]);
  const page = await desk.page("/candidates?q=SOUGHT&sort=createdAt");
  await cell(page, 0, "candidate").getByRole("link").waitFor();
  // the problem is beyond unloaded blocks
  const isNext = (url: URL) => rowsOf({ q: "SOUGHT" })(url) && url.searchParams.has("after");
  const block = await holdBack(page, isNext);
  await page.keyboard.press("F8");
  await block.asked();
  await page.keyboard.press("]");
  await page.waitForURL(/status=new/);
  await arrived(page);
  await expect.poll(() => focused(page)).toBe("0 select");
  await watchFocus(page);
  const response = page.waitForResponse((response) => isNext(new URL(response.url())));
  block.letGo();
  await (await response).finished();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => focused(page)).toBe("1 select");
  await expect.poll(() => seen(page)).toEqual(["0 select", "1 select"]);
  expectCalm(page);
});

test("text typed while the list is replaced is saved to its row", async () => {
  const [id] = await sendLines(desk, "REPLACED", [1]);
  const page = await desk.page("/candidates?q=REPLACED");
  await shows(page, 1);
  await cell(page, 0, "qtyOverride").click();
  await page.keyboard.type("12");
  // like browser back
  await page.evaluate(() => {
    history.pushState(null, "", "?q=REPLACED&status=error");
  });
  await expect.poll(() => focused(page)).toBe("nothing");
  await expect.poll(async () => (await read(desk, id!)).effective.qty).toBe(12);
  expectCalm(page);
});

test("Enter selects the first match without submitting", async () => {
  const [id] = await sendLines(desk, "LOOKUP", [1]);
  const page = await desk.page("/orders/new");
  const shipTo = page.getByRole("combobox", { name: "Customer (ship-to)" });
  await shipTo.focus();
  await page.keyboard.type("G000");
  await page.keyboard.press("Enter");
  await expect.poll(() => shipTo.inputValue()).toBe("G0001");
  expect(await page.getByRole("alert").count()).toBe(0);
  const product = page.getByRole("combobox", { name: "Product, line 1" });
  await product.fill("Holz");
  await page.getByRole("option", { name: /A001/ }).waitFor();
  await product.press("Enter");
  await expect.poll(() => product.inputValue()).toBe("A001");
  expect(await page.getByRole("combobox", { name: "Product, line 2" }).count()).toBe(0);
  await product.press("Enter");
  await page.getByRole("combobox", { name: "Product, line 2" }).waitFor();

  await page.goto(`${desk.url}/candidates/${id}`);
  const override = page.locator('tr[data-member] input[aria-label="Product"]');
  await override.fill("Holz");
  await override.press("Enter");
  await expect.poll(async () => (await read(desk, id!)).override).toMatchObject({ productCode: { code: "A001" } });
  const shipment = page.locator('tr[data-member] input[aria-label="Payment rule"]');
  await shipment.fill("pay");
  await shipment.press("Enter");
  await expect.poll(async () => (await read(desk, id!)).override).toMatchObject({ paymentRule: "Paypal" });
  await override.fill("no-such-product");
  await override.press("Enter");
  await page.getByText("no-such-product").first().waitFor();
  expect(await override.inputValue()).toBe("no-such-product");

  await page.goto(`${desk.url}/candidates`);
  await page.getByRole("button", { name: "More filters" }).click();
  const customer = page.getByRole("combobox", { name: "Customer" });
  await customer.fill("G000");
  await customer.press("Enter");
  await page.waitForURL(/bpartner=G0001/);
  expectCalm(page, [/status of 4\d\d/]);
});

test("records of a new order are found by a part inside a word", async () => {
  const page = await desk.page("/orders/new");
  for (const [name, part, match, code] of [
    ["Customer (ship-to)", "kunde no", /Testkunde Nord GmbH/, "G0001"],
    ["Product, line 1", "kiste", /Holzkiste/, "A001"],
  ] as const) {
    const field = page.getByRole("combobox", { name });
    await field.focus();
    await page.keyboard.type(part);
    await page.getByRole("option", { name: match }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => field.inputValue()).toBe(code);
  }
  expect(await page.getByRole("alert").count()).toBe(0);
  expectCalm(page);
});

test("status line clears resolved problems", async () => {
  await sendLines(desk, "MENDED", [1]);
  const page = await desk.page("/candidates?q=MENDED");
  await shows(page, 1);
  const line = page.locator("#status-line");
  await cell(page, 0, "qtyOverride").click();
  await page.keyboard.press("F2");
  await page.keyboard.type("ten");
  await page.keyboard.press("Enter");
  await line.getByText("Not saved: Enter a number").waitFor();
  await page.keyboard.press("F2");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("10");
  await page.keyboard.press("Enter");
  await page.getByText("Saved: Quantity of MENDED/1").waitFor();
  expect(await line.innerText()).toBe("");
  expectCalm(page);
});

test("window title names the page", async () => {
  const [id] = await sendLines(desk, "TITLES", [1]);
  const { run, order, paths } = places;
  const { documentNo } = await desk.call<{ documentNo: string }>("GET", `/api/sales/order/${order}`);
  const titles = {
    en: {
      "/": "Today",
      "/inbox": "Inbox",
      "/on-hold": "On hold",
      "/rejected": "Rejected",
      "/imports": "Spreadsheets",
      "/candidates": "Sales Order Disposition",
      [`/candidates/${id}`]: `Line ${id}`,
      "/orders": "Sales orders",
      "/orders/new": "New sales order",
      [`/orders?runId=${run}`]: `Sales orders of run ${run}`,
      [paths.order]: `Sales order ${documentNo}, Testkunde Nord GmbH`,
      "/cross-references": "Cross-references",
      "/scheduler": "Scheduler",
      [paths.run]: `Run ${run}`,
      "/outgoing": "Outgoing",
      "/requests": "Request log",
      [paths.request]: `Request ${places.request}`,
      "/nowhere": "Page not found",
    },
    de: {
      "/": "Heute",
      "/inbox": "Zu klären",
      "/on-hold": "Zurückgehalten",
      "/rejected": "Abgelehnt",
      "/imports": "Tabellen",
      "/candidates": "Auftragsdisposition",
      [`/candidates/${id}`]: `Position ${id}`,
      "/orders": "Aufträge",
      "/orders/new": "Neuer Auftrag",
      [`/orders?runId=${run}`]: `Aufträge aus Lauf ${run}`,
      [paths.order]: `Auftrag ${documentNo}, Testkunde Nord GmbH`,
      "/cross-references": "Querverweise",
      "/scheduler": "Zeitplaner",
      [paths.run]: `Lauf ${run}`,
      "/outgoing": "Ausgang",
      "/requests": "Übermittlungen",
      [paths.request]: `Übermittlung ${places.request}`,
      "/nowhere": "Seite nicht gefunden",
    },
  };
  const named = {
    en: { [paths.webhook]: /127\.0\.0\.1/, [paths.rule]: /error/ },
    de: { [paths.webhook]: /127\.0\.0\.1/, [paths.rule]: /Fehler|fehlerhaft/ },
  };
  for (const language of ["en", "de"] as const) {
    const page = await desk.page("/", { language, user: desk.admin });
    for (const [path, title] of Object.entries(titles[language])) {
      await page.goto(`${desk.url}${path}`);
      await expect.poll(() => page.title(), { message: path }).toBe(`${title} · Orderdock`);
    }
    for (const path of [paths.webhook, paths.rule]) {
      await page.goto(`${desk.url}${path}`);
      const heading = page.getByRole("heading", { level: 1 });
      await expect.poll(() => heading.innerText(), { message: path }).toMatch(named[language][path]!);
      expect(await page.title()).toBe(`${await heading.innerText()} · Orderdock`);
    }
    await page.context().clearCookies();
    await page.reload();
    await expect.poll(() => page.title()).toBe(`${language === "en" ? "Sign in" : "Anmeldung"} · Orderdock`);
    await page.context().close();
  }
});

test.each(["en", "de"] as const)("bottom bar fits the narrowest screen in %s", async (language) => {
  const words = (en: string, de: string) => (language === "en" ? en : de);
  for (const [, scheme] of inTurn("narrowest", looksIn(language))) {
    const page = await desk.page("/candidates", { language, scheme, user: desk.admin });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("heading", { level: 1 }).waitFor();
    await arrived(page);
    const bar = page.getByRole("navigation", { name: words("Main menu", "Hauptmenü") });
    for (const place of await bar.getByRole("link").or(bar.getByRole("button")).all()) {
      const { x, y, width, height } = (await place.boundingBox())!;
      expect([x >= 0, x + width <= 390, y + height <= 844]).toEqual([true, true, true]);
      // touch target
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
    await expectAccessible(page);
    await shot(page, `narrowest-${language}-${scheme}`);
    const more = bar.getByRole("button", { name: words("More", "Mehr") });
    await more.click();
    for (const name of [
      words("Today", "Heute"),
      words("Scheduler", "Zeitplaner"),
      words("Outgoing", "Ausgang"),
      words("Dark", "Dunkel"),
      words("Keyboard shortcuts", "Tastenkürzel"),
      "Deutsch",
    ])
      await page.getByRole("menuitem", { name }).waitFor();
    await shot(page, `narrowest-menu-${language}-${scheme}`);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    // no horizontal overflow
    for (const path of Object.values(places.paths)) {
      await page.goto(`${desk.url}${path}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expect.poll(() => page.locator("main").locator(".mantine-Loader-root, [aria-busy=true]").count()).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
      const name = path.replace(/\/\d+/g, "").slice(1).replaceAll("/", "-") || "dashboard";
      await shot(page, `narrowest-${name}-${language}-${scheme}`);
      await expectAccessible(page, path, "colours");
    }
    await more.click();
    await page.getByRole("menuitem", { name: words("Sign out", "Abmelden") }).click();
    await page.getByRole("heading", { name: words("Sign in", "Anmeldung") }).waitFor();
    expectCalm(page);
    await page.context().close();
  }
});

test("menu is collapsed by key, and the choice is kept", async () => {
  const page = await desk.page("/inbox");
  const menu = page.getByRole("navigation", { name: "Main menu" });
  const width = async () => (await menu.boundingBox())!.width;
  await expect.poll(width).toBe(224);
  await page.keyboard.press("g");
  await page.keyboard.press("b");
  await expect.poll(width).toBe(56);
  const orders = menu.getByRole("link", { name: "Sales orders" });
  await orders.focus();
  await page.getByRole("tooltip", { name: "Sales orders" }).waitFor();
  await expectAccessible(page);
  await shot(page, "menu-collapsed-en-light");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${desk.url}/orders`);
  await page.reload();
  await expect.poll(width).toBe(56);
  // narrow windows have their own choice
  await page.setViewportSize({ width: 1024, height: 768 });
  await menu.getByRole("button", { name: "Expand menu" }).click();
  await expect.poll(width).toBe(224);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(width).toBe(56);
  await menu.getByRole("button", { name: /^Signed in as/ }).click();
  await page.getByRole("menuitem", { name: "Deutsch" }).waitFor();
  expectCalm(page);
});

test("menu shows the number of lines with errors", async () => {
  const page = await desk.page("/orders");
  const inbox = page.getByRole("navigation").getByRole("link", { name: /^Inbox/ });
  const count = async () => Number.parseInt(await inbox.getByText(/lines? with errors$/).innerText(), 10);
  await expect.poll(count).toBeGreaterThan(0);
  const before = await count();
  await sendLines(desk, "BADGE", [0, 0]);
  await expect.poll(count).toBe(before + 2);
});

test("palette finds customers and products, and begins with recent records", async () => {
  const [id] = await sendLines(desk, "RECENT", [1]);
  const page = await desk.page(`/candidates/${id}`);
  await page.getByRole("heading", { level: 1, name: `Line ${id}` }).waitFor();
  await page.goto(`${desk.url}/orders`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  const search = page.getByRole("textbox", { name: "Search and commands" });
  const dialog = page.getByRole("dialog", { name: "Search and commands" });
  await page.keyboard.press("Control+k");
  await expect.poll(() => dialog.getByRole("button").first().innerText()).toContain(`Line ${id}`);
  // names are also found by a part inside a word, in any case
  const customer = dialog.getByRole("button", { name: /^Bäckerei Größmann\s*G0815 · Show lines$/ });
  const product = dialog.getByRole("button", { name: /^Geschenkkorb Klassik\s*9002737 · Show lines$/ });
  for (const [part, match, other] of [
    ["ckerei", customer, product],
    ["KKORB", product, customer],
    ["größm", customer, product],
    ["lassi", product, customer],
    ["Bäckerei Größmann", customer, product],
  ] as const) {
    await search.fill(part);
    await match.waitFor();
    await other.waitFor({ state: "detached" });
  }
  await shot(page, "palette-records-en-light");
  await expectAccessible(page);
  await search.fill("Geschenkkorb");
  await dialog.getByRole("button", { name: /9002737 · Show lines$/ }).click();
  await page.waitForURL(`${desk.url}/candidates?product=9002737`);
  await page.keyboard.press("Control+k");
  await search.fill("RECENT");
  await dialog.getByRole("button", { name: `Line ${id}` }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(`${desk.url}/candidates/${id}`);
  const stored = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("recent")).length);
  expect(await stored()).toBe(1);
  await page.getByRole("button", { name: /^Signed in as/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await stored()).toBe(0);
});

test.each(["/orders", "/inbox"])("page %s fits at double zoom", async (path) => {
  const headers = Array.from({ length: 10 }, (_, index) => `TWICE${path.slice(1)}${index}`);
  const sent = await Promise.all(headers.map((header) => sendLines(desk, header, [1])));
  const selection = { ids: sent.flat() };
  if (path === "/orders") await desk.call("POST", "/api/sales/order/candidates/process", { selection });
  for (const language of ["en", "de"] as const) {
    const page = await desk.page(path, { language });
    // 1440×900 at 200 %
    await page.setViewportSize({ width: 720, height: 450 });
    const rows = path === "/orders" ? page.locator("[role=row]:has([role=gridcell])") : page.getByRole("option");
    await rows.first().waitFor();
    if (path === "/orders") await expect.poll(() => rows.count()).toBeGreaterThan(9);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(720);
    await shot(page, `twice-${path.slice(1)}-${language}-light`);
    const inSight = await rows.evaluateAll(
      (all) =>
        all.filter((row) => {
          const scroller = row.closest("[role=group], [role=grid], main")!.getBoundingClientRect();
          const { top, bottom } = row.getBoundingClientRect();
          return top >= scroller.top && bottom <= Math.min(scroller.bottom, innerHeight);
        }).length,
    );
    expect(inSight, `${path} ${language}`).toBeGreaterThanOrEqual(path === "/orders" ? 8 : 1);
    await expectAccessible(page);
    expectCalm(page);
    await page.context().close();
  }
});
