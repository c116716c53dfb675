// Helpers for the list of candidates.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Desk } from "./harness";

export const BUYER = { bpartner: { code: "G0001" }, location: { externalId: "2156425" } };

/** Creates an incoming order with a line per quantity. */
export async function sendLines(
  desk: Desk,
  header: string,
  quantities: number[],
  more: object = {},
): Promise<number[]> {
  const requests = quantities.map((qty, line) => ({
    externalHeaderId: header,
    externalLineId: String(line + 1),
    poReference: header,
    bpartner: BUYER,
    productCode: "P002737",
    qty,
    dateRequired: "2030-02-11",
    ...more,
  }));
  const answer = await desk.call<{ result: { id: number }[] }>("POST", "/api/sales/order/candidates/bulk", {
    requests,
  });
  return answer.result.map(({ id }) => id);
}

export interface Read {
  id: number;
  status: string;
  override: Record<string, unknown>;
  effective: { qty: number };
  waitingUntil?: string;
  assignedTo?: string;
}

export const read = (desk: Desk, id: number) => desk.call<Read>("GET", `/api/sales/order/candidates/${id}`);

export const cell = (page: Page, row: number, column: string) =>
  page.locator(`[data-row="${row}"][data-column="${column}"]`);

/** Rows of a read-only list. */
export const listed = (page: Page, name: string | RegExp) =>
  page.getByRole("grid", { name }).locator("[role=row]:has([role=gridcell])");

/** Waits until the requested list is shown. */
export const arrived = (page: Page) => page.locator("[role=tabpanel][aria-busy=false]").waitFor();

/** Waits for a number of rows. */
export async function shows(page: Page, rows: number) {
  await arrived(page);
  await expect.poll(() => page.locator("[role=row] [data-column=candidate] a").count()).toBe(rows);
}

/** Runs a palette command. */
export async function command(page: Page, name: string) {
  await page.keyboard.press("Control+k");
  const box = page.getByRole("textbox", { name: "Search and commands" });
  await box.waitFor();
  await box.fill(name);
  const found = page.getByRole("dialog").getByRole("button", { name, exact: true });
  await expect.poll(() => found.getAttribute("data-selected")).toBe("true");
  await page.keyboard.press("Enter");
}

/** Delays matching responses until released. */
export async function holdBack(page: Page, which: (url: URL) => boolean) {
  let held = 0;
  let open: () => void = () => undefined;
  const gate = new Promise<void>((opened) => (open = opened));
  await page.route(which, async (route) => {
    held += 1;
    await gate;
    await route.continue();
  });
  return { asked: () => expect.poll(() => held).toBeGreaterThan(0), letGo: () => open() };
}

/** Matches list requests with these parameters. */
export function rowsOf(parameters: Record<string, string>): (url: URL) => boolean {
  const named = Object.entries(parameters);
  return ({ pathname, searchParams }) =>
    pathname === "/api/sales/order/candidates" && named.every(([name, value]) => searchParams.get(name) === value);
}

/** Returns the focused cell, grid, placeholder or tag. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const at = document.activeElement;
    const place = at?.closest<HTMLElement>("[data-row]");
    if (place) return `${place.dataset.row} ${place.dataset.column}`;
    if (at?.getAttribute("role") === "grid") return "grid";
    return at?.getAttribute("role") === "group"
      ? "nothing"
      : `${at?.tagName} ${at?.getAttribute("aria-label") ?? ""}`.trim();
  });
}

/** Navigates without a page load. */
export const lead = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, "", to), path);
