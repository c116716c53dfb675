// Comments, waiting and assignment as clerk, viewer and administrator.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everyLook, expectAccessible, expectCalm, openDesk, READER_ZONE, shot, type Desk } from "./harness";
import { arrived, cell, command, sendLines, shows } from "./list";

let desk: Desk;
const CLERK = "anna";
const VIEWER = "vera";
const CANDIDATES = "/api/sales/order/candidates";
beforeAll(async () => {
  desk = await openDesk();
  desk.addUser(CLERK, "clerk", ["001"]);
  desk.addUser(VIEWER, "viewer", ["001"]);
});
afterAll(() => desk.close());

interface Row {
  id: number;
  comments: number;
  hold?: string;
  waitingUntil?: string;
  assignedTo?: string;
  order?: { salesOrderId: string } | null;
}

const read = (id: number | undefined) => desk.call<Row>("GET", `${CANDIDATES}/${id}`);
const history = async (id: number | undefined) =>
  (
    await desk.call<{ items: { event: string; comment?: string; actor?: string }[] }>(
      "GET",
      `${CANDIDATES}/${id}/history`,
    )
  ).items;
/** Returns the date after a number of days in the browser's time zone. */
const inDays = (days: number) => {
  const today = new Intl.DateTimeFormat("sv-SE", { timeZone: READER_ZONE }).format(new Date());
  return new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
};
const comment = (page: Page) => page.getByLabel(/^(Comment|Bemerkung)$/);

test("clerk sets a candidate to wait for the customer and resumes it", async () => {
  const [first, second] = await sendLines(desk, "WAIT", [1, 1]);
  const page = await desk.page(`/candidates/${first}`, { user: CLERK });
  await page.getByRole("button", { name: "Wait for customer…" }).click();
  const dialog = page.getByRole("dialog", { name: "Wait for customer: 1 line" });
  await dialog.getByLabel("Reason").fill("asked for the colour");
  const until = dialog.getByLabel("Waiting until", { exact: true });
  const inWeek = await until.inputValue();
  await until.focus();
  await dialog.getByRole("button", { name: "Tomorrow", exact: true }).click();
  await expect.poll(() => until.inputValue()).not.toBe(inWeek);
  await until.focus();
  await dialog.getByRole("button", { name: "In 7 days", exact: true }).click();
  await expect.poll(() => until.inputValue()).toBe(inWeek);
  await expectAccessible(page);
  await shot(page, "attention-wait-en-light");
  // closing keeps the draft, and Enter sends it
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await command(page, "Wait for customer…");
  await expect.poll(() => dialog.getByLabel("Reason").inputValue()).toBe("asked for the colour");
  await dialog.getByLabel("Waiting until", { exact: true }).fill("+7");
  await dialog.getByLabel("Waiting until", { exact: true }).press("Enter");
  await expect.poll(async () => (await read(first)).waitingUntil).toBe(inDays(7));
  await page
    .getByText(/Waiting for the customer until/)
    .first()
    .waitFor();
  expect((await history(first)).at(-1)).toMatchObject({
    event: "waiting",
    comment: "asked for the colour",
    actor: CLERK,
  });
  // the whole incoming order is held
  await page.goto(`${desk.url}/candidates?q=WAIT`);
  await shows(page, 2);
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+Enter");
  const creating = page.getByRole("dialog");
  await creating.getByText("2 lines are on hold: waiting for customer.").waitFor();
  await creating.getByRole("button", { name: "Cancel" }).click();
  await page.goto(`${desk.url}/candidates/${first}`);
  await page.getByRole("button", { name: "End wait", exact: true }).click();
  await expect.poll(async () => (await read(first)).waitingUntil).toBeUndefined();
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await read(first)).waitingUntil).toBe(inDays(7));
  expect((await read(second)).assignedTo).toBeUndefined();
  expectCalm(page);
});

test("candidates are assigned by palette and by typing a name", async () => {
  const ids = await sendLines(desk, "ASSIGN", [1, 1]);
  const page = await desk.page("/candidates?q=ASSIGN", { user: CLERK });
  await shows(page, 2);
  await page.keyboard.press("Control+a");
  await command(page, "Assign to me");
  await expect
    .poll(async () => (await Promise.all(ids.map(read))).map((one) => one.assignedTo))
    .toEqual([CLERK, CLERK]);
  await page.goto(`${desk.url}/candidates?q=ASSIGN&assignedTo=me`);
  await shows(page, 2);
  await page.getByRole("list", { name: "Active filters" }).getByText("Me", { exact: true }).waitFor();
  await page.keyboard.press("Control+a");
  // Enter is pressed before the options are loaded
  let come = () => {};
  const held = new Promise<void>((done) => {
    come = done;
  });
  await page.route("**/candidates/assignees", async (route) => {
    await held;
    await route.continue();
  });
  await command(page, "Assign…");
  const dialog = page.getByRole("dialog", { name: "Assign 2 lines" });
  const field = dialog.getByLabel("Assignee");
  await field.fill("ver");
  await page.keyboard.press("Enter");
  come();
  await expect.poll(() => field.inputValue()).toBe(VIEWER);
  await page.getByRole("option").first().waitFor({ state: "hidden" });
  await field.fill("ver");
  await page.getByRole("option", { name: VIEWER }).waitFor();
  await shot(page, "attention-assign-en-light");
  await page.keyboard.press("Enter");
  await page.getByRole("option").first().waitFor({ state: "hidden" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Assign", exact: true }).click();
  await expect
    .poll(async () => (await Promise.all(ids.map(read))).map((one) => one.assignedTo))
    .toEqual([VIEWER, VIEWER]);
  await arrived(page);
  expectCalm(page);
});

test("waiting of many candidates is undone by undoing the run", async () => {
  const ids = await sendLines(desk, "MANY", [1, 1, 1]);
  const page = await desk.page("/candidates?q=MANY", { user: CLERK, language: "de", scheme: "dark" });
  await shows(page, 3);
  await page.keyboard.press("Control+a");
  await page.getByRole("toolbar", { name: "Aktionen" }).getByRole("button", { name: "Mehr" }).click();
  await page.getByRole("menuitem", { name: "Auf Kunden warten…" }).click();
  const dialog = page.getByRole("dialog", { name: "Auf Kunden warten: 3 Positionen" });
  await dialog.getByRole("button", { name: "In 14 Tagen" }).click();
  await expectAccessible(page);
  await shot(page, "attention-wait-de-dark");
  await page.setViewportSize({ width: 390, height: 844 });
  await shot(page, "attention-wait-narrowest-de-dark");
  await dialog.getByRole("button", { name: "Warten", exact: true }).click();
  const waits = async () => (await Promise.all(ids.map(read))).map((one) => one.waitingUntil);
  await expect.poll(waits).toEqual([inDays(14), inDays(14), inDays(14)]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.waitFor({ state: "detached" });
  await page.keyboard.press("Control+z");
  await expect.poll(waits).toEqual([undefined, undefined, undefined]);
  expectCalm(page);
});

test("comments appear in the history of candidate and order, and drafts are kept", async () => {
  const [id] = await sendLines(desk, "SAID", [1]);
  const page = await desk.page(`/candidates/${id}`, { user: CLERK });
  await page.getByRole("heading", { name: `Line ${id}` }).waitFor();
  await page.keyboard.press("c");
  await comment(page).waitFor();
  await expect.poll(() => comment(page).evaluate((box) => box === document.activeElement)).toBe(true);
  await page.keyboard.type("calls back");
  await page.keyboard.press("Enter");
  await page.keyboard.type("tomorrow");
  await page.reload();
  await page.getByRole("tab", { name: "History" }).click();
  await expect.poll(() => comment(page).inputValue()).toBe("calls back\ntomorrow");
  await comment(page).press("Control+Enter");
  await page.getByText("calls back tomorrow").waitFor();
  await expect.poll(() => comment(page).inputValue()).toBe("");
  expect((await history(id)).at(-1)).toMatchObject({
    event: "commented",
    comment: "calls back\ntomorrow",
    actor: CLERK,
  });
  await expectAccessible(page);
  await shot(page, "attention-history-en-light");
  const body = { selection: { ids: [id] } };
  await desk.call("POST", `${CANDIDATES}/process`, body);
  await expect.poll(async () => (await read(id)).order?.salesOrderId).toBeTruthy();
  const order = (await read(id)).order?.salesOrderId;
  await page.goto(`${desk.url}/orders/${order}`);
  await comment(page).fill("on pallets");
  await page.getByRole("button", { name: "Add comment" }).click();
  await page.getByText("on pallets").waitFor();
  await expect.poll(() => comment(page).inputValue()).toBe("");
  await expectAccessible(page);
  await shot(page, "attention-order-en-light");
  expectCalm(page);
  await page.context().close();
  // viewers see comments without a form
  const reading = await desk.page(`/orders/${order}`, { user: VIEWER });
  await reading.getByText("on pallets").waitFor();
  expect(await comment(reading).count()).toBe(0);
  await reading.goto(`${desk.url}/candidates/${id}?tab=history`);
  await reading.getByText("calls back tomorrow").waitFor();
  expect(await comment(reading).count()).toBe(0);
  expect(await reading.getByRole("button", { name: /Assign|[Ww]ait/ }).count()).toBe(0);
  expectCalm(reading);
});

test("commented candidates are filtered, and a column counts comments", async () => {
  const [said] = await sendLines(desk, "SPOKEN", [1, 1]);
  for (const text of ["fragt nach der Farbe", "nimmt Blau"]) {
    await desk.call("POST", `${CANDIDATES}/${said}/comments`, { text });
  }
  expect((await read(said)).comments).toBe(2);
  const page = await desk.page("/candidates?q=SPOKEN", { user: VIEWER });
  await shows(page, 2);
  await page.getByRole("button", { name: "Columns", exact: true }).click();
  await page.getByRole("checkbox", { name: "Comments" }).check();
  await page.keyboard.press("Escape");
  await cell(page, 0, "comments")
    .or(cell(page, 1, "comments"))
    .getByRole("img", { name: "2 comments" })
    .waitFor();
  await page.getByRole("button", { name: "More filters" }).click();
  await page.getByRole("combobox", { name: "Has comments" }).click();
  await page.getByRole("option", { name: "Yes", exact: true }).click();
  await shows(page, 1);
  await page.getByRole("list", { name: "Active filters" }).getByText("Has comments: Yes").waitFor();
  expect(new URL(page.url()).searchParams.get("hasComments")).toBe("true");
  await page.goto(`${desk.url}/candidates?q=SPOKEN&hasComments=false`);
  await shows(page, 1);
  // orders show the comments of all lines
  await page.goto(`${desk.url}/candidates?q=SPOKEN&list=orders`);
  await arrived(page);
  await page.getByRole("button", { name: "Columns", exact: true }).click();
  await page.getByRole("checkbox", { name: "Comments" }).check();
  await page.keyboard.press("Escape");
  await cell(page, 0, "comments").getByRole("img", { name: "2 comments" }).waitFor();
  await shot(page, "orders-comments-en-light");
  expectCalm(page);
});

test("wait and assign dialogs are accessible in every look", async () => {
  const [id] = await sendLines(desk, "LOOKS", [1]);
  const headers = { Authorization: desk.token, "Content-Type": "application/merge-patch+json", "If-Match": "*" };
  const body = JSON.stringify({ waitingUntil: inDays(30), assignedTo: CLERK, comment: "fragt nach der Farbe" });
  const answer = await fetch(`${desk.url}${CANDIDATES}/${id}`, { method: "PATCH", headers, body });
  expect(answer.status, await answer.text()).toBe(200);
  await everyLook(desk, "attention", `/candidates/${id}?tab=history`, (page) =>
    page.getByText("fragt nach der Farbe").first().waitFor(),
  );
  await everyLook(
    desk,
    "attention-viewer",
    `/candidates/${id}?tab=history`,
    (page) => page.getByText("fragt nach der Farbe").first().waitFor(),
    VIEWER,
    [390],
  );
});
