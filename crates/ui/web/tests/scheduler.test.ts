import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { everyLook, expectAccessible, expectCalm, openDesk, TIMEOUT, type Desk } from "./harness";
import { listed } from "./list";
import { rowsOf } from "./workbook";

let desk: Desk;
/** Run that failed for a deactivated product. */
let failed: number;

interface Run {
  id: number;
  finishedAt?: string;
  counts: { failed: number };
}

async function over(id: number): Promise<Run> {
  return vi.waitUntil(
    async () => {
      const run = await desk.call<Run>("GET", `/api/process-runs/${id}`);
      return run.finishedAt && run;
    },
    { timeout: TIMEOUT },
  ) as Promise<Run>;
}

/** Activates or deactivates the product. */
const setActive = (active: boolean) =>
  desk.call("PUT", "/api/masterdata/products", [{ code: "P002737", name: "Kräutertee 250 g", uom: "PCE", active }]);

beforeAll(async () => {
  desk = await openDesk();
  const { result } = await desk.call<{ result: { id: number }[] }>("POST", "/api/sales/order/candidates", {
    org: { code: "001" },
    bpartner: { bpartner: { code: "G0001" }, location: { externalId: "2156425" } },
    product: { code: "P002737" },
    qty: 3,
    pricingSystemCode: "Testpreise Kunden",
    externalHeaderId: "LATE-1",
    externalLineId: "1",
    poReference: "LATE-1",
    dateRequired: "2030-01-15",
  });
  await setActive(false);
  const selection = { ids: result.map(({ id }) => id) };
  failed = (await desk.call<Run>("POST", "/api/sales/order/candidates/process", { selection })).id;
  expect((await over(failed)).counts.failed).toBe(1);
});
afterAll(() => desk.close());

test("scheduler and runs are accessible in every look", async () => {
  // runs of all organisations need access to all
  const listed = async (page: Page) => {
    await page.getByRole("link", { name: String(failed) }).waitFor();
    await page
      .getByText(/Jede Minute|Every minute/)
      .first()
      .waitFor();
  };
  await everyLook(desk, "scheduler", "/scheduler", listed, desk.admin);
  const ready = (page: Page) => page.locator("[data-row-link]").first().waitFor();
  await everyLook(desk, "run", `/runs/${failed}`, ready, desk.admin);
}, 180_000);

test("administrators see instances below the schedules, clerks do not", async () => {
  const clerk = await desk.page("/scheduler");
  await clerk.getByText("Every minute").first().waitFor();
  expect(await clerk.getByRole("grid", { name: "Instances" }).count()).toBe(0);
  await clerk.context().close();
  const page = await desk.page("/scheduler", { user: desk.admin });
  const instances = page.getByRole("grid", { name: /^(Instances|Instanzen)$/ });
  await instances.getByText(/Zeitplaner|Scheduler|Ihre Verbindung|Your connection/).waitFor();
  expect(await instances.getByRole("row").count()).toBe(2);
});

test("history of runs is exported as a workbook", async () => {
  // runs of all organisations need access to all
  const page = await desk.page("/scheduler", { user: desk.admin });
  await page.getByRole("link", { name: String(failed) }).waitFor();
  await page.getByRole("button", { name: "Export" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Excel, visible columns" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
  const [head, ...runs] = rowsOf(readFileSync(await file.path()));
  expect(head?.[0]).toBe("Run");
  expect(runs.map(([id]) => id)).toContain(failed);
  expectCalm(page);
});

test("started run appears in the history at once", async () => {
  const page = await desk.page("/scheduler");
  const links = listed(page, "Runs").locator("[data-row-link]");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect.poll(() => page.locator(".mantine-Loader-root").count()).toBe(0);
  const before = await links.count();
  await page.getByRole("button", { name: "Run now" }).click();
  await expect.poll(() => links.count()).toBe(before + 1);
  expectCalm(page);
});

test("a schedule is changed, paused and switched off, and said in words", async () => {
  const page = await desk.page("/scheduler", { user: desk.admin });
  const card = page.getByRole("region", { name: "Zweigbetrieb" });
  await card.getByRole("heading", { name: "Automatic order creation" }).waitFor();
  await card.getByRole("button", { name: "Edit settings" }).click();
  const cron = page.getByLabel("Minute, hour, day");
  await cron.fill("99 * * * *");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByText("nvalid schedule").first().waitFor();
  expect(await cron.inputValue()).toBe("99 * * * *");
  await expectAccessible(page);
  await cron.fill("0 6 * * *");
  await page.getByRole("dialog").getByText("At 06:00 AM").waitFor();
  await page.keyboard.press("Enter");
  await card.getByText("At 06:00 AM").waitFor();

  await card.getByRole("button", { name: "Pause…" }).click();
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await card.getByText("Paused until").waitFor();
  await card.getByRole("button", { name: "Resume" }).click();
  await card.getByText("On schedule").waitFor();

  await card.getByRole("switch", { name: "Active" }).press("Space");
  await card.getByText("Orders are not created automatically.").waitFor();
  await card.getByRole("switch", { name: "Active" }).press("Space");
  await card.getByText("On schedule").waitFor();
  expectCalm(page, [/status of 400/]);
});

test("end of a pause is selected in an accessible calendar", async () => {
  const ready = async (page: Page) => {
    await page
      .getByRole("region", { name: "Zweigbetrieb" })
      .getByRole("button", { name: /^Paus.*…$/ })
      .click();
    await page.getByLabel(/^(Paused until|Pausiert bis)/).click();
    const calendar = page.getByRole("dialog", { name: /^(Calendar|Kalender)$/ });
    await calendar.getByRole("button", { name: /^\p{L}+ \d{4}$/u }).click();
    await calendar.getByRole("button", { name: /^\d{4}$/ }).waitFor();
    await expectAccessible(page, "months");
    await calendar.getByRole("button", { name: /^(Next year|Nächstes Jahr)$/ }).click();
    await calendar.getByRole("button", { name: /^(May|Mai)/ }).click();
    await calendar.getByRole("button", { name: /^(Previous month|Vorheriger Monat)$/ }).click();
  };
  await everyLook(desk, "pause-calendar", "/scheduler", ready, desk.admin);
});

test("run lists the result of each candidate and can be repeated for failures", async () => {
  const page = await desk.page(`/runs/${failed}?outcome=failed`, { user: desk.admin });
  const rows = listed(page, "Results by line");
  await rows.first().waitFor();
  expect(await rows.count()).toBe(1);
  await page.getByText("Product “P002737” is inactive.").first().waitFor();
  await setActive(true);
  await page.getByRole("button", { name: "Retry failed lines" }).click();
  await page.waitForURL((url) => /\/runs\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${failed}`));
  await page.getByRole("gridcell", { name: "Processed" }).waitFor();
  await page.getByRole("link", { name: /, line 10$/ }).waitFor();
  await page.goto(`${desk.url}/runs/1`);
  await page.getByText("This run does not exist, or you do not have access to its organisations.").waitFor();
  await expectAccessible(page);
  expectCalm(page, [/status of 404/]);
});
