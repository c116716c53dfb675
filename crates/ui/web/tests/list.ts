// The list of candidates, as tests fill and read it.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Desk } from "./harness";

const BUYER = { bpartner: { code: "G0001" }, location: { externalId: "2156425" } };

/** Candidates of a header in one request, a line for each quantity. */
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

/** The list that was asked for is the one that is shown. */
export const arrived = (page: Page) => page.locator("[role=tabpanel][aria-busy=false]").waitFor();

/** The rows are there, so many of them. */
export async function shows(page: Page, rows: number) {
  await arrived(page);
  await expect.poll(() => page.locator("[role=row] [data-column=candidate] a").count()).toBe(rows);
}

/** Chooses a command in the palette, as those who know no key do. */
export async function command(page: Page, name: string) {
  await page.keyboard.press("Control+k");
  const box = page.getByRole("textbox", { name: "Search and commands" });
  await box.waitFor();
  await box.fill(name);
  const found = page.getByRole("dialog").getByRole("button", { name, exact: true });
  await expect.poll(() => found.getAttribute("data-selected")).toBe("true");
  await page.keyboard.press("Enter");
}

/** Keeps answers of the service back until they are let go: what is slow is slow when the test says so. */
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

/** The rows of a list, as it is asked for with these parameters. */
export function rowsOf(parameters: Record<string, string>): (url: URL) => boolean {
  const named = Object.entries(parameters);
  return ({ pathname, searchParams }) =>
    pathname === "/api/sales/order/candidates" && named.every(([name, value]) => searchParams.get(name) === value);
}

/** Where the focus is: the grid itself or a cell of it, what stands in place of the rows, or a tag. */
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

/** As a link of the interface leads there, without loading it anew. */
export const lead = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, "", to), path);
