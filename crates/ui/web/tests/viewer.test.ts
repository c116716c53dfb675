// Viewer: reads everything, changes nothing.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { everyLook, expectCalm, openDesk, TIMEOUT, type Desk } from "./harness";
import { arrived, cell, read, sendLines, shows } from "./list";

let desk: Desk;
let order: string;
let run: number;
/** A valid and a faulty line of one incoming order. */
let open: number[];
const VIEWER = "vera";

beforeAll(async () => {
  desk = await openDesk();
  desk.addUser(VIEWER, "viewer", []);
  const [ordered] = await sendLines(desk, "DONE", [2]);
  const started = await desk.call<{ id: number }>("POST", "/api/sales/order/candidates/process", {
    selection: { ids: [ordered] },
  });
  run = started.id;
  await vi.waitUntil(async () => (await read(desk, ordered!)).status === "processed", { timeout: TIMEOUT });
  const orders = await desk.call<{ items: { salesOrderId: string }[] }>("GET", `/api/sales/order?runId=${run}`);
  order = orders.items[0]!.salesOrderId;
  const form = new FormData();
  form.append("file", new Blob(["Seen by all"], { type: "text/plain" }), "note.txt");
  const path = `${desk.url}/api/sales/order/${order}/attachments`;
  expect((await fetch(path, { method: "POST", headers: { Authorization: desk.token }, body: form })).status).toBe(201);
  open = await sendLines(desk, "OPEN", [1, 1]);
  const headers = { Authorization: desk.token, "Content-Type": "application/json", "If-Match": "*" };
  const body = JSON.stringify({ override: { qty: 0 } });
  expect(
    (await fetch(`${desk.url}/api/sales/order/candidates/${open[1]}`, { method: "PATCH", headers, body })).status,
  ).toBe(200);
});
afterAll(() => desk.close());

/** Labels of forbidden actions in both languages. */
const ACTIONS =
  /^(Create orders?|Auftr[aä]ge? erzeugen|Re-validate|Neu prüfen|Edit.*|Ändern.*|Exclude|Ausschließen|Restore|Wiederherstellen|Activate|Aktivieren|New sales order|Neuer Auftrag|Void.*|Stornieren.*|Add file|Datei hinzufügen|Drop .*|Datei hier .*|Run now.*|Jetzt ausführen.*|Retry.*|Fehlgeschlagene Positionen erneut verarbeiten|Pause.*|Pausieren.*|Stop|Anhalten|Ignore imported value.*|Importierten Wert ignorieren.*|Remove override.*|Korrektur entfernen.*)$/;

/** Expects no forbidden actions and no disabled buttons. */
async function expectNothingToDo(page: Page) {
  const names = await page
    .locator("main :is(button, [role=button], [role=switch], input[type=file])")
    .evaluateAll((all) => all.map((one) => (one.getAttribute("aria-label") ?? one.textContent ?? "").trim()));
  expect(names.filter((name) => ACTIONS.test(name))).toEqual([]);
  expect(await page.locator("main button:disabled").count()).toBe(0);
  expect(await page.locator("main [role=grid] input[type=checkbox]").count()).toBe(0);
  expect(await page.locator("main tr[data-member] :is(input, textarea)").count()).toBe(0);
}

test("every screen is complete for a viewer in both languages and colours", async () => {
  const screens: [string, string, (page: Page) => Promise<unknown>][] = [
    ["dashboard", "/", (page) => page.getByRole("heading", { level: 1 }).waitFor()],
    ["disposition", "/candidates?q=OPEN", (page) => shows(page, 2)],
    [
      "list-by-orders",
      "/candidates?q=OPEN&list=orders",
      async (page) => {
        await arrived(page);
        await cell(page, 0, "status").waitFor();
      },
    ],
    [
      "panel",
      `/candidates?q=OPEN&open=${open[1]}`,
      (page) => page.getByRole("complementary").getByRole("table").waitFor(),
    ],
    ["details", `/candidates/${open[1]}`, (page) => page.locator("tr[data-member]").first().waitFor()],
    ["inbox", "/inbox", (page) => page.getByRole("option").first().waitFor()],
    ["request", `/candidates/${open[0]}?tab=request`, (page) => page.getByText('"OPEN"').first().waitFor()],
    [
      "attachments",
      `/candidates/${open[0]}?tab=attachments`,
      (page) => page.getByText(/No attachments yet|Noch keine Anhänge/).waitFor(),
    ],
    ["history", `/candidates/${open[1]}?tab=history`, (page) => page.getByText(/Corrected|Korrigiert/).waitFor()],
    [
      "links",
      `/candidates/${open[0]}?tab=links`,
      (page) => page.getByText(/Same incoming order|Dieselbe Bestellung/).waitFor(),
    ],
    ["orders", "/orders", (page) => page.locator("[data-row-link]").first().waitFor()],
    [
      "order",
      `/orders/${order}`,
      (page) =>
        page
          .getByRole("table", { name: /Attachments|Anhänge/ })
          .getByText("note.txt")
          .waitFor(),
    ],
    ["new-order", "/orders/new", (page) => page.getByRole("heading", { level: 1 }).waitFor()],
    ["scheduler", "/scheduler", (page) => page.locator("[data-row-link]").first().waitFor()],
    ["run", `/runs/${run}`, (page) => page.locator("[data-row-link]").first().waitFor()],
  ];
  for (const [name, path, ready] of screens) {
    // Chromium logs rejected requests, so an empty log proves there were none
    await everyLook(
      desk,
      `viewer-${name}`,
      path,
      async (page) => {
        await ready(page);
        await expectNothingToDo(page);
      },
      VIEWER,
    );
  }
}, 600_000);

test("shortcuts give a viewer no extra permission", async () => {
  const page = await desk.page("/candidates?q=OPEN&sort=createdAt", { user: VIEWER });
  await shows(page, 2);
  const sent: string[] = [];
  page.on("request", (request) => request.method() !== "GET" && sent.push(`${request.method()} ${request.url()}`));
  await cell(page, 0, "qtyOverride").click();
  for (const key of ["Control+a", " ", "p", "v", "e", "u", "F2", "Delete", "5", "Control+z"]) {
    await page.keyboard.press(key);
    expect(await page.getByRole("dialog").count(), key).toBe(0);
    expect(await page.locator("main [role=grid] input").count(), key).toBe(0);
  }
  expect(new URL(page.url()).searchParams.has("open")).toBe(false);
  await page.keyboard.press("Enter");
  await page.getByRole("complementary").getByRole("table").waitFor();
  await page.getByRole("complementary").getByRole("button", { name: "Open as full page" }).focus();
  for (const key of ["p", "v", "u"]) {
    await page.keyboard.press(key);
    expect(await page.getByRole("dialog").count(), key).toBe(0);
  }
  await page.keyboard.press("Shift+?");
  const keys = page.getByRole("dialog");
  await keys.getByText("Next or previous error").waitFor();
  for (const words of ["Create orders", "Re-validate", "Edit or open", "Attach a file", "Select the row", "Undo"]) {
    expect(await keys.getByText(words).count(), words).toBe(0);
  }
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByText("Scheduler").waitFor();
  expect(await page.getByRole("dialog").getByText("New sales order").count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `Signed in as ${VIEWER}` }).click();
  await page
    .getByRole("menu")
    .getByText(/^Viewer · /)
    .waitFor();
  expect(sent).toEqual([]);
  expect((await read(desk, open[0]!)).override).toEqual({});
  expectCalm(page);
});
