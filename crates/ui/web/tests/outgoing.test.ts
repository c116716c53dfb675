// Page "Outgoing" for administrators and others.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { everyLook, expectAccessible, expectCalm, openDesk, TIMEOUT, shot, type Desk } from "./harness";
import { listed, read, sendLines } from "./list";
import { openReceiver, REFUSAL, type Receiver, verified } from "./receiver";

let desk: Desk;
let erp: Receiver;
/** Page of the administrator, shared by the tests in order. */
let page: Page;
/** Copied secret of the webhook. */
let secret: string;
/** Path of the webhook. */
let path: string;
/** Path of the notification rule. */
let rule: string;
/** Path of the rule with sent messages. */
let sendingRule: string;
const CLERK = "erika";
const VIEWER = "vera";
const NARROW = { width: 390, height: 844 };
const NAME = "ERP of the <b>main</b> warehouse";

beforeAll(async () => {
  [desk, erp] = await Promise.all([openDesk(), openReceiver()]);
  desk.addUser(VIEWER, "viewer", []);
  await desk.call("PUT", "/api/process-settings/001", { handOver: true });
  const ids = await sendLines(desk, "WAITS", [1]);
  await desk.call("POST", "/api/sales/order/candidates/process", { selection: { ids } });
  await vi.waitUntil(async () => (await read(desk, ids[0]!)).status === "processed", { timeout: TIMEOUT });
  // the rule sends while other tests run
  const early = { kind: "candidates-in-error", minutes: 1, recipients: ["anna@shop.example", "otto@shop.example"] };
  sendingRule = `/outgoing/rules/${(await desk.call<{ id: number }>("POST", "/api/notification-rules", early)).id}`;
  page = await desk.page("/", { user: desk.admin });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: desk.url });
});
afterAll(async () => {
  await desk.close();
  await erp.close();
});

const dialog = () => page.getByRole("dialog");
const health = (words: string) => page.getByRole("main").getByText(words, { exact: true }).first().waitFor();
const deliveries = (within: Page) => listed(within, /^(Deliveries|Zustellungen)$/);
const copied = () => page.evaluate(() => navigator.clipboard.readText());

/** Checks a page as administrator in every look. */
const everyAdminsLook = (name: string, at: string, ready: (within: Page) => Promise<unknown>) =>
  everyLook(desk, name, at, ready, desk.admin);

const calm = (...expected: RegExp[]) => expectCalm(page, [/status of 400/, ...expected]);

/** Checks the current page on the narrowest screen. */
async function narrowest(name: string) {
  const before = page.viewportSize()!;
  await page.setViewportSize(NARROW);
  await shot(page, `${name}-narrowest-en-light`);
  await expectAccessible(page, `${name}, narrowest`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide, `${name} fits`).toBeLessThanOrEqual(NARROW.width);
  await page.setViewportSize(before);
}

test("webhook is created by keys, and its secret is shown once", async () => {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("w");
  await page.waitForURL(/\/outgoing$/);
  await page.getByText("No webhooks yet.").waitFor();
  await narrowest("outgoing-empty");
  await page.keyboard.press("n");
  const url = dialog().getByLabel("URL");
  await url.waitFor();
  await dialog().getByLabel("Description").focus();
  await page.keyboard.press("Enter");
  await dialog().getByText("Required", { exact: true }).waitFor();
  await expect.poll(() => url.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type("ftp://erp.example/orders");
  await page.keyboard.press("Enter");
  await dialog().getByText("is not allowed").waitFor();
  await expectAccessible(page);
  await shot(page, "outgoing-refused-address-en-light");
  await narrowest("outgoing-new");
  await dialog().getByLabel("URL").fill(erp.url);
  await page.keyboard.press("Tab");
  await page.keyboard.type(NAME);
  await page.keyboard.press("Enter");
  await dialog()
    .getByRole("heading", { name: `Secret of ${NAME}` })
    .waitFor();
  const shown = await dialog().getByLabel("Secret", { exact: true }).inputValue();
  expect(shown).toMatch(/^whsec_/);
  await expectAccessible(page);
  await narrowest("outgoing-secret");
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 400);
  await dialog().getByRole("button", { name: "Copy secret" }).focus();
  await page.keyboard.press("Enter");
  await dialog().getByText("Copied").waitFor();
  secret = await copied();
  expect(secret).toBe(shown);
  await dialog().getByRole("button", { name: "Done" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/outgoing\/webhooks\/\d+$/);
  path = new URL(page.url()).pathname;
  await page.getByRole("heading", { level: 1, name: NAME }).waitFor();
  await health("Active");
  expect(await page.content()).not.toContain(secret);
  calm();
});

test("test shows its result at once, also without a receiver", async () => {
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await page.getByText(/The receiver accepted the test: HTTP 200 in/).waitFor();
  const [tested] = await erp.received("orderdock.webhook.test");
  expect(verified(tested!, secret)).toBe(true);
  expect(verified(tested!, `whsec_${btoa("somebody else's secret, 32 bytes")}`)).toBe(false);
  await expect.poll(() => deliveries(page).count()).toBe(1);
  erp.mood = "refuses";
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await page.getByText(/The receiver rejected the test: HTTP 500/).waitFor();
  erp.mood = "silent";
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await page.getByText("Sending a test event…").waitFor();
  await page.getByText(/^The test failed after 1\d(\.\d)? sec: /).waitFor();
  erp.mood = "takes";
  await page.getByRole("link", { name: "Show delivery" }).last().click();
  await dialog().getByText("orderdock.webhook.test", { exact: true }).waitFor();
  await dialog()
    .getByText(/^No response after 1/)
    .waitFor();
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "detached" });
  calm();
});

test("event of a candidate is delivered and listed with the response", async () => {
  const [candidate] = await sendLines(desk, "OUT-1", [1]);
  const [call] = await erp.received("orderdock.candidate.received");
  expect(call!.event.data).toMatchObject({ id: candidate, externalHeaderId: "OUT-1" });
  const row = deliveries(page).filter({ hasText: `Line ${candidate}` });
  await row.getByText("Delivered").waitFor();
  await row.getByText(/^HTTP 200 in/).waitFor();
  await row.getByRole("link", { name: "Line received" }).focus();
  await page.keyboard.press("Enter");
  await dialog().getByText(call!.event.id, { exact: true }).waitFor();
  await dialog().getByRole("region", { name: "Response to attempt 1" }).getByText("taken").waitFor();
  await dialog().getByRole("button", { name: "Copy body" }).click();
  expect(JSON.parse(await copied())).toMatchObject({ id: call!.event.id, subject: call!.event.subject });
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "detached" });
  calm();
});

test("failing receiver is visible on the dashboard in every look", async () => {
  erp.mood = "refuses";
  const [candidate] = await sendLines(desk, "OUT-2", [1]);
  await health("Failing");
  await page
    .getByRole("note")
    .getByText(/^No delivery has succeeded since/)
    .waitFor();
  const failing = /^(Failing|Gestört)$/;
  const refused = (within: Page) =>
    deliveries(within)
      .filter({ hasText: /HTTP 500/ })
      .first();
  await everyAdminsLook("outgoing-webhooks", "/outgoing", async (within) => {
    await within.getByRole("link", { name: NAME }).waitFor();
    await within.getByText(failing).waitFor();
  });
  await everyAdminsLook("outgoing-webhook", path, (within) => refused(within).waitFor());
  await everyAdminsLook("outgoing-dashboard", "/", async (within) => {
    await within
      .getByRole("note")
      .getByText(/(has been failing since|ist seit .* gestört).*1 (pending|ausstehend)/)
      .waitFor();
    await within.getByRole("note").getByRole("link", { name: NAME }).waitFor();
  });
  await deliveries(page)
    .filter({ hasText: `Line ${candidate}` })
    .getByRole("link")
    .first()
    .click();
  const delivery = new URL(page.url()).searchParams.get("delivery");
  await everyAdminsLook("outgoing-delivery", `${path}?delivery=${delivery}`, (within) =>
    within.getByRole("dialog").getByText(REFUSAL).first().waitFor(),
  );
  await narrowest("outgoing-delivery");
  calm();
});

test("queued delivery is retried, and resent event keeps its id", async () => {
  erp.mood = "takes";
  await dialog().getByRole("button", { name: "Retry now" }).focus();
  await page.keyboard.press("Enter");
  await dialog().getByText("Delivered").waitFor();
  await dialog().getByRole("button", { name: "Resend" }).click();
  await expect.poll(() => dialog().getByText("Yes", { exact: true }).count()).toBe(1);
  await dialog().getByText("Delivered").waitFor();
  await page.keyboard.press("Escape");
  await health("Active");
  const calls = await erp.received("orderdock.candidate.received", 4);
  expect(new Set(calls.slice(1).map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  await narrowest("outgoing-webhook");

  await page.keyboard.press("s");
  await dialog().getByRole("button", { name: "Resend" }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await page.getByText(/^\d+ events will be sent again\.$/).waitFor();
  await erp.received("orderdock.candidate.received", 6);
  calm();
});

test("rotated secret is shown once, and the old one stays valid", async () => {
  await page.keyboard.press("k");
  await dialog().getByRole("button", { name: "Replace" }).waitFor();
  await expectAccessible(page);
  await dialog().getByRole("button", { name: "Replace" }).click();
  await dialog()
    .getByText(/^The old secret is valid until /)
    .waitFor();
  await expectAccessible(page);
  await shot(page, "outgoing-rotated-en-light");
  const fresh = await dialog().getByLabel("Secret", { exact: true }).inputValue();
  await dialog().getByRole("button", { name: "Done" }).click();
  await page.getByText("Secret replaced").waitFor();
  erp.calls.length = 0;
  await sendLines(desk, "OUT-3", [1]);
  const [call] = await erp.received("orderdock.candidate.received");
  expect([verified(call!, fresh), verified(call!, secret)]).toEqual([true, true]);
  calm();
});

test("paused webhook queues events and resumes", async () => {
  await page.getByRole("button", { name: /^(Pause|Resume)$/ }).click();
  await page
    .getByRole("note")
    .getByText(/^Paused by admin on/)
    .waitFor();
  await health("Paused");
  erp.calls.length = 0;
  const [candidate] = await sendLines(desk, "OUT-4", [1]);
  const dashboard = await desk.page("/", { language: "de", scheme: "dark", user: desk.admin });
  await dashboard
    .getByRole("note")
    .getByText(/ist seit .* pausiert/)
    .waitFor();
  await dashboard.context().close();
  expect(erp.calls).toEqual([]);
  await page.getByRole("button", { name: /^(Pause|Resume)$/ }).click();
  await health("Active");
  const [call] = await erp.received("orderdock.candidate.received");
  expect(call!.event.data).toMatchObject({ id: candidate });
  calm();
});

test("webhook is limited to events and an organisation, and errors appear at fields", async () => {
  await page.keyboard.press("Control+e");
  await dialog().getByRole("checkbox", { name: "Sales order completed" }).press("Space");
  await dialog().getByRole("switch", { name: "Include the record" }).press("Space");
  await dialog().getByLabel("URL").fill("ftp://127.0.0.1/");
  await page.keyboard.press("Enter");
  await dialog()
    .getByText(/is not allowed/)
    .waitFor();
  await dialog().getByLabel("URL").fill(erp.url);
  await page.keyboard.press("Enter");
  await dialog().waitFor({ state: "detached" });
  const facts = page.locator("dl[aria-label='Webhook details']");
  await facts.getByText("Sales order completed", { exact: true }).waitFor();
  await facts.getByText("Record", { exact: true }).waitFor();
  calm();
});

test("unconfirmed transfers are counted and linked", async () => {
  await page.goto(`${desk.url}/outgoing`);
  const link = page.getByRole("link", { name: "1 unconfirmed transfer" });
  await page.getByText(/, oldest: \d+ min$/).waitFor();
  await link.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/orders\?handedOver=due$/);
  const rows = listed(page, "List of sales orders");
  await expect.poll(() => rows.count()).toBe(1);
  await rows.getByText("WAITS").waitFor();
  calm();
});

const RULE = "Lines with errors for more than 5 minutes";

test("notification rule is created by keys after a preview", async () => {
  await page.goto(`${desk.url}/outgoing`);
  await page.getByRole("tab", { name: "Notification rules" }).waitFor();
  await page.keyboard.press("2");
  await page.waitForURL(/tab=rules$/);
  await page.getByRole("note").getByText("No mail server is configured").waitFor();
  await page.keyboard.press("n");
  const kind = dialog().getByRole("combobox", { name: "Notify about" });
  await kind.click();
  await page.getByRole("option", { name: "No data from a data source" }).click();
  await dialog().getByRole("textbox", { name: "Recipients" }).fill("anna@shop.example\nnobody");
  await dialog().getByRole("button", { name: "Try out" }).click();
  await dialog().getByText("Required", { exact: true }).waitFor();
  await dialog().getByRole("combobox", { name: "Data source" }).click();
  await page.getByRole("option").first().click();
  await dialog().getByRole("button", { name: "Try out" }).click();
  await dialog().getByText("Invalid mail address “nobody”").waitFor();
  await narrowest("outgoing-new-rule");
  await shot(page, "outgoing-new-rule-en-light");
  await dialog().getByRole("textbox", { name: "Recipients" }).fill("anna@shop.example");
  await dialog().getByRole("button", { name: "Try out" }).click();
  await dialog()
    .getByText(/This rule would have sent \d+ messages\./)
    .waitFor();
  await dialog().locator("summary").first().click();
  await dialog().getByText("This is a trial of a notification rule that has not been saved.").first().waitFor();
  await expectAccessible(page);
  await shot(page, "outgoing-tried-rule-en-light");
  await kind.click();
  await page.getByRole("option", { name: "Lines with errors" }).click();
  await dialog().getByRole("textbox", { name: "Notify after (minutes)" }).fill("5");
  for (const day of ["Sat", "Sun"]) await dialog().getByRole("checkbox", { name: day }).press("Space");
  await dialog().getByLabel("From", { exact: true }).fill("");
  await dialog().getByLabel("To", { exact: true }).fill("");
  await dialog().getByRole("combobox", { name: "Data source" }).click();
  await page.getByRole("option", { name: "All data sources" }).click();
  await dialog().getByRole("combobox", { name: "Webhook" }).click();
  await page.getByRole("option", { name: NAME }).click();
  await dialog().getByRole("button", { name: "Save" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/outgoing\/rules\/\d+$/);
  await page.getByRole("heading", { level: 1, name: RULE }).waitFor();
  rule = new URL(page.url()).pathname;
  calm();
});

test("rule is previewed, paused, resumed and edited in every look", async () => {
  await page.keyboard.press("t");
  await page
    .getByRole("region", { name: "Trial: last 7 days" })
    .getByText(/This rule would have sent/)
    .waitFor();
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const RULES = /\/api\/notification-rules/;
  await page.route(RULES, async (route) => {
    if (route.request().method() === "GET") await held;
    await route.continue();
  });
  await page.getByRole("button", { name: /^(Pause|Resume)$/ }).click();
  await health("Paused");
  await page.getByRole("button", { name: /^(Pause|Resume)$/ }).click();
  await health("Active");
  goOn();
  await page.keyboard.press("Control+e");
  await dialog().getByRole("textbox", { name: "Recipients" }).fill("anna@shop.example\notto@shop.example");
  await dialog().getByRole("button", { name: "Save" }).click();
  await dialog().waitFor({ state: "detached" });
  await page
    .locator("dl[aria-label='Rule details']")
    .getByText(/^anna@shop.example, otto@shop.example, Webhook \d+$/)
    .waitFor();
  await narrowest("outgoing-rule");
  await everyAdminsLook("outgoing-rules", "/outgoing?tab=rules", (within) =>
    within.getByRole("link", { name: /5 (minutes|Minuten)/ }).waitFor(),
  );
  calm();
});

/** API paths that others must not request. */
const OUTGOING = /\/api\/(webhooks|notification-rules)/;

test.each([CLERK, VIEWER])("%s has no access", async (user) => {
  const other = await desk.page("/", { user });
  const asked: string[] = [];
  other.on("request", (request) => OUTGOING.test(request.url()) && asked.push(request.url()));
  await other.reload();
  await other.getByRole("list", { name: "Key figures" }).waitFor();
  const menu = other.getByRole("navigation", { name: "Main menu" });
  expect(await menu.getByRole("list").getByRole("link").allInnerTexts()).toEqual([
    expect.stringMatching(/^Inbox/),
    expect.stringMatching(/^On hold/),
    expect.stringMatching(/^Rejected/),
    "Sales Order Disposition",
    "Sales orders",
    "Spreadsheets",
    "Today",
    "Cross-references",
    "Request log",
    "Scheduler",
  ]);
  await other.keyboard.press("Control+k");
  await other.getByRole("dialog").getByText("Scheduler").waitFor();
  expect(await other.getByRole("dialog").getByText("Outgoing").count()).toBe(0);
  await other.keyboard.press("Escape");
  await other.keyboard.press("g");
  await other.keyboard.press("w");
  expect(new URL(other.url()).pathname).toBe("/");
  for (const address of ["/outgoing", "/outgoing?tab=rules", path, "/outgoing/rules/1"]) {
    await other.goto(`${desk.url}${address}`);
    await other.getByText("Only administrators can open this page.").waitFor();
    expect(await other.locator("main button").count(), address).toBe(0);
  }
  expect(asked).toEqual([]);
  expectCalm(other);
  await other.context().close();
  await everyLook(
    desk,
    `outgoing-${user}`,
    path,
    (within) => within.getByText(/^(Only administrators can open this page|Nur die Administration kann)/).waitFor(),
    user,
  );
});

test("sent messages of a rule are listed with text and result", async () => {
  // takes one minute in error and one until the check
  const messages = () => desk.call<{ items: unknown[] }>("GET", "/api/notification-rules/messages");
  await expect.poll(async () => (await messages()).items.length, { timeout: 180_000 }).toBeGreaterThan(0);
  await everyAdminsLook("outgoing-rule", sendingRule, (within) =>
    within.getByRole("gridcell", { name: "anna@shop.example, otto@shop.example" }).waitFor(),
  );
  await page.goto(`${desk.url}/outgoing?tab=messages`);
  await page
    .getByRole("link", { name: /lines have had an error/ })
    .first()
    .focus();
  await page.keyboard.press("Enter");
  await dialog().getByRole("cell", { name: "anna@shop.example" }).waitFor();
  const address = new URL(page.url());
  await narrowest("outgoing-message");
  await everyAdminsLook("outgoing-message", `${address.pathname}${address.search}`, (within) =>
    within.getByRole("dialog").getByRole("cell", { name: "otto@shop.example" }).waitFor(),
  );
  calm();
});

test("rule is deleted after confirmation", async () => {
  await page.goto(`${desk.url}${rule}`);
  await page.getByRole("button", { name: "Delete…" }).click();
  await expectAccessible(page);
  await dialog().getByRole("button", { name: "Delete", exact: true }).click();
  await page.waitForURL(/\/outgoing\?tab=rules$/);
  await page.getByRole("grid", { name: "Notification rules" }).waitFor();
  expect(await page.getByRole("link", { name: RULE }).count()).toBe(0);
  await page.goto(`${desk.url}${rule}`);
  await page.getByText("This notification rule does not exist.").waitFor();
  calm(/status of 404/);
  await page.goto(`${desk.url}${path}`);
});

test("webhook is deleted after confirmation", async () => {
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await dialog().getByText("its delivery history is deleted").waitFor();
  await expectAccessible(page);
  await dialog().getByRole("button", { name: "Delete", exact: true }).click();
  await page.waitForURL(/\/outgoing$/);
  await page.getByText("No webhooks yet.").waitFor();
  await page.goto(`${desk.url}${path}`);
  await page.getByText("This webhook does not exist.").waitFor();
  await page.getByRole("link", { name: "Open Outgoing" }).click();
  await page.waitForURL(/\/outgoing$/);
  calm(/status of 404/);
});
