// Unresolved references in the inbox: mapping by suggestion and search, undo, exclusion.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everyLook, expectAccessible, expectCalm, openDesk, shot, type Desk, WIDTHS } from "./harness";
import { listed, read } from "./list";

let desk: Desk;
const STRANGER = "otto";
const VIEWER = "vera";
/** Lines with an unknown product whose code resembles a known one, and lines that resemble none. */
let similar: number[];
let strange: number[];

/** Stores lines that name an unknown product. */
async function sendUnknown(header: string, productCode: string, quantities: number[]): Promise<number[]> {
  const requests = quantities.map((qty, line) => ({
    externalHeaderId: header,
    externalLineId: String(line + 1),
    poReference: header,
    bpartner: { bpartner: { code: "G0001" }, location: { externalId: "2156425" } },
    productCode,
    qty,
    price: 12.5,
    currencyCode: "EUR",
    dateRequired: "2030-02-11",
  }));
  const path = "/api/sales/order/candidates/bulk?unresolved=store";
  const answer = await desk.call<{ result: { id: number }[] }>("POST", path, { requests });
  return answer.result.map(({ id }) => id);
}

beforeAll(async () => {
  desk = await openDesk();
  desk.addUser(STRANGER, "clerk", ["test-org-03"]);
  desk.addUser(VIEWER, "viewer", ["001"]);
  similar = [...(await sendUnknown("REF-1", "P002738", [1, 2])), ...(await sendUnknown("REF-2", "P002738", [3]))];
  strange = await sendUnknown("REF-3", "ZZ-UNKNOWN-ZZ", [4]);
});
afterAll(() => desk.close());

const option = (page: Page, text: string | RegExp) => page.getByRole("option").filter({ hasText: text });
const entry = (page: Page) => option(page, /(Product|Produkt) P002738/);
const detail = (page: Page, code = "P002738") =>
  page.getByRole("region", { name: new RegExp(`(Product|Produkt) ${code}`) });
const isFocused = (page: Page) => entry(page).evaluate((one) => one === document.activeElement);
const statusOf = async (id: number) => (await read(desk, id)).status;

test("unresolved references are accessible for users with and without permission in every look", async () => {
  for (const user of [desk.user, VIEWER, desk.admin]) {
    const ready = async (page: Page) => {
      await entry(page).waitFor();
      await entry(page).click();
      await listed(page, /^(Lines with this cause|Positionen mit dieser Ursache)$/)
        .first()
        .waitFor();
      const forms = await page.getByRole("form", { name: /^(Map to a record|Einem Datensatz zuordnen)$/ }).count();
      expect(forms).toBe(user === VIEWER ? 0 : 1);
    };
    await everyLook(
      desk,
      `references-${user}`,
      "/inbox",
      ready,
      user,
      WIDTHS.filter((width) => width >= 768),
    );
  }
});

test("references of other organisations are invisible", async () => {
  const page = await desk.page("/inbox", { user: STRANGER });
  await page.getByRole("heading", { name: "All resolved" }).waitFor();
  expect(await page.getByRole("option").count()).toBe(0);
  expectCalm(page);
});

test("entry names lines, orders, value and age, and its cause is not listed twice", async () => {
  const page = await desk.page("/inbox");
  await entry(page).click();
  await detail(page).getByText("3 lines", { exact: true }).waitFor();
  await detail(page).getByText("2 incoming orders", { exact: true }).waitFor();
  await detail(page)
    .getByText(/^75\.00/)
    .waitFor();
  await expect.poll(() => listed(page, "Lines with this cause").count()).toBe(3);
  const group = page.getByRole("group", { name: "Unresolved references" });
  expect(await group.getByRole("option").count()).toBe(2);
  expect(await option(page, "P002738").count()).toBe(1);
  await detail(page).getByRole("link", { name: "Show lines" }).click();
  await page.waitForURL((url) => url.searchParams.has("unresolvedReference"));
  await expect.poll(() => page.locator("[role=row] [data-column=candidate] a").count()).toBe(3);
  expectCalm(page);
});

test("clerk maps all lines by keyboard, undoes it, and the next order needs no work", async () => {
  const page = await desk.page("/inbox");
  await entry(page).waitFor();
  for (let presses = 0; presses < 12 && !(await isFocused(page)); presses++) await page.keyboard.press("ArrowDown");
  expect(await isFocused(page)).toBe(true);
  const suggestions = detail(page).getByRole("list", { name: "Suggestions" }).getByRole("button");
  await suggestions.first().waitFor();
  expect(await suggestions.first().innerText()).toMatch(/P002737/);
  await page.keyboard.press("1");
  const submit = detail(page).getByRole("button", { name: "Map 3 lines" });
  await expect.poll(() => submit.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(
    await detail(page)
      .getByRole("checkbox", { name: /^Remember for/ })
      .isChecked(),
  ).toBe(true);
  await expectAccessible(page);
  await shot(page, "references-suggested-en-light");
  // the choice alone writes nothing
  expect(await statusOf(similar[0]!)).toBe("error");
  await page.keyboard.press("Enter");
  for (const id of similar) await expect.poll(() => statusOf(id)).toBe("new");
  await entry(page).waitFor({ state: "detached" });
  await page.keyboard.press("Control+z");
  for (const id of similar) await expect.poll(() => statusOf(id)).toBe("error");
  await entry(page).waitFor();
  await entry(page).focus();
  await suggestions.first().waitFor();
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  for (const id of similar) await expect.poll(() => statusOf(id)).toBe("new");
  const [later] = await sendUnknown("REF-4", "P002738", [5]);
  expect(await statusOf(later!)).toBe("new");
  expectCalm(page);
});

test("record is found by search, and the lines are excluded and restored", async () => {
  const page = await desk.page("/inbox");
  const unknown = option(page, "ZZ-UNKNOWN-ZZ");
  await unknown.focus();
  await page.keyboard.press("Enter");
  const field = detail(page, "ZZ-UNKNOWN-ZZ").getByRole("combobox", { name: "Search Product" });
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type("KAKAO-1");
  await page.locator("[data-combobox-option]").filter({ hasText: "KAKAO-1" }).waitFor();
  await expectAccessible(page);
  await shot(page, "references-search-en-light");
  await page.keyboard.press("Enter");
  await expect.poll(() => field.inputValue()).toMatch(/KAKAO-1/);
  await detail(page, "ZZ-UNKNOWN-ZZ").getByRole("button", { name: "Exclude…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Exclude", exact: true }).press("Enter");
  await expect.poll(() => statusOf(strange[0]!)).toBe("inactive");
  await page.keyboard.press("Control+z");
  await expect.poll(() => statusOf(strange[0]!)).toBe("error");
  expectCalm(page);
});

test("tile names lines with unresolved references", async () => {
  const page = await desk.page("/");
  const tile = page.getByRole("list", { name: "Key figures" }).getByRole("link", { name: /^Unresolved references/ });
  await expect.poll(() => tile.innerText()).toMatch(/\n1\n+50\.00 EUR · oldest: /);
  await tile.click();
  await page.waitForURL((url) => url.pathname === "/inbox");
  expectCalm(page);
});

test("phone shows entries and the selected one as steps", async () => {
  const page = await desk.page("/inbox");
  await page.setViewportSize({ width: 390, height: 844 });
  await option(page, "ZZ-UNKNOWN-ZZ").click();
  await page.getByRole("button", { name: "Back to the inbox" }).waitFor();
  await detail(page, "ZZ-UNKNOWN-ZZ").getByRole("button", { name: "Map 1 line" }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await shot(page, "references-phone-en-light");
  expectCalm(page);
});
