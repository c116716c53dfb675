// Writes the screenshots of the handbook: npm run handbook. Not part of the ordinary test run.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { colouredThrough, expectCalm, openDesk, settled, type Desk, type Language } from "./harness";
import { arrived, cell, sendLines, shows } from "./list";
import { openPlaces, uploadSpreadsheet, type Places } from "./places";

const IMAGES = resolve("../../../docs/images/handbook");
const MAX_BYTES = 60_000;
const MAX_BYTES_OF_ALL = 1_500_000;
const VIEWPORT = { width: 1200, height: 720 };

let desk: Desk;
let places: Places;
let good: number[];
let faulty: number[];
let spreadsheet: number;

/** Opens a desk with the demo data of a language. */
async function openDemo(language: Language) {
  desk = await openDesk("--language", language);
  onTestFinished(() => desk.close());
  places = await openPlaces(desk);
  good = await sendLines(desk, "PO-7701", [12, 4]);
  faulty = await sendLines(desk, "PO-7702", [3, 4, 5], { price: 30, currencyCode: "INR" });
  const form = new FormData();
  form.append("file", new Blob(["Delivery to gate 3"], { type: "text/plain" }), "delivery-note.txt");
  const path = "/api/sales/order/candidates/PO-7701/attachments";
  const answer = await fetch(`${desk.url}${path}`, {
    method: "POST",
    headers: { Authorization: desk.token },
    body: form,
  });
  expect(answer.ok, await answer.text()).toBe(true);
  spreadsheet = await sendSpreadsheet();
  rmSync(join(IMAGES, language), { recursive: true, force: true });
}

/** Uploads a file with unknown products and a wrong date; returns the id of the import. */
function sendSpreadsheet(): Promise<number> {
  const rows = [
    "Customer no.;Order no.;Line;Item no.;Quantity;Delivery date",
    "G0001;PO-9001;1;TEA-250;12;11.02.2030",
    "G0001;PO-9001;2;P002737;4;11.02.2030",
    "G0001;PO-9002;1;TEA-250;3;31.02.2030",
    "G0001;PO-9002;2;BOX-40;two;12.02.2030",
    "G0001;PO-9003;1;P002737;6;12.02.2030",
  ];
  return uploadSpreadsheet(desk, "orders.csv", rows.join("\r\n"));
}

const dialog = (page: Page) => page.getByRole("dialog").last();

/** Opens a list, selects all rows and presses a key. */
const selectedAnd = (rows: number, key: string) => async (page: Page) => {
  await shows(page, rows);
  await cell(page, 0, "status").click();
  await page.keyboard.press("Control+a");
  await page.getByRole("toolbar").getByRole("button").first().waitFor();
  await page.keyboard.press(key);
  await dialog(page).waitFor();
};

interface Picture {
  name: string;
  /** A clerk by default. */
  user?: "admin";
  path: () => string;
  open?: (page: Page) => Promise<unknown>;
}

const PICTURES: Picture[] = [
  { name: "today", path: () => "/", open: (page) => page.locator(".recharts-surface").nth(1).waitFor() },
  {
    name: "inbox",
    path: () => "/inbox",
    open: (page) =>
      page
        .getByText(/\d+ (resolved|geklärt), 0/)
        .first()
        .waitFor(),
  },
  {
    name: "suggested-fix",
    path: () => "/inbox",
    open: async (page) => {
      await page.getByRole("option").filter({ hasText: "INR" }).first().press("Enter");
      await dialog(page).waitFor();
    },
  },
  {
    name: "incoming-orders",
    path: () => "/candidates?list=orders",
    open: async (page) => {
      await arrived(page);
      await cell(page, 0, "status").click();
      await page.keyboard.press("+");
      await page.locator("[role=row][aria-level='2']").first().waitFor();
    },
  },
  {
    name: "edit-cell",
    path: () => "/candidates?q=PO-7702&sort=createdAt",
    open: async (page) => {
      await shows(page, 3);
      await cell(page, 1, "qtyOverride").click();
      await page.keyboard.type("8");
    },
  },
  {
    name: "bulk-edit",
    path: () => "/candidates?q=PO-7702&sort=createdAt",
    open: async (page) => {
      await selectedAnd(3, "Control+e")(page);
      await dialog(page).getByRole("combobox").first().click();
      await page.getByRole("option", { name: /^(Discount|Rabatt)$/ }).click();
      await dialog(page)
        .getByLabel(/^(Value for Discount|Wert für Rabatt)$/)
        .fill("5");
      await dialog(page)
        .getByText(/^3 (lines will change|Positionen werden geändert)\.$/)
        .waitFor();
    },
  },
  {
    name: "line",
    path: () => `/candidates?q=PO-7702&open=${faulty[0]}`,
    open: (page) => page.getByRole("complementary").getByRole("table").waitFor(),
  },
  {
    name: "wait",
    path: () => "/candidates?q=PO-7701&sort=createdAt",
    open: async (page) => {
      await shows(page, 2);
      await cell(page, 0, "status").click();
      await page.keyboard.press("Control+a");
      const toolbar = page.getByRole("toolbar");
      await toolbar.getByRole("button", { name: /^(More|Mehr)/ }).click();
      await toolbar.getByRole("menuitem", { name: /^(Wait for|Auf Kunden)/ }).click();
      await dialog(page).waitFor();
    },
  },
  {
    name: "create-orders",
    path: () => "/candidates?sort=createdAt",
    open: async (page) => {
      await arrived(page);
      await cell(page, 0, "status").click();
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Control+Enter");
      await dialog(page).getByRole("grid").first().waitFor();
    },
  },
  {
    name: "run",
    user: "admin",
    path: () => places.paths.run,
    open: (page) => page.locator("[data-row-link]").first().waitFor(),
  },
  { name: "order", path: () => places.paths.order, open: (page) => page.getByRole("article").waitFor() },
  { name: "new-order", path: () => "/orders/new", open: (page) => page.getByRole("combobox").first().waitFor() },
  {
    name: "attachments",
    path: () => `/candidates/${good[0]}?tab=attachments`,
    open: (page) => page.getByRole("link", { name: "delivery-note.txt", exact: true }).waitFor(),
  },
  {
    name: "filters",
    path: () => "/candidates?status=error",
    open: async (page) => {
      await arrived(page);
      await page.getByRole("button", { name: /^(More filters|Weitere Filter)/ }).click();
    },
  },
  {
    name: "save-view",
    path: () => "/candidates?status=error&q=PO-7702",
    open: async (page) => {
      await arrived(page);
      await page
        .getByRole("button", { name: /^(Save view|Ansicht speichern)/ })
        .first()
        .click();
      await dialog(page).waitFor();
    },
  },
  {
    name: "import-check",
    path: () => `/imports/${spreadsheet}?step=check`,
    open: async (page) => {
      await page.getByRole("tab", { name: /^(Rejected|Abgelehnt)/, selected: true }).waitFor();
      await page.keyboard.press("F8");
      await page.locator("[role=gridcell]:focus").waitFor();
    },
  },
  {
    name: "palette",
    path: () => "/candidates",
    open: async (page) => {
      await arrived(page);
      await page.keyboard.press("Control+k");
      await dialog(page).waitFor();
    },
  },
];

/** Playwright writes PNG and JPEG only; the protocol of the browser also writes WebP. */
async function photograph(page: Page): Promise<Buffer> {
  const debug = await page.context().newCDPSession(page);
  const { data } = await debug.send("Page.captureScreenshot", { format: "webp", quality: 78 });
  await debug.detach();
  return Buffer.from(data, "base64");
}

let bytes = 0;

async function write(page: Page, language: Language, name: string) {
  await colouredThrough(page);
  const image = await photograph(page);
  expect(image.length, name).toBeLessThan(MAX_BYTES);
  bytes += image.length;
  mkdirSync(join(IMAGES, language), { recursive: true });
  writeFileSync(join(IMAGES, language, `${name}.webp`), image);
}

test.each(["en", "de"] as const)("screenshots in %s", async (language) => {
  await openDemo(language);
  for (const user of ["admin", undefined] as const) {
    const page = await desk.page("/", { language, user: user === "admin" ? desk.admin : desk.user });
    await page.setViewportSize(VIEWPORT);
    for (const { name, path, open } of PICTURES.filter((picture) => picture.user === user)) {
      await page.goto(`${desk.url}${path()}`);
      await open?.(page);
      await settled(page);
      await write(page, language, name);
    }
    expectCalm(page);
    if (user === "admin") continue;
    await page.context().clearCookies();
    await page.goto(`${desk.url}/login`);
    await page.locator("input[autocomplete=username]").waitFor();
    await write(page, language, "sign-in");
  }
});

test("all screenshots are small", () => expect(bytes).toBeLessThan(MAX_BYTES_OF_ALL));
