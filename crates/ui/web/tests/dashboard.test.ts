import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import type { Schemas } from "../src/api/client";
import { everyLook, expectAccessible, expectCalm, openDesk, shot, type Desk } from "./harness";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  desk.addUser("otto", "clerk", ["test-org-03"]);
  desk.addUser("vera", "viewer", []);
});
afterAll(() => desk.close());

const CANDIDATES = "/api/sales/order/candidates";
const tile = (page: Page, name: string) =>
  page.getByRole("list", { name: "Key figures" }).getByRole("link", { name: new RegExp(`^${name}`) });

test("dashboard is accessible in every look", async () => {
  await everyLook(desk, "dashboard", "/", async (page) => {
    await page.locator(".recharts-surface").nth(1).waitFor();
    await page
      .getByText(/Jede Minute|Every minute/)
      .first()
      .waitFor();
  });
}, 120_000);

test.each(["erika", "vera"])("tiles and problems link %s to the matching list", async (user) => {
  const page = await desk.page("/", { user });
  expect(await tile(page, "Needs attention").getAttribute("href")).toBe("/inbox");
  expect(await tile(page, "Ready to order").getAttribute("href")).toBe("/candidates?status=new&held=false");
  expect(await tile(page, "Oldest").getAttribute("href")).toMatch(/^\/candidates\/\d+$/);
  await page
    .getByRole("table", { name: "Top causes of errors" })
    .getByRole("link", { name: /No price in the price list/ })
    .click();
  await page.waitForURL(/\/candidates\?status=error&problem=price\.none/);
  await page.getByRole("heading", { level: 1 }).waitFor();
  expectCalm(page);
});

test("assigned lines are shown only to their assignee", async () => {
  const { items } = await desk.call<{ items: { id: number }[] }>("GET", `${CANDIDATES}?status=error&limit=2`);
  const headers = { Authorization: desk.token, "Content-Type": "application/merge-patch+json", "If-Match": "*" };
  for (const { id } of items) {
    const body = JSON.stringify({ assignedTo: "vera" });
    const answer = await fetch(`${desk.url}${CANDIDATES}/${id}`, { method: "PATCH", headers, body });
    expect(answer.status, await answer.text()).toBe(200);
  }
  const page = await desk.page("/", { user: "vera" });
  await expect
    .poll(() => tile(page, "Assigned to me").innerText())
    .toMatch(/\s2\s+\d incoming orders? · 2 with errors · oldest: /);
  await expectAccessible(page);
  await shot(page, "dashboard-queue-en-light");
  await tile(page, "Assigned to me").click();
  await page.waitForURL(/\/candidates\?assignedTo=me&status=new%2Cerror/);
  await page.getByRole("heading", { level: 1 }).waitFor();
  expectCalm(page);
  const other = await desk.page("/");
  await other.getByRole("table", { name: "Age" }).waitFor();
  await other.getByText("fully automatic").or(other.getByText("Not enough data")).first().waitFor();
  expect(await tile(other, "Assigned to me").count()).toBe(0);
  expectCalm(other);
});

test("dashboard shows work, due dates and results, also on phones", async () => {
  const page = await desk.page("/");
  const age = page.getByRole("table", { name: "Age" });
  await age.getByRole("link").first().waitFor();
  const due = page.getByRole("region", { name: "Due" });
  await due.getByText(/^Every minute/).waitFor();
  expect(await page.getByRole("region", { name: "System status" }).count()).toBe(0);
  const source = page.getByRole("table", { name: "Data sources" }).getByRole("row").nth(1);
  await expect.poll(() => source.innerText()).toMatch(/^Order candidates over HTTP\s.* ago\s+\d+$/);
  await page.getByText("Not enough data to compare").waitFor();
  // one amount per currency
  await expect.poll(() => age.innerText()).toMatch(/[\d.,]+\sEUR/);
  const causes = page.getByRole("table", { name: "Top causes of errors" });
  await causes.getByRole("columnheader", { name: "Last 7 days" }).waitFor();
  await causes.getByText("none in the previous 7 days").first().waitFor();
  // internal names and codes are not shown
  expect(await page.locator("main").innerText()).not.toMatch(/C_OLCand|Impl\b|price\.none/);
  await page.setViewportSize({ width: 390, height: 844 });
  // charts resize asynchronously
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await shot(page, "dashboard-390-en-light");
  await age.getByRole("link").first().click();
  await page.waitForURL(/\/candidates\?status=(error|new)&createdFrom=/);
  expectCalm(page);
});

test("empty dashboard has no chart", async () => {
  const page = await desk.page("/inbox", { user: "otto" });
  await page.route("**/api/statistics/intake?*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), buckets: [], sources: [] } });
  });
  await page.goto(`${desk.url}/`);
  await page.getByText("No open errors.").waitFor();
  await page
    .getByRole("region", { name: "Due" })
    .getByText(/^Every minute/)
    .waitFor();
  expect(await page.getByRole("heading", { name: /^Lines received by/ }).count()).toBe(0);
  await shot(page, "dashboard-empty-en-light");
  expectCalm(page);
});

test("figures are limited to the organisation for clerks and viewers", async () => {
  const clerk = await desk.page("/", { user: "otto" });
  await clerk.getByText("No open errors.").waitFor();
  await clerk.getByRole("table", { name: "Age" }).waitFor();
  expect(await clerk.locator("main").innerText()).not.toMatch(/EUR/);
  expectCalm(clerk);
  const viewer = await desk.page("/", { user: "vera" });
  const age = viewer.getByRole("table", { name: "Age" });
  await expect.poll(() => age.innerText()).toMatch(/[\d.,]+\sEUR/);
  await expectAccessible(viewer);
  expectCalm(viewer);
});

test("cause shows its frequency and trend as text", async () => {
  const trends = [
    [9, 4],
    [4, 9],
    [3, 3],
    [2, 0],
  ];
  let since: string | undefined;
  const mockProblemGroups = async (page: Page) => {
    await page.route("**/api/sales/order/candidates/problems*", async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as Schemas["ProblemGroupsAnswer"];
      const [group] = answer.items;
      const items = trends.map(([lastWeek, weekBefore], index) => ({
        ...group!,
        filter: { ...group!.filter, cause: `C${index}` },
        lastWeek,
        weekBefore,
      }));
      await route.fulfill({ response, json: { ...answer, items, countedSince: since } });
    });
  };
  const first = await desk.page("/inbox");
  await mockProblemGroups(first);
  await first.goto(`${desk.url}/`);
  const causes = first.getByRole("table", { name: "Top causes of errors" });
  await causes.getByText("same as in the previous 7 days").waitFor();
  const cells = await causes.locator("tbody td:nth-child(3)").allInnerTexts();
  expect(cells.map((cell) => cell.replace(/\s+/g, " "))).toEqual([
    "9 up from 4 in the previous 7 days",
    "4 down from 9 in the previous 7 days",
    "3 same as in the previous 7 days",
    "2 none in the previous 7 days",
  ]);
  const region = first.getByRole("region", { name: "Top causes of errors" });
  expect(await region.getByText(/Counting started/).count()).toBe(0);
  await region.getByRole("link", { name: "Open Inbox" }).click();
  await first.waitForURL(`${desk.url}/inbox`);
  expectCalm(first);
  await first.unrouteAll({ behavior: "ignoreErrors" });

  since = "2026-11-20T08:00:00Z";
  const ready = async (page: Page) => {
    await mockProblemGroups(page);
    await page.reload();
    await page.getByText(/Counting started|Gezählt wird seit/).waitFor();
  };
  await everyLook(desk, "dashboard-causes", "/", ready, undefined, [1440, 390]);
}, 120_000);

test("open lines add up by age and by date required", async () => {
  const page = await desk.page("/");
  const figures = async (name: string, row: string) => {
    const cells = page.getByRole("table", { name }).locator(`${row} td:nth-child(-n+4)`);
    return (await cells.allInnerTexts()).map((text) => Number(text.replace(/\D/g, "")));
  };
  const sums = (cells: number[]) => [0, 1, 2].map((at) => cells.filter((_, index) => index % 3 === at).reduce(plus, 0));
  const plus = (one: number, other: number) => one + other;
  const shown = async (name: string) => Number((await tile(page, name).innerText()).match(/\n(\d+)/)?.[1] ?? 0);
  for (const name of ["Age", "Open lines by date required"]) {
    await page.getByRole("table", { name }).locator("tfoot a").first().waitFor();
    await expect.poll(async () => sums(await figures(name, "tbody tr"))).toEqual(await figures(name, "tfoot tr"));
    expect(await figures(name, "tfoot tr")).toEqual([
      await shown("Needs attention"),
      await shown("On hold"),
      await shown("Ready to order"),
    ]);
  }
  const dates = page.getByRole("table", { name: "Open lines by date required" });
  await dates
    .getByRole("row", { name: /^later/ })
    .getByRole("link")
    .first()
    .click();
  await page.waitForURL(/\/candidates\?status=error&dateRequiredFrom=/);
  await page.getByRole("heading", { level: 1 }).waitFor();
  expectCalm(page);
});

test("causes beyond the first five are summed", async () => {
  const page = await desk.page("/inbox");
  await page.route("**/api/sales/order/candidates/problems*", async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as Schemas["ProblemGroupsAnswer"];
    const [group] = answer.items;
    const items = Array.from({ length: 7 }, (_, index) => ({
      ...group!,
      candidates: 10 - index,
      lastWeek: 2,
      worth: [{ currencyCode: "EUR", net: 1.25 }],
      filter: { ...group!.filter, cause: `C${index}` },
    }));
    await route.fulfill({ response, json: { ...answer, items, groups: 7, candidates: 49, more: false } });
  });
  await page.goto(`${desk.url}/`);
  const rows = page.getByRole("table", { name: "Top causes of errors" }).locator("tfoot tr");
  await expect
    .poll(async () => (await rows.allInnerTexts()).map((row) => row.replace(/\s+/g, " ")))
    .toEqual(["2 other causes 9 4 2.50 EUR", "Total 49 14 8.75 EUR"]);
  await expectAccessible(page);
  expectCalm(page);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("administrator sees instances, schedules and failed runs", async () => {
  const page = await desk.page("/inbox", { user: desk.admin });
  let silent = false;
  await page.route("**/api/instances", async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as Schemas["InstancesAnswer"];
    const [own] = answer.items;
    const other = { ...own!, id: 1, answers: false, lastSignAt: "2026-01-01T00:00:00Z", clockAheadSeconds: 9 };
    await route.fulfill({ response, json: { items: silent ? [other, { ...own!, clockAheadSeconds: 5 }] : [own] } });
  });
  await page.goto(`${desk.url}/`);
  const running = page.getByRole("region", { name: "System status" });
  await running.getByText(/^1 instance running · version \d/).waitFor();
  await running.getByText("2 of 2 schedules active").waitFor();
  await running.getByText("No failed runs in 24 hours").waitFor();
  silent = true;
  await running.getByText("1 instance without heartbeat").waitFor();
  await running.getByText("1 instance with a wrong clock").waitFor();
  await expectAccessible(page);
  await shot(page, "dashboard-admin-en-light");
  expectCalm(page);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("quiet data source and automatic results are shown", async () => {
  const page = await desk.page("/inbox");
  await page.route("**/api/statistics/day", async (route) => {
    const response = await route.fetch();
    const day = (await response.json()) as Schemas["DayAnswer"];
    const sources = day.sources.map((one) => ({ ...one, today: 2, usualByNow: 40, usual: 90, quiet: true }));
    const orders = { orders: 3, candidates: 9, worth: [{ currencyCode: "EUR", net: 120.5 }], whole: true };
    const json = { ...day, sources, orders, ordersWeekAgo: { ...orders, orders: 5 }, ordered: 9, untouched: 6 };
    await route.fulfill({ response, json });
  });
  await page.goto(`${desk.url}/`);
  const received = page.getByRole("region", { name: "Received today" });
  await received.getByText("fewer than usual").first().waitFor();
  await received.getByText("full day: 90").first().waitFor();
  await page.getByText("67% fully automatic").waitFor();
  const worth = page.getByRole("table", { name: "Sales order value" });
  expect(await worth.getByRole("row").count()).toBe(3);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  // charts resize asynchronously
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await shot(page, "dashboard-quiet-390-en-light");
  expectCalm(page);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("further data sources are counted and shown on request", async () => {
  const page = await desk.page("/inbox");
  await page.route("**/api/statistics/day", async (route) => {
    const response = await route.fetch();
    const day = (await response.json()) as Schemas["DayAnswer"];
    const [source] = day.sources;
    const sources = Array.from({ length: 9 }, (_, at) => ({
      ...source!,
      dataSource: { ...source!.dataSource, name: `int-SOURCE.shop-${at}` },
    }));
    await route.fulfill({ response, json: { ...day, sources } });
  });
  await page.goto(`${desk.url}/`);
  const table = page.getByRole("table", { name: "Data sources" });
  const rows = table.locator("tbody tr");
  await page.getByRole("button", { name: "3 more data sources" }).waitFor();
  expect(await rows.count()).toBe(6);
  // the total includes hidden data sources
  const today = Number(await rows.first().locator("td").nth(1).innerText());
  expect(await table.locator("tfoot").innerText()).toMatch(new RegExp(`^Total\\s+${9 * today}$`));
  await page.getByRole("button", { name: "3 more data sources" }).press("Enter");
  await expect.poll(() => rows.count()).toBe(9);
  await expectAccessible(page);
  expectCalm(page);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("administrator sees nearly used quotas and low disk space", async () => {
  const page = await desk.page("/inbox", { user: desk.admin });
  const gibibyte = 2 ** 30;
  await page.route("**/api/statistics/day", async (route) => {
    const response = await route.fetch();
    const day = (await response.json()) as Schemas["DayAnswer"];
    const roomy = {
      orgCode: "001",
      attachmentBytes: gibibyte,
      attachmentQuota: 50 * gibibyte,
      refusedRequestBytes: 0,
      refusedRequestQuota: 5 * gibibyte,
    };
    const full = {
      ...roomy,
      orgCode: "test-org-03",
      attachmentBytes: 45 * gibibyte,
      refusedRequestBytes: 4.5 * gibibyte,
    };
    const disks = [
      { name: "database", freeBytes: 1.5 * gibibyte, floorBytes: gibibyte },
      { name: "attachments", freeBytes: 9 * gibibyte, floorBytes: gibibyte },
    ];
    await route.fulfill({ response, json: { ...day, storage: { disks, organisations: [roomy, full] } } });
  });
  await page.goto(`${desk.url}/`);
  const running = page.getByRole("region", { name: "System status" });
  await running.getByText("Attachments of test-org-03: 45 of 50 GiB").waitFor();
  await running.getByText("Rejected requests of test-org-03: 4.5 of 5 GiB").waitFor();
  await running.getByText("1.5 GiB of disk space free; below 1 GiB, no more data is stored").waitFor();
  expect(await running.getByText("GiB").count()).toBe(3);
  await expectAccessible(page);
  await shot(page, "dashboard-storage-en-light");
  expectCalm(page);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test.each(["erika", "vera"])("%s selects the period by keys, and the URL keeps it", async (user) => {
  const page = await desk.page("/", { user });
  await tile(page, "Ready to order").waitFor();
  await page.keyboard.press("2");
  await page.waitForURL(/period=7d/);
  const buttons = page.getByRole("button", { name: "Show as table" });
  await buttons.first().click();
  const table = page.getByRole("table", { name: "Lines received by status" });
  await expect.poll(() => table.locator("tbody tr").count()).toBe(7);
  await page.keyboard.press("3");
  await page.waitForURL(/period=30d/);
  await expect.poll(() => table.locator("tbody tr").count()).toBe(30);
  await page.reload();
  await tile(page, "Ready to order").waitFor();
  expect(new URL(page.url()).searchParams.get("period")).toBe("30d");
  await expectAccessible(page);
  expectCalm(page);
});

test("new lines are counted without reload", async () => {
  const page = await desk.page("/");
  const figure = async () => Number((await tile(page, "Ready to order").innerText()).replace(/\D/g, ""));
  // the figure is loaded after the page
  await tile(page, "Ready to order").getByText(/\d/).waitFor();
  const before = await figure();
  await desk.call("POST", "/api/sales/order/candidates", {
    org: { code: "001" },
    bpartner: { bpartner: { code: "G0001" }, location: { externalId: "2156425" } },
    product: { code: "A001" },
    qty: 3,
    price: 24,
    currencyCode: "EUR",
    externalHeaderId: "LIVE-1",
    externalLineId: "1",
    poReference: "LIVE-1",
    dateRequired: "2030-01-15",
  });
  await expect.poll(figure).toBe(before + 1);
  expectCalm(page);
});
