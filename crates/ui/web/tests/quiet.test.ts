import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible, expectCalm, openDesk, shot, type Desk } from "./harness";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk("--quiet");
});
afterAll(() => desk.close());

test("quiet server shows a banner on every page", async () => {
  for (const [language, scheme, text] of [
    ["en", "light", "Quiet mode: schedules, webhooks and mail are off."],
    ["de", "dark", "Stiller Betrieb: Zeitpläne, Webhooks und E-Mails sind ausgeschaltet."],
  ] as const) {
    const page = await desk.page("/candidates", { language, scheme });
    await page.getByText(text).waitFor();
    await page.getByRole("grid").first().waitFor();
    const [height, window] = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
    expect(height, "the list scrolls, not the page").toBe(window);
    await expectAccessible(page);
    await shot(page, `quiet-${language}-${scheme}`);
    await page.goto(`${desk.url}/scheduler`);
    await page.getByText(text).waitFor();
    expectCalm(page);
  }
});
