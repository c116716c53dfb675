// API documentation, rendered by Swagger UI.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible, expectCalm, inTurn, looksIn, openDesk, shot, type Desk } from "./harness";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const WORDS = {
  en: {
    back: "← Today",
    title: "API documentation",
    problems: "Errors and warnings",
    use: "Try it out",
    enter: "Authorize",
  },
  de: {
    back: "← Heute",
    title: "API-Dokumentation",
    problems: "Fehler und Warnungen",
    use: "Ausprobieren",
    enter: "Zugriffstoken eingeben",
  },
} as const;
const LOOKS = [...inTurn("docs", looksIn("en")), ...inTurn("docs", looksIn("de"))];
const NARROW = { width: 390, height: 844 };

/** Expects no horizontal overflow on the narrowest screen. */
async function fits(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROW.width);
}

test.each(LOOKS)("API documentation is shown in %s and %s, and requests can be sent", async (language, scheme) => {
  const words = WORDS[language];
  // other rules do not depend on the scheme
  const among = scheme === "light" ? "all" : "colours";
  const page = await desk.page("/", { language, scheme });
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await page.getByRole("heading", { level: 1, name: words.title }).waitFor();
  const operation = page.locator(".opblock-post").first();
  await operation.waitFor();
  expect(await page.title()).toBe(`${words.title} · Orderdock`);
  expect(await page.evaluate(() => document.documentElement.classList.contains("dark-mode"))).toBe(scheme === "dark");
  await shot(page, `docs-${language}-${scheme}`);
  await expectAccessible(page, "list of operations", among);

  await operation.locator(".opblock-summary-control").click();
  await operation.getByRole("button", { name: words.use }).click();
  await operation.getByRole("textbox").first().waitFor();
  await shot(page, `docs-operation-${language}-${scheme}`);
  await page.setViewportSize(NARROW);
  await fits(page);
  await shot(page, `docs-operation-${language}-${scheme}-390`);
  await expectAccessible(page, "an operation, narrow", among);

  await page.getByRole("button", { name: words.enter, exact: true }).click();
  await page.getByLabel("Authorization token", { exact: true }).waitFor();
  await shot(page, `docs-token-${language}-${scheme}-390`);
  await expectAccessible(page, "the token", among);
  await page
    .getByRole("button", { name: language === "en" ? "Close" : "Schließen" })
    .first()
    .click();

  await page.getByRole("link", { name: words.problems, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: words.problems }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
  await fits(page);
  await shot(page, `docs-problems-${language}-${scheme}-390`);
  await expectAccessible(page, "problems", among);
  await page.getByRole("link", { name: words.back }).click();
  await page.getByRole("navigation").first().waitFor();
  expect(new URL(page.url()).pathname).toBe("/");
  expectCalm(page);
});

test("documentation shares language and colours with the desk", async () => {
  const page = await desk.page("/", { language: "de", scheme: "light" });
  await page.evaluate(() => localStorage.setItem("mantine-color-scheme-value", "dark"));
  await page.goto(`${desk.url}/docs/`);
  await page.locator("html.dark-mode[lang=de]").waitFor();
  await page.locator(".opblock").first().waitFor();
  await page.getByRole("button", { name: "Zugriffstoken eingeben", exact: true }).waitFor();
  await page.getByRole("button", { name: "EN", exact: true }).click();
  await page.getByRole("button", { name: "Authorize", exact: true }).waitFor();
  await page.getByRole("link", { name: "← Today" }).click();
  await page.getByRole("link", { name: "Today", exact: true }).waitFor();
  expectCalm(page);
});

test("documentation sends the entered token and shows the response", async () => {
  const page = await desk.page("/docs/");
  await page.locator(".opblock").first().waitFor();
  await page.getByRole("button", { name: "Authorize", exact: true }).click();
  await page.getByLabel("Authorization token", { exact: true }).fill(desk.token);
  await page.locator(".modal-btn.authorize").click();
  await page.locator(".modal-btn.btn-done").click();
  const list = page.locator(".opblock-get").first();
  await list.locator(".opblock-summary-control").click();
  await list.getByRole("button", { name: "Try it out" }).click();
  const response = page.waitForResponse(
    (response) => new URL(response.url()).pathname === "/api/sales/order/candidates",
  );
  await list.getByRole("button", { name: "Execute" }).click();
  expect((await response).request().headers().authorization).toBe(desk.token);
  await list.getByText("Server response").waitFor();
  await expectAccessible(page, "an answer");
  await shot(page, "docs-answer-en-light");
  expectCalm(page);
});

test.each([
  ["en", "Help", "Handbook"],
  ["de", "Hilfe", "Handbuch"],
] as const)("help menu opens the handbook in %s", async (language, help, handbook) => {
  const page = await desk.page("/orders", { language });
  await page.getByRole("button", { name: help, exact: true }).click();
  await page.getByRole("menuitem", { name: handbook, exact: true }).click();
  await page.locator(`html[lang=${language}] main h1`).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/docs/guide/handbook/${language}/`);
  const image = page.locator("main img").first();
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
  expectCalm(page);
});

/** Operations with the most parameters, responses or examples. */
const LONG = ["listCandidateHeaders", "importCandidatesBulk", "editCandidates", "undoRun"];

test("an opened operation is at most 2,000 px high", async () => {
  const page = await desk.page("/docs/");
  await page.locator(".opblock").first().waitFor();
  for (const name of LONG) {
    const operation = page.locator(`.opblock[id$="-${name}"]`);
    await operation.locator(".opblock-summary-control").click();
    await operation.getByText("The access token or the session is missing").waitFor();
    const height = () => operation.evaluate((element) => element.getBoundingClientRect().height);
    expect(await height(), name).toBeGreaterThan(1_000);
    expect(await height(), name).toBeLessThanOrEqual(2_000);
    await shot(page, `docs-${name}`);
    await operation.locator(".opblock-summary-control").click();
  }
  await expectAccessible(page);
  expectCalm(page);
});
