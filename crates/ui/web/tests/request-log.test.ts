// Request log: filters, rows with their outcome, hidden rows, sending an import again.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everyLook, expectAccessible, expectCalm, openDesk, shot, WIDTHS, type Desk } from "./harness";
import { BUYER, focused, holdBack, listed } from "./list";

interface Logged {
  id: number;
  requestId: string;
  actor: string;
  status: number;
  replayOf?: number;
}

let desk: Desk;
const STRANGER = "otto";
const NEWCOMER = "nina";
const VIEWER = "vera";
/** A bulk of two organisations, of which one row was created and two rejected. */
let mixed: Logged;
/** A bulk of one organisation that was rejected as a whole. */
let refused: Logged;

const row = (header: string, more: object = {}) => ({
  org: { code: "001" },
  externalHeaderId: header,
  externalLineId: "1",
  poReference: header,
  bpartner: BUYER,
  productCode: "P002737",
  qty: 1,
  dateRequired: "2030-02-11",
  ...more,
});

const logged = async (query: string) => (await desk.call<{ items: Logged[] }>("GET", `/api/requests?${query}`)).items;

/** Sends a bulk that may be rejected; returns its entry in the log. */
async function sent(requests: object[], policy = "row"): Promise<Logged> {
  const answer = await fetch(`${desk.url}/api/sales/order/candidates/bulk?errorPolicy=${policy}`, {
    method: "POST",
    headers: { Authorization: desk.token, "Content-Type": "application/json" },
    body: JSON.stringify({ requests }),
  });
  const [entry] = await logged(`reference=${answer.headers.get("X-Request-Id")}`);
  return entry!;
}

beforeAll(async () => {
  desk = await openDesk();
  desk.addUser(STRANGER, "clerk", ["test-org-03"]);
  desk.addUser(NEWCOMER, "clerk", ["test-org-03"]);
  desk.addUser(VIEWER, "viewer", ["001"]);
  refused = await sent([row("REFUSED-1", { productCode: "LATE-PRODUCT" }), row("REFUSED-2")], "all");
  mixed = await sent([
    row("MIXED-1"),
    row("MIXED-2", { productCode: "MISSING-PRODUCT" }),
    row("MIXED-3", { org: { code: "test-org-03" }, productCode: "OTHER-PRODUCT" }),
    row("MIXED-4", { qty: "a dozen" }),
  ]);
  await sent([row("MIXED-1")]);
});
afterAll(() => desk.close());

const requests = (page: Page) => listed(page, /^(Requests|Übermittlungen)$/);
const rows = (page: Page) => listed(page, /^(Rows|Positionen)$/);
const detail = (page: Page) => page.getByRole("main");
const sendAgain = (page: Page) => page.getByRole("button", { name: /^(Send again…|Erneut senden…)$/ });
const dialog = (page: Page) => page.getByRole("dialog");

test("list is accessible for clerk, viewer and administrator in every look", async () => {
  for (const user of [desk.user, VIEWER, desk.admin]) {
    const ready = (page: Page) => requests(page).first().waitFor();
    await everyLook(desk, `requests-${user}`, "/requests", ready, user, WIDTHS);
  }
});

test("record is accessible for clerk, viewer and administrator in every look", async () => {
  for (const user of [desk.user, VIEWER, desk.admin]) {
    const ready = async (page: Page) => {
      await rows(page).first().waitFor();
      expect(await sendAgain(page).count()).toBe(user === desk.admin ? 1 : 0);
    };
    await everyLook(desk, `request-${user}`, `/requests/${mixed.id}`, ready, user, WIDTHS);
  }
});

test("filters are kept in the address", async () => {
  const page = await desk.page("/requests", { user: desk.admin });
  await requests(page).first().waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("MIXED-1");
  await expect.poll(() => requests(page).count()).toBe(2);
  await page.getByRole("combobox", { name: "Outcome" }).click();
  await page.getByRole("option", { name: "Partly rejected" }).click();
  await expect.poll(() => requests(page).count()).toBe(1);
  expect(await requests(page).first().innerText()).toMatch(/Partly rejected\s*207[\s\S]*3 rejected/);
  await page.getByRole("textbox", { name: "Sender" }).fill("no-such-sender");
  await page.getByText("No requests match the filters.").waitFor();
  await page.getByRole("textbox", { name: "Sender" }).fill(mixed.actor);
  await expect.poll(() => requests(page).count()).toBe(1);
  const { searchParams } = new URL(page.url());
  expect(Object.fromEntries(searchParams)).toEqual({ reference: "MIXED-1", outcome: "partly", sender: mixed.actor });
  await page.reload();
  await expect.poll(() => requests(page).count()).toBe(1);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect.poll(() => requests(page).count()).toBeGreaterThan(2);
  await page.goto(`${desk.url}/requests?reference=${refused.requestId}&outcome=rejected`);
  await expect.poll(() => requests(page).count()).toBe(1);
  for (const period of ["to=2020-01-31", "from=2099-01-01"]) {
    await page.goto(`${desk.url}/requests?${period}`);
    await page.getByText("No requests match the filters.").waitFor();
  }
  await page.goto(`${desk.url}/requests?from=2020-01-01&to=2099-01-01&outcome=successful`);
  await requests(page).first().waitFor();
  expectCalm(page);
});

test("clerk sees the rows of own organisations only, and the others are counted", async () => {
  const page = await desk.page(`/requests/${mixed.id}`);
  await expect.poll(() => rows(page).allInnerTexts()).toHaveLength(3);
  const [created, unknown, wrong] = await rows(page).allInnerTexts();
  expect(created).toMatch(/MIXED-1 \/ 1[\s\S]*Created/);
  expect(unknown).toMatch(/MIXED-2 \/ 1[\s\S]*Rejected[\s\S]*MISSING-PRODUCT/);
  expect(wrong).toMatch(/MIXED-4 \/ 1[\s\S]*Rejected/);
  await page.getByText("1 row of another organisation is hidden.").waitFor();
  const text = await detail(page).innerText();
  expect(text).toContain("MISSING-PRODUCT");
  expect(text).not.toContain("OTHER-PRODUCT");
  // only the sender may send it again
  await page.getByText(/^Only the sender or an administrator/).waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const saved = readFileSync(await (await download).path(), "utf8");
  expect(JSON.parse(saved).requests[0].externalHeaderId).toBe("MIXED-1");
  expect(saved).not.toContain("OTHER-PRODUCT");
  await page.goto(`${desk.url}/requests?reference=MIXED-1`);
  await expect.poll(() => requests(page).count()).toBe(1);
  expect(await requests(page).first().innerText()).toContain("2 rejected");
  expectCalm(page);
});

test("clerk of another organisation sees neither rows nor requests of this one", async () => {
  const page = await desk.page(`/requests/${mixed.id}`, { user: STRANGER });
  await page.getByText("3 rows of other organisations are hidden.").waitFor();
  expect(await detail(page).innerText()).not.toMatch(/MIXED-[124]/);
  await page.goto(`${desk.url}/requests/${refused.id}`);
  await page.getByText(/^This request is no longer stored/).waitFor();
  await page.getByRole("link", { name: "All requests" }).click();
  await requests(page).filter({ hasText: "207" }).first().waitFor();
  expect(await requests(page).filter({ hasText: "400" }).count()).toBe(0);
  expectCalm(page, [/status of 404/]);
});

test("row leads to its line or rejected row, and both lead back", async () => {
  const page = await desk.page(`/requests/${mixed.id}`);
  const back = page.getByRole("link", { name: `Request ${mixed.id}`, exact: true }).first();
  await rows(page).first().getByRole("link").click();
  await page.waitForURL((url) => /^\/candidates\/\d+$/.test(url.pathname));
  await page.goto(`${page.url()}?tab=request`);
  await back.waitFor();
  await page.goto(`${page.url().replace("request", "history")}`);
  await back.click();
  await page.waitForURL((url) => url.pathname === `/requests/${mixed.id}`);
  await rows(page).filter({ hasText: "MIXED-2" }).getByRole("link").click();
  await page.waitForURL((url) => /^\/rejected\/\d+$/.test(url.pathname));
  await page.getByRole("link", { name: String(mixed.id), exact: true }).click();
  await page.waitForURL((url) => url.pathname === `/requests/${mixed.id}`);
  await page.getByRole("link", { name: "Show 1 created line" }).click();
  await page.waitForURL((url) => url.searchParams.get("requestId") === String(mixed.id));
  expectCalm(page);
});

test("administrator sends a request again by keyboard: differences first", async () => {
  await desk.call("PUT", "/api/masterdata/products", [
    { org: "*", code: "MISSING-PRODUCT", name: "Found", type: "ITEM", uom: "PCE" },
  ]);
  const page = await desk.page("/", { user: desk.admin });
  await page.getByRole("list", { name: "Key figures" }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("q");
  await page.waitForURL((url) => url.pathname === "/requests");
  await requests(page).first().waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("MIXED-2");
  await expect.poll(() => requests(page).count()).toBe(1);
  for (let steps = 0; steps < 12 && !/^-?\d /.test(await focused(page)); steps++) await page.keyboard.press("Tab");
  await page.keyboard.press("Control+Home");
  await expect.poll(() => focused(page)).toBe("0 received");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === `/requests/${mixed.id}`);
  await rows(page).first().waitFor();
  await page.keyboard.press("s");
  await dialog(page).getByText("1 line will be created.").waitFor();
  const changes = dialog(page).getByRole("table", { name: "Differences" }).locator("tbody tr");
  expect(await changes.count()).toBe(1);
  expect(await changes.first().innerText()).toMatch(/MIXED-2 \/ 1\s+Rejected\s+Unknown product\s+Created/);
  await dialog(page).getByText("1 row is already stored and stays unchanged.").waitFor();
  await dialog(page).getByText("2 rows will be rejected again for the same reason.").waitFor();
  await expectAccessible(page);
  await shot(page, "request-preview-en-light");
  // the preview of the replay writes nothing
  expect(await logged(`reference=MIXED-2`)).toHaveLength(1);
  await page.keyboard.press("Enter");
  await dialog(page)
    .getByText(/^1 line created\..* 2 rows rejected\.$/)
    .waitFor();
  await dialog(page)
    .getByRole("link", { name: /^Line \d+$/ })
    .waitFor();
  await expectAccessible(page);
  await shot(page, "request-sent-en-light");
  expect(await focused(page)).toMatch(/^BUTTON/);
  // rows that were rejected again keep their links
  expect(await rows(page).filter({ hasText: "MIXED-4" }).locator("a").getAttribute("href")).toMatch(/^\/rejected\//);
  const [again] = await logged("reference=MIXED-2");
  expect(again!.replayOf).toBe(mixed.id);
  await dialog(page)
    .getByRole("link", { name: `Request ${again!.id}` })
    .click();
  await page.waitForURL((url) => url.pathname === `/requests/${again!.id}`);
  await detail(page)
    .getByRole("link", { name: `Request ${mixed.id}` })
    .waitFor();
  await dialog(page).waitFor({ state: "detached" });
  expectCalm(page);
});

test("request is not sent before its preview is shown", async () => {
  const page = await desk.page(`/requests/${refused.id}`, { user: desk.admin });
  await rows(page).first().waitFor();
  const held = await holdBack(
    page,
    ({ pathname, searchParams }) => pathname.endsWith("/replay") && searchParams.get("dryRun") === "true",
  );
  await page.keyboard.press("s");
  await held.asked();
  const cancel = dialog(page).getByRole("button", { name: "Cancel" });
  await expect.poll(() => cancel.evaluate((one) => one === document.activeElement)).toBe(true);
  const send = dialog(page).getByRole("button", { name: "Send again", exact: true });
  expect(await send.getAttribute("aria-disabled")).toBe("true");
  await send.click({ force: true });
  await cancel.focus();
  await page.keyboard.press("Enter");
  await dialog(page).waitFor({ state: "detached" });
  held.letGo();
  expect(await logged("reference=REFUSED-1")).toHaveLength(1);
  expectCalm(page);
});

test("request that would be rejected as a whole cannot be sent", async () => {
  const page = await desk.page(`/requests/${refused.id}`, { user: desk.admin });
  await expect.poll(() => rows(page).allInnerTexts()).toHaveLength(2);
  expect((await rows(page).allInnerTexts())[1]).toMatch(/REFUSED-2 \/ 1[\s\S]*Not stored/);
  await sendAgain(page).click();
  await dialog(page).getByText("No lines will be created.").waitFor();
  await dialog(page).getByText("1 row will be rejected again for the same reason.").waitFor();
  await dialog(page)
    .getByText(/^1 row without errors will not be stored/)
    .waitFor();
  const send = dialog(page).getByRole("button", { name: "Send again" });
  expect(await send.getAttribute("aria-disabled")).toBe("true");
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  expectCalm(page, [/status of 400/]);
});

test("clerk sends own imports again; other requests have the reason", async () => {
  const page = await desk.page("/requests");
  const { csrfToken } = await (await page.request.get(`${desk.url}/api/session`)).json();
  const headers = { "X-CSRF-Token": csrfToken, "If-Match": "*" };
  const path = `${desk.url}/api/sales/order/candidates`;
  const imported = await page.request.post(path, { data: row("OWN-1"), headers });
  expect(imported.status(), await imported.text()).toBe(201);
  const { id } = (await imported.json()).result[0];
  expect((await page.request.patch(`${path}/${id}`, { data: { active: false }, headers })).status()).toBe(200);
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByRole("textbox", { name: "Sender" }).fill(desk.user);
  await expect.poll(() => requests(page).count()).toBe(2);
  await requests(page).filter({ hasText: "PATCH" }).getByRole("link").click();
  await page.getByText("Only imports can be sent again.").waitFor();
  expect(await sendAgain(page).count()).toBe(0);
  await page.goBack();
  await requests(page).filter({ hasText: "POST" }).getByRole("link").click();
  await sendAgain(page).click();
  await dialog(page).getByText("1 row is already stored and stays unchanged.").waitFor();
  expectCalm(page);
});

test("server's refusal to send again is shown", async () => {
  const page = await desk.page(`/requests/${mixed.id}`, { user: desk.admin });
  const code = "request.not_replayable";
  const problem = { code, errorCode: code, message: "Not an import.", params: {}, parameters: {}, pointer: "" };
  await page.route(/\/replay\?/, (route) =>
    route.fulfill({ status: 409, contentType: "application/json", body: JSON.stringify({ errors: [problem] }) }),
  );
  await sendAgain(page).click();
  await dialog(page).getByRole("alert").getByText("Not an import.").waitFor();
  expect(
    await dialog(page).getByRole("button", { name: "Send again", exact: true }).getAttribute("aria-disabled"),
  ).toBe("true");
  await expectAccessible(page);
  expectCalm(page, [/status of 409/]);
});

test("empty and failed lists say so", async () => {
  const page = await desk.page("/requests?sender=nobody", { user: NEWCOMER });
  await page.getByText("No requests match the filters.").waitFor();
  await expectAccessible(page);
  await page.route("**/api/requests?*", (route) => route.fulfill({ status: 403, body: "" }));
  await page.goto(`${desk.url}/requests`);
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await page.unroute("**/api/requests?*");
  await page.route("**/api/requests?*", (route) =>
    route.fulfill({ status: 200, contentType: "application/json", body: '{"items":[]}' }),
  );
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText(/^No requests yet\./).waitFor();
  await expectAccessible(page);
  await shot(page, "requests-empty-en-light");
  expectCalm(page, [/status of 403/]);
});

test("phone shows cards and leads to the page from the menu", async () => {
  const page = await desk.page("/inbox", { phone: true });
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Request log" }).click();
  const card = requests(page).filter({ hasText: "2 rejected" }).first();
  await card.waitFor();
  await shot(page, "requests-phone-en-light");
  await card.getByRole("link").click();
  await rows(page).first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await shot(page, "request-phone-en-light");
  expectCalm(page);
});
