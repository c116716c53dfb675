// Every screen in languages, schemes and widths. By default each screen is checked in one of the twenty looks, so
// that all occur; ORDERDOCK_LOOKS=all checks all, ORDERDOCK_LOOKS=NAME,… these screens in all looks.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  colouredThrough,
  expectAccessible,
  expectCalm,
  openDesk,
  settled,
  shot,
  WIDTHS,
  type Desk,
  type Language,
  type Scheme,
} from "./harness";
import { arrived, cell, focused, sendLines, shows } from "./list";
import { openPlaces, type Places } from "./places";

let desk: Desk;
let places: Places;
const VIEWER = "vera";
/** Two valid lines and one with a wrong currency. */
let good: number[];
let faulty: number[];
beforeAll(async () => {
  desk = await openDesk();
  desk.addUser(VIEWER, "viewer", ["001"]);
  places = await openPlaces(desk);
  good = await sendLines(desk, "GOOD-4711", [1, 12.5]);
  faulty = await sendLines(desk, "WRONG-4712", [3, 4, 5], { price: 30, currencyCode: "INR" });
  await sendLines(desk, "HELD-4713", [1], { headerLineCount: 2 });
});
afterAll(() => desk.close());

type Who = "clerk" | "viewer" | "admin" | "nobody";
interface Screen {
  name: string;
  /** User; a clerk by default. */
  user?: Who;
  path: () => string;
  /** Prepares the screen. */
  open?: (page: Page) => Promise<unknown>;
}

const dialog = (page: Page) => page.getByRole("dialog").last().waitFor();
/** Selects all rows and presses a key. */
const selectedAnd = (rows: number, key?: string) => async (page: Page) => {
  await shows(page, rows);
  await expect.poll(() => focused(page)).toBe("0 select");
  await page.keyboard.press("Control+a");
  await page.getByRole("toolbar").getByRole("button").first().waitFor();
  if (!key) return;
  await page.keyboard.press(key);
  await dialog(page);
  await settled(page);
};
/** Selects all rows and runs a further action. */
const chosenAnd = (rows: number, name: RegExp) => async (page: Page) => {
  await selectedAnd(rows)(page);
  const toolbar = page.getByRole("toolbar");
  await toolbar.getByRole("button", { name: /^(More|Mehr)/ }).click();
  await toolbar.getByRole("menuitem", { name }).click();
  await dialog(page);
  await settled(page);
};
const pressed =
  (name: RegExp, role: "button" | "menuitem" = "button") =>
  async (page: Page) => {
    await page.getByRole(role, { name }).first().click();
    if (role === "menuitem") await dialog(page);
  };
const keyed = (key: string) => async (page: Page) => {
  await settled(page);
  await page.keyboard.press(key);
  await dialog(page);
};
const LIST = "**/api/sales/order/candidates?*";
const GOOD = "/candidates?q=GOOD-4711&sort=createdAt";
const WRONG = "/candidates?q=WRONG-4712&sort=createdAt";

const SCREENS: Screen[] = [
  { name: "dashboard", path: () => "/", open: (page) => page.locator(".recharts-surface").nth(1).waitFor() },
  { name: "inbox", path: () => "/inbox", open: (page) => page.getByRole("option").first().waitFor() },
  {
    name: "inbox-settle",
    path: () => "/inbox",
    open: async (page) => {
      await page.getByRole("option").filter({ hasText: "INR" }).first().press("Enter");
      await dialog(page);
    },
  },
  { name: "on-hold", path: () => "/on-hold", open: (page) => page.getByRole("option").first().waitFor() },
  {
    name: "on-hold-exclude",
    path: () => "/on-hold",
    open: async (page) => {
      await pressed(/^(Exclude…|Ausschließen…)/)(page);
      await dialog(page);
    },
  },
  { name: "rejected", path: () => "/rejected", open: (page) => page.getByRole("option").first().waitFor() },
  { name: "rejected-row", path: () => `/rejected/${places.rejected}`, open: settled },
  { name: "rejected-row-viewer", user: "viewer", path: () => `/rejected/${places.rejected}`, open: settled },
  {
    name: "cross-references-new",
    user: "admin",
    path: () => "/cross-references",
    open: async (page) => {
      await pressed(/^(New cross-reference|Neuer Querverweis)$/)(page);
      await dialog(page);
    },
  },
  { name: "list", path: () => "/candidates", open: (page) => cell(page, 0, "status").waitFor() },
  { name: "list-viewer", user: "viewer", path: () => "/candidates", open: (page) => cell(page, 0, "status").waitFor() },
  { name: "list-selected", path: () => GOOD, open: selectedAnd(2) },
  {
    name: "list-filters",
    path: () => `${WRONG}&status=error`,
    open: async (page) => {
      await shows(page, 3);
      await pressed(/^(More filters|Weitere Filter)/)(page);
    },
  },
  { name: "list-columns", path: () => WRONG, open: pressed(/^(Columns|Spalten)$/) },
  {
    name: "list-orders",
    path: () => "/candidates?list=orders",
    open: async (page) => {
      await arrived(page);
      await cell(page, 0, "status").click();
      await page.keyboard.press("+");
      await page.locator("[role=row][aria-level='2']").first().waitFor();
    },
  },
  { name: "list-empty", path: () => "/candidates?q=nobody-has-this", open: (page) => arrived(page) },
  {
    name: "list-failed",
    path: () => "/candidates",
    open: (page) =>
      page
        .getByRole("button", { name: /^(Try again|Erneut versuchen)$/ })
        .first()
        .waitFor(),
  },
  {
    name: "panel",
    path: () => `${WRONG}&open=${faulty[0]}`,
    open: (page) => page.getByRole("complementary").getByRole("table").waitFor(),
  },
  {
    // screenshot of the README
    name: "list-orders-panel",
    path: () => `/candidates?list=orders&open=${faulty[0]}`,
    open: async (page) => {
      await arrived(page);
      await page.getByRole("complementary").getByRole("table").waitFor();
      await cell(page, 0, "status").waitFor();
    },
  },
  { name: "create-orders", path: () => GOOD, open: selectedAnd(2, "Control+Enter") },
  { name: "bulk-edit", path: () => WRONG, open: selectedAnd(3, "Control+e") },
  { name: "wait", path: () => GOOD, open: chosenAnd(2, /^(Wait for|Auf Kunden)/) },
  {
    name: "assign",
    path: () => GOOD,
    open: async (page) => {
      await chosenAnd(2, /^(Assign…|Zuweisen…)/)(page);
      // suggestions overlap the dialog
      await page.getByRole("option").first().waitFor();
      await page.keyboard.press("Tab");
      await page.getByRole("option").first().waitFor({ state: "hidden" });
    },
  },
  {
    name: "candidate",
    path: () => `/candidates/${faulty[1]}`,
    open: (page) => page.locator("tr[data-member]").first().waitFor(),
  },
  ...["request", "attachments", "history", "links"].map((tab) => ({
    name: `candidate-${tab}`,
    path: () => `/candidates/${good[0]}?tab=${tab}`,
    open: (page: Page) => page.getByRole("tabpanel").waitFor(),
  })),
  {
    name: "candidate-viewer",
    user: "viewer",
    path: () => `/candidates/${faulty[1]}`,
    open: (page) => page.locator("tr[data-member]").first().waitFor(),
  },
  { name: "orders", path: () => "/orders", open: (page) => page.locator("[data-row-link]").first().waitFor() },
  { name: "order", path: () => places.paths.order, open: (page) => page.getByRole("article").waitFor() },
  { name: "order-void", path: () => places.paths.order, open: pressed(/^(Void…|Stornieren…)$/) },
  { name: "new-order", path: () => "/orders/new", open: (page) => page.getByRole("combobox").first().waitFor() },
  {
    name: "scheduler",
    user: "admin",
    path: () => "/scheduler",
    open: (page) => page.locator("[data-row-link]").first().waitFor(),
  },
  {
    name: "schedule-edit",
    user: "admin",
    path: () => "/scheduler",
    open: pressed(/^(Edit settings|Einstellungen ändern)…$/),
  },
  {
    name: "run",
    user: "admin",
    path: () => places.paths.run,
    open: (page) => page.locator("[data-row-link]").first().waitFor(),
  },
  { name: "run-undo", user: "admin", path: () => places.paths.run, open: keyed("u") },
  { name: "outgoing-webhooks", user: "admin", path: () => "/outgoing" },
  { name: "outgoing-new-webhook", user: "admin", path: () => "/outgoing", open: keyed("n") },
  { name: "outgoing-rules", user: "admin", path: () => "/outgoing?tab=rules" },
  { name: "outgoing-new-rule", user: "admin", path: () => "/outgoing?tab=rules", open: keyed("n") },
  { name: "outgoing-messages", user: "admin", path: () => "/outgoing?tab=messages" },
  { name: "webhook", user: "admin", path: () => places.paths.webhook },
  { name: "rule", user: "admin", path: () => places.paths.rule },
  { name: "outgoing-others", user: "viewer", path: () => "/outgoing" },
  { name: "keys", path: () => "/candidates", open: keyed("Shift+?") },
  { name: "palette", path: () => "/candidates", open: keyed("Control+k") },
  { name: "user-menu", path: () => "/orders", open: pressed(/^(Signed in as|Angemeldet als)/) },
  { name: "no-page", path: () => "/nowhere" },
  { name: "login", user: "nobody", path: () => "/login" },
  { name: "requests", path: () => "/requests", open: (page) => page.locator("[data-row-link]").first().waitFor() },
  {
    name: "request",
    path: () => places.paths.request,
    open: (page) => page.locator("[data-row-link]").first().waitFor(),
  },
  {
    name: "request-send-again",
    user: "admin",
    path: () => places.paths.request,
    open: async (page) => {
      await keyed("s")(page);
      await page.getByRole("dialog").getByRole("status").first().waitFor();
    },
  },
];

interface Look {
  width: number;
  language: Language;
  scheme: Scheme;
}

const LOOKS: Look[] = (["en", "de"] as const).flatMap((language) =>
  (["light", "dark"] as const).flatMap((scheme) => WIDTHS.map((width) => ({ language, scheme, width }))),
);
const wish = process.env.ORDERDOCK_LOOKS ?? "";
const chosen = wish && wish !== "all" ? wish.split(",") : undefined;
/** Steps of seven visit all twenty looks. */
const lookOf = (place: number) => LOOKS[(place * 7) % LOOKS.length]!;
const looksOf = (place: number) => (wish ? LOOKS : [lookOf(place)]);

test("every combination of language, scheme and width is covered", () => {
  const seen = new Set(SCREENS.map((_, index) => lookOf(index)));
  expect(seen.size).toBe(LOOKS.length);
});

async function look(page: Page, { name, path, open }: Screen, looks: Look[]) {
  for (const language of ["en", "de"] as const) {
    const wanted = looks.filter((one) => one.language === language);
    if (wanted.length === 0) continue;
    await page.evaluate((to) => localStorage.setItem("orderdock.language", to), language);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${desk.url}${path()}`);
    await open?.(page);
    await settled(page);
    for (const { scheme, width } of wanted) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor();
      await page.setViewportSize({ width, height: 900 });
      await colouredThrough(page);
      const where = `${name}-${width}-${language}-${scheme}`;
      const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
      await expect.poll(wide, { message: where }).toBeLessThanOrEqual(width);
      await settled(page);
      await shot(page, `looks/${where}`);
      // other rules do not depend on the scheme
      await expectAccessible(page, where, wish && scheme === "dark" ? "colours" : "all");
    }
  }
}

/** Signed-in page per user. */
const pages = new Map<Who, Page>();
async function pageOf(user: Who): Promise<Page> {
  const users = { clerk: desk.user, viewer: VIEWER, admin: desk.admin, nobody: desk.user };
  const page = pages.get(user) ?? (await desk.page("/", { user: users[user], keepOpen: true }));
  pages.set(user, page);
  if (user === "nobody") await page.context().clearCookies();
  return page;
}

const wanted = SCREENS.map((screen, index) => ({ ...screen, looks: looksOf(index) })).filter(
  ({ name }) => !chosen || chosen.includes(name),
);

test.each(wanted)("$name is whole in every look", async (screen) => {
  const page = await pageOf(screen.user ?? "clerk");
  const isFailing = screen.name === "list-failed";
  if (isFailing) await page.route(LIST, (route) => route.fulfill({ status: 503, body: "" }));
  await look(page, screen, screen.looks);
  if (isFailing) await page.unroute(LIST);
  expectCalm(page, [/status of 503/]);
});
